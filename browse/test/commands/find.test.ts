import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { footerOf, treeOf } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const PAGE = `<nav aria-label="Main"><a href="/save">Savings</a></nav>
  <main><ul aria-label="Cart"><li>Apple <button>Remove</button></li><li>Pear <button>Save for later</button></li></ul>
  <div onclick="">Save me</div><input aria-label="Note" value="saved"></main>
  <iframe srcdoc="<button>Save inside</button>"></iframe>`;

const withoutNumbers = (tree: string): string[] =>
  tree.split('\n').map(line => line.replace(/@([ec])\d+/, '@$1'));

describe('find', () => {
  test('shows matching lines below what they stand in, in any case and in frames', async () => {
    await using _site = await openPage(browse, PAGE);

    const { stdout } = await browse('find', 'SAVE');

    expect(withoutNumbers(treeOf(stdout))).toEqual([
      '@e [main]',
      '  @e [list] "Cart"',
      '    @e [listitem]',
      '      @e [button] "Save for later"',
      '  @c [generic] "Save me"',
      '  @e [textbox] "Note": saved',
      '@e [iframe]',
      '  @e [button] "Save inside"',
    ]);
    expect(footerOf(stdout)).toMatch(/4 matches of "SAVE": @e\d+ @c\d+ @e\d+ @e\d+/);
  });

  test('takes a pattern and a role', async () => {
    await using _site = await openPage(browse, PAGE);

    const { stdout } = await browse('find', '/^save .+r$/i', '--role', 'button');

    expect(treeOf(stdout)).toContain('"Save for later"');
    expect(treeOf(stdout)).not.toMatch(/inside|Savings/);
  });

  test('gives refs that act', async () => {
    await using _site = await openPage(browse, PAGE);
    const { stdout } = await browse('find', 'Remove');
    const ref = /Remove": (@e\d+)/.exec(stdout)?.[1] ?? '';

    const clicked = await browse('click', ref);

    expect(clicked.stdout).toContain(`${ref} [button] "Remove"`);
  });

  test('fails with a hint when nothing says it', async () => {
    await using _site = await openPage(browse, PAGE);

    const { code, stderr, stdout } = await browse('find', 'Checkout');

    expect(code).toBe(5);
    expect(stderr).toContain('Cannot find "Checkout": nothing on the page says it');
    expect(stdout).toBe('');
  });

  test('refuses a pattern that cannot be read', async () => {
    await using _site = await openPage(browse, PAGE);

    const answers = [await browse('find', '/(a/'), await browse('find', '/(?=a)b/')];

    expect(answers.map(({ code }) => code)).toEqual([2, 2]);
    expect(answers[1]?.stderr).toContain('no lookaround');
  });

  test('is not stalled by a pattern that backtracks without end', async () => {
    await using _site = await openPage(browse, `<p>${'a'.repeat(900)}!</p>`);

    const { code } = await browse('find', '/(a+)+$/');

    expect(code).toBe(5);
  });
});
