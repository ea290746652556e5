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

describe('a description', () => {
  test.each([
    [
      'is what is referred to',
      '<i id=a>One</i><i id=b hidden>Two</i><button id=x aria-describedby="a b">N',
      'One Two',
    ],
    ['is what is said outright', '<button id=x aria-description="Said  so" title=Tip>N', 'Said so'],
    [
      'is what is referred to rather than said',
      '<i id=a>One</i><button id=x aria-describedby=a aria-description=B>N',
      'One',
    ],
    ['is the tip', '<button id=x title=Tip>N', 'Tip'],
    [
      'is the tip when the reference leads nowhere',
      '<button id=x title=Tip aria-describedby=no>N',
      'Tip',
    ],
    ['is not the tip that is the name', '<button id=x title=Tip></button>', undefined],
    ['is not what the name says', '<i id=a>N</i><button id=x aria-describedby=a>N', undefined],
    [
      'is the caption that is not the name',
      '<table id=x aria-label=L><caption>Cap</caption><tr><td>1</table>',
      'Cap',
    ],
    [
      'is the summary of a table with a caption',
      '<table id=x summary=Sum><caption>Cap</caption><tr><td>1</table>',
      'Sum',
    ],
    [
      'is the text of a button that is called otherwise',
      '<input id=x type=submit value=Send aria-label=L>',
      'Send',
    ],
    [
      'is what a drawing says of itself',
      '<svg id=x width=9 height=9 aria-label=L><desc>Desc</desc></svg>',
      'Desc',
    ],
    ['is missing', '<button id=x class=y>N', undefined],
  ] as const)('%s', async (_, html, description) => {
    await engine.show(html);

    const described = await engine.ask('describe', {}, '#x');

    expect(described.description).toBe(description);
  });

  test('is one line of bounded length', async () => {
    await engine.show(`<p id=a>${'word\n'.repeat(5000)}</p><button id=x aria-describedby=a>N`);

    const { description = '' } = await engine.ask('describe', {}, '#x');

    expect(description).toEndWith('… [cut]');
    expect(description.length).toBeLessThan(320);
    expect(description).not.toContain('\n');
  });

  test('is found through a reference that a script made', async () => {
    await engine.show('<i>One</i><button id=x>N');
    await engine.page.evaluate(
      `document.querySelector('#x').ariaDescribedByElements = [document.querySelector('i')]; 0`,
    );

    const { description } = await engine.ask('describe', {}, '#x');

    expect(description).toBe('One');
  });
});
