import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

const COLOURS = `<label for="list">Colour</label><select id="list">
  <option value="r">Red</option><option value="g">Dark   green</option>
  <option value="b" label="Blue"></option><option value="Red">Not red</option></select><script>
  const events = []; for (const type of ['input', 'change']) list.addEventListener(type, () => events.push(type + ' ' + list.value))</script>`;

/** A list made of divs: a button that opens it, or a box that is always open. */
const CUSTOM = `<button role="combobox" aria-expanded="false" aria-label="Size" id="box">Choose</button>
  <div role="listbox" id="menu" hidden>
    <div role="option">Small</div><div role="option">Medium</div><div role="option">Medium rare</div></div><script>
  box.onclick = () => { menu.hidden = false; box.setAttribute('aria-expanded', 'true') };
  addEventListener('keydown', event => { if (event.key === 'Escape') menu.hidden = true });
  menu.onclick = event => { box.textContent = event.target.textContent; menu.hidden = true };
</script>`;

describe('select', () => {
  test.each([
    ['its value', 'g', 'g'],
    ['its label', 'Blue', 'b'],
    ['its text in other case and spacing', 'dark green', 'g'],
    ['a value before a text that says the same', 'Red', 'Red'],
  ])('chooses an option by %s', async (_, wanted, value) => {
    await using _site = await openPage(browse, COLOURS);
    const ref = await refOf(browse, '[combobox] "Colour"');

    const { stdout, code } = await browse('select', ref, wanted);

    expect(code).toBe(0);
    expect(stdout).toStartWith(`Selected 1 of 4 options in ${ref}\n`);
    expect(JSON.parse(await js('events'))).toEqual([`input ${value}`, `change ${value}`]);
  });

  test('says what the list then holds', async () => {
    await using _site = await openPage(browse, COLOURS);

    const { stdout } = await browse('select', '#list', 'b');

    expect(inside(stdout)).toContain('holds "Blue"');
    expect(inside(stdout)).toMatch(/~ @e\d+ \[combobox\] "Colour".*: Blue/);
  });

  test('finds the list that a label belongs to', async () => {
    await using _site = await openPage(browse, COLOURS);

    const { code } = await browse('select', 'text=Colour', 'Blue');

    expect(code).toBe(0);
    expect(await js('list.value')).toBe('b');
  });

  test('chooses several options of a multiple list', async () => {
    await using _site = await openPage(
      browse,
      '<select id="list" multiple aria-label="Sizes"><option>S<option selected>M<option>L</select>',
    );

    const { stdout, code } = await browse('select', '#list', 'S', 'L');

    expect(code).toBe(0);
    expect(inside(stdout)).toContain('holds "S", "L"');
    expect(await js('[...list.selectedOptions].map(each => each.value)')).toBe('["S","L"]');
  });

  test('lists the options when none is called so, and changes nothing', async () => {
    await using _site = await openPage(browse, COLOURS);

    const { stderr, code } = await browse('select', '#list', 'Purple');

    expect(code).toBe(5);
    expect(stderr).toMatch(
      /^Cannot select "Purple" in "#list": no such option\nOptions: "Red", "Dark\s+green", "Blue", "Not red"\n$/,
    );
    expect(await js('list.value')).toBe('r');
  });

  test('lists twenty options at most', async () => {
    await using _site = await openPage(
      browse,
      `<select id="list">${Array.from({ length: 30 }, (_, index) => `<option>Item ${index}`).join('')}</select>`,
    );

    const { stderr } = await browse('select', '#list', 'None');

    expect(stderr).toContain('"Item 19", and 10 more');
  });

  test('refuses a disabled list', async () => {
    await using _site = await openPage(browse, '<select id="list" disabled><option>A</select>');

    const { stderr, code } = await browse('select', '#list', 'A', '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr).toContain('it is disabled');
  });

  test('opens a list made by scripts and chooses in it', async () => {
    await using _site = await openPage(browse, CUSTOM);
    const ref = await refOf(browse, '[combobox] "Size"');

    const { stdout, code } = await browse('select', ref, 'Medium');

    expect(code).toBe(0);
    expect(stdout).toStartWith(`Selected an option in ${ref}`);
    expect(await js('box.textContent')).toBe('Medium');
  });

  test('lists the options of a list made by scripts when none is called so, and closes it', async () => {
    await using _site = await openPage(browse, CUSTOM);

    const { stderr, code } = await browse('select', '#box', 'Huge');

    expect(code).toBe(5);
    expect(stderr).toBe(
      'Cannot select "Huge" in "#box": no such option\nOptions: "Small", "Medium", "Medium rare"\n',
    );
    expect(await js('menu.hidden')).toBe('true');
  });

  test('chooses in a listbox that is always open', async () => {
    await using _site = await openPage(
      browse,
      `<ul role="listbox" aria-label="City" onclick="document.title = event.target.textContent">
         <li role="option">Rome</li><li role="option">Oslo</li></ul>`,
    );

    const { code } = await browse('select', 'role=listbox', 'Oslo');

    expect(code).toBe(0);
    expect(await js('document.title')).toBe('Oslo');
  });

  test('says that a control opened no list', async () => {
    await using _site = await openPage(browse, '<button id="box">Plain</button>');

    const { stderr, code } = await browse('select', '#box', 'A');

    expect(code).toBe(5);
    expect(stderr).toContain('It opened no list');
  });

  test('needs a value', async () => {
    const { stderr, code } = await browse('select', '#list');

    expect(code).toBe(2);
    expect(stderr).toContain('<values> is missing');
  });
});
