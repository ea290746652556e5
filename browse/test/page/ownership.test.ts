import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, type EnginePage } from './support.ts';

let browser: Browser;
let engine: EnginePage;

beforeAll(async () => {
  browser = await openBrowser();
  engine = await openPage(browser);
});
afterAll(() => browser.close());

async function treeOf(body: string): Promise<string[]> {
  await engine.page.goto('about:blank');
  await engine.page.evaluate(`document.body.setHTMLUnsafe(${JSON.stringify(body)})`);
  return await engine.full();
}

describe('aria-owns', () => {
  test('moves what is in the same shadow tree, in the first snapshot', async () => {
    const tree = await treeOf(`<div><template shadowrootmode=open>
      <div role=list aria-label=L aria-owns=i></div><p>Between</p><div role=listitem id=i>A</div></template></div>`);

    expect(tree).toEqual([
      'list "L"',
      '  listitem',
      '    text "A"',
      'paragraph',
      '  text "Between"',
    ]);
  });

  test('does not reach into a shadow tree or out of it', async () => {
    const tree =
      await treeOf(`<div role=list aria-label=L aria-owns=i></div><div><template shadowrootmode=open>
      <div role=list aria-label=M aria-owns=o></div><div role=listitem id=i>A</div></template></div><p id=o>O</p>`);

    expect(tree).toEqual([
      'list "L"',
      'list "M"',
      'listitem',
      '  text "A"',
      'paragraph',
      '  text "O"',
    ]);
  });

  test('of a field leaves what it names where it is', async () => {
    const tree = await treeOf(
      '<input aria-label=F aria-owns=l><div role=listbox id=l aria-label=L><div role=option>A</div></div>',
    );

    expect(tree).toEqual(['textbox "F"', 'listbox "L"', '  option "A"']);
  });
});

test('an option that is not displayed is not offered', async () => {
  const tree = await treeOf(
    '<select aria-label=S size=3><option>A<option hidden>B<option style="display:none">C<option disabled>D</select>',
  );

  expect(tree).toEqual(['listbox "S"', '  option "A"', '  option "D" [disabled]']);
});
