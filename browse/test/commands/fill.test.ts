import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

/** An input that a component draws anew from its own state, and which learns of changes by real input events only. */
const CONTROLLED = `<input id="field" aria-label="Name"><script>
  const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  let state = '', tracked = '';
  Object.defineProperty(field, 'value', {
    get() { return native.get.call(this) },
    set(value) { tracked = String(value); native.set.call(this, value) },
  });
  field.addEventListener('input', () => {
    const now = native.get.call(field);
    if (now !== tracked) { tracked = now; state = now }
    queueMicrotask(() => { if (field.value !== state) field.value = state });
  });
</script>`;

/** An input that takes one character at a time, as formatting libraries do. */
const KEY_BY_KEY = `<input id="field" aria-label="Phone"><script>
  let last = '';
  field.addEventListener('input', () => {
    if (field.value.length > last.length + 1) field.value = last;
    last = field.value;
  });
</script>`;

describe('fill', () => {
  test.each([
    ['a text field', '<input id="field" value="old" aria-label="F">', 'Ada Lovelace'],
    ['a textarea', '<textarea id="field" aria-label="F">old</textarea>', 'one\ntwo'],
    ['a number field', '<input id="field" type="number" aria-label="F">', '-12.5'],
    ['a date field', '<input id="field" type="date" aria-label="F">', '2026-01-31'],
    ['a search field', '<input id="field" type="search" aria-label="F">', 'cats'],
    ['an e-mail field', '<input id="field" type="email" aria-label="F">', 'ada@example.com'],
    ['a controlled input', CONTROLLED, 'Ada Lovelace'],
  ])('replaces the value of %s', async (_, html, value) => {
    await using _site = await openPage(browse, html);

    const { stdout, code } = await browse('fill', '#field', '--', value);

    expect(code).toBe(0);
    expect(stdout).toStartWith('Filled #field\n');
    expect(JSON.parse(await js('JSON.stringify(field.value)'))).toBe(value);
  });

  test('lets a controlled input keep its value in its own state', async () => {
    await using _site = await openPage(browse, CONTROLLED);

    await browse('fill', '#field', 'Ada');

    expect(await js('state')).toBe('Ada');
  });

  test('types key by key where a script undoes the change at once, and says so', async () => {
    await using _site = await openPage(browse, KEY_BY_KEY);

    const { stdout, code } = await browse('fill', '#field', '12345');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Filled #field by typing\n');
    expect(await js('field.value')).toBe('12345');
  });

  test('replaces what an editable element holds', async () => {
    await using _site = await openPage(
      browse,
      '<div id="field" contenteditable role="textbox" aria-label="Note">old <b>text</b></div>',
    );

    const { stdout, code } = await browse('fill', '#field', 'new text');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Filled #field');
    expect(await js('field.innerText.trim()')).toBe('new text');
  });

  test('takes the empty string for a value', async () => {
    await using _site = await openPage(browse, '<input id="field" value="old" aria-label="F">');

    const { stdout, code } = await browse('fill', '#field', '');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Filled #field\n');
    expect(await js('field.value.length')).toBe('0');
  });

  test.each(['--force', '-x', '-'])('takes %p for a value behind --', async value => {
    await using _site = await openPage(browse, '<input id="field" aria-label="F">');

    const { code } = await browse('fill', '#field', '--', value);

    expect(code).toBe(0);
    expect(await js('field.value')).toBe(value);
  });

  test('takes a negative number for a value without --', async () => {
    await using _site = await openPage(browse, '<input id="field" aria-label="F">');

    const { code } = await browse('fill', '#field', '-5');

    expect(code).toBe(0);
    expect(await js('field.value')).toBe('-5');
  });

  test('says what to type when a value looks like a flag', async () => {
    const { code, stderr } = await browse('fill', '#field', '--secret');

    expect(code).toBe(2);
    expect(stderr).toContain('Cannot use flag --secret: no such flag');
    expect(stderr).toContain('put -- before a value that starts with a dash');
  });

  test('reads its value from standard input', async () => {
    await using _site = await openPage(browse, '<textarea id="field"></textarea>');

    const { code } = await browse.run(['fill', '#field', '-'], { stdin: 'line one\nline two' });

    expect(code).toBe(0);
    expect(JSON.parse(await js('JSON.stringify(field.value)'))).toBe('line one\nline two');
  });

  test('keeps every character, whatever script it is in', async () => {
    await using _site = await openPage(browse, '<input id="field" aria-label="F">');
    const value = `Grüße "quoted" \\ back 日本語 👩‍💻 $HOME 'x'`;

    const { code } = await browse('fill', '#field', value);

    expect(code).toBe(0);
    expect(await js('field.value')).toBe(value);
  });

  test('says what a field holds that cut the value off', async () => {
    await using _site = await openPage(
      browse,
      `<input id="field" aria-label="Zip" oninput="this.value = this.value.slice(0, 5)">`,
    );

    const { stdout, code } = await browse('fill', '#field', '1234567');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Filled #field, but it holds something else\n');
    expect(inside(stdout)).toContain('holds "12345"');
  });

  test('obeys maxlength and says what the field holds', async () => {
    await using _site = await openPage(browse, '<input id="field" aria-label="Zip" maxlength="5">');

    const { stdout } = await browse('fill', '#field', '1234567');

    const held = await js('field.value');
    expect(held === '1234567' || inside(stdout).includes(`holds "${held}"`)).toBe(true);
    expect(held).toBe('12345');
  });

  test('says what a field holds that refuses every change', async () => {
    await using _site = await openPage(
      browse,
      `<input id="field" aria-label="Fixed" value="same" oninput="this.value = 'same'">`,
    );

    const { stdout } = await browse('fill', '#field', 'other');

    expect(stdout).toStartWith('Filled #field, but it holds something else');
    expect(inside(stdout)).toContain('holds "same"');
  });

  test('sends the form with --submit and says where the tab is', async () => {
    await using site = await openPage(browse, {
      '/': '<form action="/search"><input name="q" aria-label="Search"></form>',
      '/search': '<p>Found',
    });

    const { stdout } = await browse('fill', 'input', 'cats', '--submit');

    expect(stdout).toStartWith(
      `Filled input and pressed Enter → now at ${site.at('/search?q=cats')}`,
    );
  });

  test('does not tell of a label whose name holds the value', async () => {
    await using _site = await openPage(browse, '<label id="x">E-mail <input></label>');

    const { stdout } = await browse('fill', '#x', 'ada@example.com');

    expect(inside(stdout)).toMatch(/^~ @e\d+ \[textbox\] "E-mail" \[focused\]: ada@example.com$/m);
    expect(inside(stdout).match(/^~/gm)).toHaveLength(1);
  });

  test('fills the field that a label belongs to', async () => {
    await using _site = await openPage(
      browse,
      '<label for="field">E-mail</label><input id="field">',
    );

    const { code } = await browse('fill', 'text=E-mail', 'ada@example.com');

    expect(code).toBe(0);
    expect(await js('field.value')).toBe('ada@example.com');
  });

  test('never prints a password, not even in its data', async () => {
    await using _site = await openPage(browse, '<input type="password" aria-label="Secret">');
    const ref = await refOf(browse, '[textbox] "Secret"');

    const plain = await browse('fill', ref, 'hunter2hunter2');
    const json = await browse('fill', ref, 'hunter2hunter2x', '--json');

    expect(plain.stdout).toStartWith(`Filled ${ref}\n`);
    expect(plain.stdout + json.stdout).not.toContain('hunter2');
  });

  test('says how long a password is that the page changed, and no more', async () => {
    await using _site = await openPage(
      browse,
      `<input type="password" aria-label="Secret" oninput="this.value = this.value.slice(0, 4)">`,
    );

    const { stdout } = await browse('fill', 'input', 'hunter2');

    expect(inside(stdout)).toContain('holds [REDACTED — 4 chars]');
    expect(stdout).not.toContain('hunt');
  });

  test.each([
    ['checkbox', '<input type="checkbox" id="field">', 'Use `browse click #field`.'],
    ['radio', '<input type="radio" id="field">', 'Use `browse click #field`.'],
    ['button', '<button id="field">A</button>', 'Use `browse click #field`.'],
    ['combobox', '<select id="field"><option>A</select>', 'Use `browse select #field <value>`.'],
    [
      'combobox',
      '<label id="field">Colour <select><option>A</select></label>',
      'Use `browse select #field <value>`.',
    ],
    [
      'slider',
      '<div id="field" role="slider" tabindex="0" aria-valuenow="4">4</div>',
      'Use `browse click #field`, then `browse press ArrowRight`, `PageUp` or `End`.',
    ],
    [
      'spinbutton',
      '<div id="field" role="spinbutton" tabindex="0" aria-valuenow="4">4</div>',
      'Use `browse click #field`, then `browse press ArrowUp`, `PageUp` or `End`.',
    ],
    [
      'generic',
      '<div id="field">A</div>',
      'Use `browse click` for buttons and checkboxes, `browse select` for lists.',
    ],
  ])('refuses a %s and names the command for it', async (role, html, hint) => {
    await using _site = await openPage(browse, html);

    const { code, stderr } = await browse('fill', '#field', 'x', '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr).toBe(`Cannot fill "#field": [${role}] takes no text\n${hint}\n`);
  });

  test.each([
    ['disabled', '<input id="field" disabled>', 'it is disabled'],
    ['read-only', '<input id="field" readonly>', 'it is read-only'],
    ['invisible', '<input id="field" style="display:none">', 'it is not visible'],
  ])('says that a field is %s', async (_, html, why) => {
    await using _site = await openPage(browse, html);

    const { code, stderr } = await browse('fill', '#field', 'x', '--timeout', '1000');

    expect(stderr).toContain(why);
    expect(code).toBe(1);
  });

  test('says that a number field takes no letters', async () => {
    await using _site = await openPage(browse, '<input id="field" type="number">');

    const { code, stderr } = await browse('fill', '#field', 'many');

    expect(code).toBe(1);
    expect(stderr).toBe(
      'Cannot fill the element: it takes only numbers\nType a number such as 12.5\n',
    );
  });

  test('says that a date field holds nothing when the date cannot be read', async () => {
    await using _site = await openPage(browse, '<input id="field" type="date">');

    const { stdout } = await browse('fill', '#field', 'tomorrow');

    expect(stdout).toStartWith(
      'Filled #field, but it holds something else; it takes a date such as 2026-01-31\n',
    );
    expect(inside(stdout)).toContain('holds ""');
  });

  test.each([[['#field']], [['#field', 'a', 'b']]])('refuses the words %p', async words => {
    const { code, stderr } = await browse('fill', ...words);

    expect(code).toBe(2);
    expect(stderr).toContain('Usage: browse fill <target> <value> [--submit]');
  });
});
