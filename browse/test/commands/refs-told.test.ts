import { afterAll, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { refIn } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** Rows that are given to other things, as lists do that reuse what is drawn. */
const PAGE = `<button id="go" onclick="recycle()">Recycle</button><ul id="list"></ul><script>
  for (let i = 0; i < 30; i++) list.innerHTML += '<li><button>Delete ' + i + '</button></li>';
  let round = 0;
  function recycle() {
    round += 100;
    [...list.querySelectorAll('button')].forEach((button, i) => (button.textContent = 'Delete ' + (i + round)));
  }
  list.onclick = ({ target }) => (document.title = 'did ' + target.textContent);
</script>`;

test.each([
  ['an effect that --quiet leaves out', [['click', '#go', '--quiet']]],
  [
    'lines beyond the budget',
    [
      ['js', 'recycle(); 0'],
      ['snapshot', '-i', '--max', '3'],
    ],
  ],
  [
    'lines below the depth',
    [
      ['js', 'recycle(); 0'],
      ['snapshot', '-d', '0'],
    ],
  ],
  [
    'lines that find does not show',
    [
      ['js', 'recycle(); 0'],
      ['find', 'Recycle'],
    ],
  ],
  [
    'a picture without its legend',
    [
      ['js', 'recycle(); 0'],
      ['snapshot', '-i', '-a', '--max', '2', '-o', 'x.png'],
    ],
  ],
  ['the rest of an earlier capture', [['js', 'recycle(); 0'], ['find', 'Recycle'], ['url']]],
])('a ref is not called by %s', async (_, steps) => {
  await using _site = await openPage(browse, PAGE);
  const { stdout } = await browse('snapshot', '-i');
  const ref = refIn(stdout, '"Delete 29"');
  for (const words of steps) expect(await browse(...words)).toMatchObject({ code: 0 });

  const { code, stderr } = await browse('click', ref);

  expect(code).toBe(5);
  expect(stderr).toContain('was [button] "Delete 29", now [button] "Delete 129"');
});

test.each([
  ['a snapshot', ['snapshot', '-i']],
  ['find', ['find', 'Delete 129']],
  ['a diff', ['snapshot', '-i', '-D']],
])('a ref is called by what %s shows', async (_, words) => {
  await using _site = await openPage(browse, PAGE);
  const { stdout } = await browse('snapshot', '-i');
  const ref = refIn(stdout, '"Delete 29"');
  await browse('js', 'recycle(); 0');
  await browse(...words);

  const clicked = await browse('click', ref);

  expect(clicked.stdout).toContain(`${ref} [button] "Delete 129"`);
});
