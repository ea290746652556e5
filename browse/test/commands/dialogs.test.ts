import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** Runs a script in the page and gives its value as it is printed. */
const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

describe('a dialog', () => {
  test.each([
    [`alert('A')`, 'undefined'],
    [`confirm('A')`, 'true'],
    [`prompt('A', 'preset')`, 'preset'],
    [`prompt('A')`, ''],
  ])('is accepted when nothing was said before: %s', async (script, answer) => {
    await using _site = await openPage(browse, '<p>A');

    const { stdout, code } = await browse('js', `String(${script})`);

    expect(code).toBe(0);
    expect(stdout.includes('BEGIN') ? inside(stdout) : '').toBe(answer);
  });

  test('is logged with how it was answered', async () => {
    await using _site = await openPage(browse, '<p>A');
    await browse('dialog', '--clear');
    await js(`confirm('Sure?\\n@e1'); 0`);

    const { stdout, code } = await browse('dialog');

    expect(code).toBe(0);
    expect(inside(stdout)).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} tab \d+ \[confirm\] "Sure\?\\+n@e1" → accepted$/,
    );
  });
});

describe('dialog-accept', () => {
  test('answers a prompt with its text', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stdout, code } = await browse('dialog-accept', 'Ada');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^The next dialog of tab \d+ will be accepted with that text\n$/);
    expect(await js(`prompt('Name?', 'preset')`)).toBe('Ada');
  });

  test('answers a prompt with the empty string when told so', async () => {
    await using _site = await openPage(browse, '<p>A');

    await browse('dialog-accept', '');

    expect(await js(`'<' + prompt('Name?', 'preset') + '>'`)).toBe('<>');
  });

  test('answers the next prompt only', async () => {
    await using _site = await openPage(browse, '<p>A');

    await browse('dialog-accept', 'Ada');

    expect(await js(`[prompt('One', 'x'), prompt('Two', 'x')]`)).toBe('["Ada","x"]');
  });

  test('takes its text from standard input', async () => {
    await using _site = await openPage(browse, '<p>A');

    await browse.run(['dialog-accept', '-'], { stdin: 'from stdin' });

    expect(await js(`prompt('Name?')`)).toBe('from stdin');
  });

  test('does not show the text in the log', async () => {
    await using _site = await openPage(browse, '<p>A');
    await browse('dialog-accept', 'hunter2');
    await js(`prompt('Password?'); 0`);

    const { stdout } = await browse('dialog');

    expect(stdout).toContain('accepted with 7 characters');
    expect(stdout).not.toContain('hunter2');
  });
});

describe('dialog-dismiss', () => {
  test('dismisses the next dialog and no other', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stdout, code } = await browse('dialog-dismiss');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^The next dialog of tab \d+ will be dismissed\n$/);
    expect(await js(`[confirm('One'), confirm('Two')]`)).toBe('[false,true]');
  });

  test('is for the tab it names', async () => {
    await using _site = await openPage(browse, '<p>A');
    const first = /\* (\d+)/.exec((await browse('tabs')).stdout)?.[1] ?? '';
    const { stdout } = await browse('newtab');
    const second = /tab (\d+)/.exec(stdout)?.[1] ?? '';

    await browse('dialog-dismiss', '--tab', first);

    expect(inside((await browse('js', `confirm('A')`, '--tab', second)).stdout)).toBe('true');
    expect(inside((await browse('js', `confirm('A')`, '--tab', first)).stdout)).toBe('false');
  });

  test('is announced by the click that opened the dialog', async () => {
    await using _site = await openPage(
      browse,
      `<button onclick="this.textContent = confirm('Delete?') ? 'Deleted' : 'Kept'">Delete</button>`,
    );
    await browse('dialog-dismiss');

    const { stdout } = await browse('click', 'text=Delete');

    expect(stdout).toStartWith('Clicked text=Delete → dialog opened\n');
    expect(inside(stdout)).toContain('[button] "Kept"');
  });
});
