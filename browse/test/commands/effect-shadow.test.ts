import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** Clicks a button beside an open shadow root `root`, which holds a paragraph and a box that scrolls. */
async function clickThatDoes(script: string): Promise<string> {
  await using _site = await openPage(
    browse,
    `<div id="host"><b>Slotted</b></div><button id="go">Go</button><script>
      const root = host.attachShadow({ mode: 'open' });
      root.innerHTML = '<style>.gone { display: none }</style><slot></slot><p>One</p><p class="gone">Unseen</p>' +
        '<div id="box" style="height:50px;overflow:auto"><div style="height:900px">Tall</div></div>';
      const p = root.querySelector('p'), box = root.querySelector('#box');
      go.onclick = () => { ${script} }</script>`,
  );
  return (await browse('click', '#go')).stdout;
}

describe('a click that works in an open shadow root', () => {
  test.each([
    ['sets text', `p.textContent = 'Two'`, '+ text "Two"'],
    ['writes directly in the root', `root.append('Bare')`, '+ text "Bare"'],
    ['shows what was hidden', `root.querySelector('.gone').className = ''`, '+ text "Unseen"'],
    [
      'inserts a section',
      `p.insertAdjacentHTML('afterend', '<section>Three</section>')`,
      '+ text "Three"',
    ],
    [
      'adds a component in it',
      `const inner = document.createElement('x-y'); root.append(inner);
        inner.attachShadow({ mode: 'open' }).innerHTML = '<p>Nested</p>'`,
      '+ text "Nested"',
    ],
  ])('and %s tells the text', async (_, script, line) => {
    const text = await clickThatDoes(script);

    expect(inside(text)).toContain(line);
    expect(text).not.toContain('no visible effect');
  });

  test('and hides a paragraph does not claim that nothing came of it', async () => {
    expect(await clickThatDoes('p.hidden = true')).not.toContain('no visible effect');
  });

  test('and scrolls a box says so', async () => {
    expect(await clickThatDoes('box.scrollTop = 200')).toStartWith('Clicked #go → scrolled\n');
  });

  test('and changes what nobody sees has no visible effect', async () => {
    const text = await clickThatDoes(`root.querySelector('.gone').textContent = 'Still unseen'`);

    expect(text).toContain('no visible effect');
  });
});
