import { afterAll, beforeAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';
import type { Site } from '../support/site.ts';

const browse = await startBrowse();
let site: Site;

const ROWS = `<table id="rows">${Array.from(
  { length: 10_000 },
  (_, row) =>
    `<tr id="r${row}"><td>${row}</td><td><a href="/item/${row}">Story ${row}</a></td><td><button aria-label="vote ${row}">^</button></td></tr>`,
).join('')}</table>`;

beforeAll(async () => {
  site = await openPage(
    browse,
    `<div role="alert" id="alert"></div><p id="p">Text</p><details><summary>More</summary><a href="/t">Terms</a></details>
     <button id="go">Go</button>${ROWS}<div id="end"></div>`,
  );
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await browse[Symbol.asyncDispose]();
});

/** Clicks the one button after giving it something to do. */
async function clickThatDoes(script: string): Promise<string> {
  await browse('js', `go.onclick = () => { ${script} }; 0`);
  return (await browse('click', '#go')).stdout;
}

describe('on a page of 10 000 rows a click', () => {
  test('without effect has none', async () => {
    expect(await clickThatDoes('window.quietly = 1')).toStartWith(
      'Clicked #go → no visible effect',
    );
  });

  test.each([
    [
      'that adds a row lists what is in it',
      `rows.insertAdjacentHTML('beforeend', '<tr><td><a href=/new>New story</a></td></tr>')`,
      /^\+ @e\d+ \[link\] "New story"/m,
    ],
    [
      'that disables a button tells that',
      `document.querySelector('#r7 button').disabled = true`,
      /^~ @e\d+ \[button\] "vote 7" \[disabled\]/m,
    ],
    [
      'that renames a link tells that',
      `document.querySelector('#r9999 a').textContent = 'Gone stale'`,
      /^~ @e\d+ \[link\] "Gone stale"/m,
    ],
    [
      'that says something in an alert repeats it',
      `document.getElementById('alert').textContent = 'Saved'`,
      /^! alert "Saved"/m,
    ],
    ['that writes a text tells the text', `p.textContent = 'Total 12'`, /^\+ text "Total 12"/m],
    [
      'that opens a disclosure lists what it shows',
      `document.querySelector('details').open = true`,
      /^\+ @e\d+ \[link\] "Terms"/m,
    ],
    [
      'that opens a dialog lists it',
      `end.innerHTML = '<dialog aria-label=Sure><button>Yes</button></dialog>'; end.firstChild.showModal(); setTimeout(() => 0)`,
      /^\+ @e\d+ \[button\] "Yes"/m,
    ],
  ])('%s', async (_, script, line) => {
    expect(inside(await clickThatDoes(script))).toMatch(line);
    await browse('js', `end.replaceChildren(); 0`);
  });

  test('that opens a popover lists what is in it', async () => {
    await browse('js', `end.innerHTML = '<div id=pop popover><button>Option A</button></div>'; 0`);

    expect(inside(await clickThatDoes('pop.showPopover()'))).toMatch(
      /^\+ @e\d+ \[button\] "Option A"/m,
    );
    await browse('js', 'pop.hidePopover(); 0');
  });

  test('that removes a row lists what was in it, once a snapshot showed it', async () => {
    await browse('snapshot', '-i', '--all');

    const text = await clickThatDoes(`document.getElementById('r5').remove()`);

    expect(inside(text)).toMatch(/^- @e\d+ \[link\] "Story 5"/m);
    expect(inside(text)).toMatch(/^- @e\d+ \[button\] "vote 5"/m);
  });
});
