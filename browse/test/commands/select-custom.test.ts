import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

/** A control whose list is put at the end of the body while it is open. */
const portal = (
  event: string,
): string => `<div id="box" role="combobox" tabindex="0" aria-expanded="false"
    aria-label="City">Choose</div><ul role="listbox" aria-label="Elsewhere" hidden><li role="option">Oslo</li></ul><script>
  box.addEventListener('${event}', () => {
    box.setAttribute('aria-expanded', 'true');
    const menu = document.createElement('ul');
    menu.setAttribute('role', 'listbox');
    menu.innerHTML = '<li role="option" data-value="rm">Rome</li><li role="option">New   York</li>' +
      '<li role="option" aria-disabled="true">Atlantis</li>';
    menu.addEventListener('${event}', ({ target }) => {
      box.textContent = target.textContent; menu.remove(); box.setAttribute('aria-expanded', 'false');
    });
    document.body.append(menu);
  });
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') document.body.lastElementChild.remove() });
</script>`;

/** A list of 300 options of which eight are drawn, wherever it is scrolled to. */
const virtual = (control: string): string => `${control}<ul id="list" role="listbox" hidden
    style="height:160px;overflow:auto;margin:0"></ul><script>
  const all = Array.from({ length: 300 }, (_, index) => 'Item ' + index);
  const gap = count => '<li role="presentation" style="height:' + count * 20 + 'px"></li>';
  const draw = () => {
    const hits = all.filter(each => each.includes(box.value || ''));
    const from = Math.min(Math.floor(list.scrollTop / 20), Math.max(0, hits.length - 8));
    list.innerHTML = gap(from) + hits.slice(from, from + 8)
      .map(each => '<li role="option" style="height:20px">' + each + '</li>').join('') + gap(Math.max(0, hits.length - from - 8));
  };
  const open = () => { list.hidden = false; box.setAttribute('aria-expanded', 'true'); draw() };
  box.onclick = open; box.oninput = open; list.onscroll = draw;
  list.onclick = ({ target }) => {
    box.textContent = box.value = target.textContent; list.hidden = true; box.setAttribute('aria-expanded', 'false') };
</script>`;

const BOX = 'id="box" role="combobox" aria-controls="list" aria-expanded="false" aria-label="Item"';

const TAGS = `<div role="listbox" id="box" aria-multiselectable="true" aria-label="Tags">
  <div role="option" aria-selected="true">A</div><div role="option" aria-selected="false">B</div>
  <div role="option" aria-selected="false">C</div></div><script>
  box.onclick = ({ target }) =>
    target.setAttribute('aria-selected', target.getAttribute('aria-selected') !== 'true')</script>`;

describe('select in a list made by scripts', () => {
  test.each([
    ['click', 'Rome', 'Rome'],
    ['click', 'rm', 'Rome'],
    ['click', 'new york', 'New York'],
    ['mousedown', 'Rome', 'Rome'],
  ])('that opens elsewhere on %s chooses %s', async (event, wanted, held) => {
    await using _site = await openPage(browse, portal(event));

    const { stdout, code } = await browse('select', '#box', wanted);

    expect(code).toBe(0);
    expect(stdout).toStartWith('Selected an option in #box\n');
    expect(inside(stdout)).toContain(`holds "${held}"`);
    expect((await js('box.textContent')).replace(/\s+/g, ' ')).toBe(held);
  });

  test('refuses a disabled option', async () => {
    await using _site = await openPage(browse, portal('click'));

    const { stderr, code } = await browse('select', '#box', 'Atlantis');

    expect(code).toBe(1);
    expect(stderr).toBe(
      'Cannot select an option of "#box": it is disabled\nChoose another option.\n',
    );
  });

  test.each([
    ['typing its name', `<input ${BOX}>`],
    ['scrolling', `<button ${BOX}>Pick</button>`],
  ])('finds an option that is not drawn yet by %s', async (_, control) => {
    await using _site = await openPage(browse, virtual(control));

    const { stdout, code } = await browse('select', '#box', 'Item 150');

    expect(code).toBe(0);
    expect(inside(stdout)).toContain('holds "Item 150"');
    expect(await js('box.value')).toBe('Item 150');
  });

  test('puts back what a control held when nothing is called so', async () => {
    await using _site = await openPage(browse, virtual(`<input value="1" ${BOX}>`));

    const { stderr, code } = await browse('select', '#box', 'Zebra');

    expect(code).toBe(5);
    expect(stderr).toContain('Cannot select "Zebra" in "#box": no such option\nOptions: "Item 1"');
    expect(await js('box.value')).toBe('1');
  });

  test('adds to what is chosen and drops nothing', async () => {
    await using _site = await openPage(browse, TAGS);

    const { stdout } = await browse('select', '#box', 'A', 'C');

    expect(stdout).toStartWith('Selected 2 options in #box\n');
    expect(inside(stdout)).toMatch(/^~ @e\d+ \[option\] "C" \[selected\]/m);
    expect(await js(`[...box.children].map(each => each.ariaSelected)`)).toBe(
      '["true","false","true"]',
    );
  });

  test('says that nothing says so when the list does not answer to a click', async () => {
    await using _site = await openPage(
      browse,
      '<div role="listbox" id="box" aria-label="Dead"><div role="option">A</div></div>',
    );

    const { stdout } = await browse('select', '#box', 'A');

    expect(stdout).toStartWith(
      'Selected an option in #box, but nothing says that it is chosen → no visible effect\n',
    );
  });

  test('names what covers an option', async () => {
    await using _site = await openPage(
      browse,
      `<div role="listbox" id="box" aria-label="Cities"><div role="option">Rome</div></div>
       <div role="dialog" aria-label="Cookies" style="position:fixed;inset:0"></div>`,
    );

    const { stderr, code } = await browse('select', '#box', 'Rome', '--timeout', '1500');

    expect(code).toBe(1);
    expect(stderr).toStartWith('Cannot select an option of "#box": [dialog] "Cookies" covers it\n');
  });
});

describe('select in a native list', () => {
  test('says what it holds when the page chose otherwise', async () => {
    await using _site = await openPage(
      browse,
      '<select id="box" onchange="this.selectedIndex = 0"><option>A<option>B</select>',
    );

    const { stdout } = await browse('select', '#box', 'B');

    expect(stdout).toStartWith('Selected 1 of 2 options in #box, but it holds something else\n');
    expect(inside(stdout)).toContain('holds "A"');
  });

  test('refuses two options where one is taken', async () => {
    await using _site = await openPage(browse, '<select id="box"><option>A<option>B</select>');

    const { stderr, code } = await browse('select', '#box', 'A', 'B');

    expect(code).toBe(2);
    expect(stderr).toBe('Cannot select 2 options in "#box": it takes one\nGive one value.\n');
  });
});
