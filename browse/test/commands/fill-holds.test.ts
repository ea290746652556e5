import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

/** An input as React controls one: it tracks what was set, and draws what its state makes of each input event. */
const controlled = (next: string): string => `<input id="field" aria-label="F"><script>
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  let tracked = '', state = '';
  Object.defineProperty(field, 'value', {
    get() { return native.get.call(this) },
    set(value) { tracked = String(value); native.set.call(this, value) },
  });
  field.addEventListener('input', () => {
    const value = native.get.call(field);
    if (value === tracked) return;
    tracked = value; state = (${next})(value, state); field.value = state;
  });
</script>`;

const PHONE = `value => {
  const digits = value.replace(/\\D/g, '').slice(0, 10);
  return digits.length < 7 ? digits : '(' + digits.slice(0, 3) + ') ' + digits.slice(3, 6) + '-' + digits.slice(6);
}`;

/** An editor that draws its own model anew at every key and lets the browser write nothing. */
const EDITOR = `<div id="field" contenteditable role="textbox" aria-label="F"><p>old</p></div><script>
  let model = 'old';
  field.addEventListener('beforeinput', event => {
    event.preventDefault();
    const chosen = getSelection().isCollapsed ? '' : getSelection().toString().trim();
    const kept = chosen === '' ? model : model.replace(chosen, '');
    model = event.data === null ? kept : kept + event.data;
    field.innerHTML = '<p>' + model + '</p>';
    getSelection().selectAllChildren(field); getSelection().collapseToEnd();
  });
</script>`;

describe('fill says what a field holds', () => {
  test.each([
    ['that upper-cases', controlled('value => value.toUpperCase()'), 'ada', 'ADA'],
    ['that drops letters', controlled(`value => value.replace(/\\D/g, '')`), '12ab34', '1234'],
    [
      'that rejects a value with letters, key by key',
      controlled('(value, state) => /^\\d*$/.test(value) ? value : state'),
      '12ab34',
      '1234',
    ],
    ['that formats a phone number', controlled(PHONE), '5551234567', '(555) 123-4567'],
    ['of five characters', '<textarea id="field" maxlength="5"></textarea>', '1234567', '12345'],
    ['of a range', '<input id="field" type="range" max="10">', '70', '10'],
    ['of an address', '<input id="field" type="email">', ' a@b.c ', 'a@b.c'],
    [
      'that is put right later',
      `<input id="field" oninput="requestAnimationFrame(() => { this.value = 'fixed' })">`,
      'other',
      'fixed',
    ],
  ])('%s', async (_, html, value, held) => {
    await using _site = await openPage(browse, html);

    const { stdout, code } = await browse('fill', '#field', '--', value);

    expect(code).toBe(0);
    expect(stdout).toStartWith('Filled #field, but it holds something else');
    expect(inside(stdout)).toContain(`holds "${held}"`);
    expect(await js('field.value')).toBe(held);
  });
});

describe('fill writes', () => {
  test.each([
    ['color', '#FF0000', '#ff0000'],
    ['range', '7.0', '7'],
    ['time', '12:30', '12:30'],
    ['month', '2026-01', '2026-01'],
    ['week', '2026-W05', '2026-W05'],
    ['datetime-local', '2026-01-31T12:30', '2026-01-31T12:30'],
  ])('into an input of type %s, and the page hears of it', async (type, value, held) => {
    await using _site = await openPage(
      browse,
      `<input id="field" type="${type}" aria-label="F"><script>
         const events = []; for (const type of ['input', 'change']) field.addEventListener(type, () => events.push(type))</script>`,
    );

    const { stdout } = await browse('fill', '#field', value);

    expect(stdout).toStartWith('Filled #field\n');
    expect(JSON.parse(await js('[field.value, ...events]'))).toEqual([held, 'input', 'change']);
  });

  test('into an editor that draws itself anew at every key', async () => {
    await using _site = await openPage(browse, EDITOR);

    const { stdout } = await browse('fill', '#field', 'hello there');

    expect(stdout).toStartWith('Filled #field');
    expect(stdout).not.toContain('something else');
    expect(await js('model')).toBe('hello there');
  });

  test('several lines into an editor', async () => {
    await using _site = await openPage(
      browse,
      '<div id="field" contenteditable role="textbox" aria-label="F">old</div>',
    );

    const { stdout } = await browse('fill', '#field', 'one\ntwo');

    expect(stdout).toStartWith('Filled #field\n');
  });

  test('never types into a date what it cannot be', async () => {
    await using _site = await openPage(browse, '<input id="field" type="date">');

    const { stdout } = await browse('fill', '#field', '31.01.2026');

    expect(stdout).toStartWith('Filled #field, but it holds something else; it takes a date');
    expect(await js('field.value.length')).toBe('0');
  });
});
