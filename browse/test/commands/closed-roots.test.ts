import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { treeOf } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const FORM = `<button onclick="this.textContent = 'Paid'">Pay</button><label>Card <input></label>
  <label>Plan <select><option>Free</option><option>Gold</option></select></label>
  <button onmouseenter="this.textContent = 'Hovered'">Hover</button>`;
const PAGE = `<h1>Shop</h1><x-pay><template shadowrootmode="closed">${FORM}</template></x-pay>`;

const FRAMES: Readonly<Record<string, string>> = {
  'the page': PAGE,
  'a frame': '<iframe src="/inner"></iframe>',
  'a frame of another origin': `<iframe></iframe><script>
    document.querySelector('iframe').src = location.href.replace('127.0.0.1', 'localhost') + 'inner'</script>`,
};

describe.each(Object.keys(FRAMES))('a closed shadow root in %s', where => {
  const open = async (): Promise<AsyncDisposable> => {
    const site = await openPage(browse, { '/': FRAMES[where] ?? '', '/inner': PAGE });
    await browse('wait', 'text=Shop');
    return site;
  };

  test('is in the snapshot', async () => {
    await using _site = await open();
    const { stdout } = await browse('snapshot', '-i');
    expect(treeOf(stdout)).toMatch(/@e\d+ \[button\] "Pay"/);
    expect(treeOf(stdout)).toMatch(/@e\d+ \[textbox\] "Card"/);
  });

  test('holds what can be clicked, and the click says its effect', async () => {
    await using _site = await open();
    const pay = await refOf(browse, '[button] "Pay"');
    const { stdout, code } = await browse('click', pay);
    expect(code).toBe(0);
    expect(stdout).toContain(`~ ${pay} [button] "Paid"`);
  });

  test('holds what can be filled, selected and hovered', async () => {
    await using _site = await open();
    const filled = await browse('fill', await refOf(browse, '[textbox] "Card"'), '4242');
    const selected = await browse('select', await refOf(browse, '[combobox] "Plan"'), 'Gold');
    const hovered = await browse('hover', await refOf(browse, '[button] "Hover"'));
    const { stdout } = await browse('snapshot', '-i');

    expect([filled.code, selected.code, hovered.code]).toEqual([0, 0, 0]);
    expect(treeOf(stdout)).toMatch(/\[textbox\] "Card".*: 4242/);
    expect(treeOf(stdout)).toContain('[combobox] "Plan": Gold');
    expect(treeOf(stdout)).toContain('[button] "Hovered"');
  });
});

test('what covers something in a closed shadow root is named', async () => {
  await using _site = await openPage(
    browse,
    `${PAGE}<div role="dialog" aria-label="Cookies" style="position: fixed; inset: 0">We use cookies</div>`,
  );
  const pay = await refOf(browse, '[button] "Pay"');
  const { code, stderr } = await browse('click', pay, '--timeout', '2000');
  expect(code).toBe(1);
  expect(stderr).toContain('[dialog] "Cookies" covers it');
});

test('something in a closed shadow root that covers the page is named', async () => {
  const overlay =
    '<div role="dialog" aria-label="Cookies" style="position: fixed; inset: 0">We use cookies</div>';
  await using _site = await openPage(
    browse,
    `<button>Pay</button><div><template shadowrootmode="closed">${overlay}</template></div>`,
  );
  const pay = await refOf(browse, '[button] "Pay"');
  const { code, stderr } = await browse('click', pay, '--timeout', '2000');
  expect(code).toBe(1);
  expect(stderr).toContain('[dialog] "Cookies" covers it');
});

test('a closed shadow root is found again after a reload', async () => {
  await using _site = await openPage(browse, PAGE);
  const before = await refOf(browse, '[button] "Pay"');
  await browse('reload');
  const after = await refOf(browse, '[button] "Pay"');
  expect(after).not.toBe(before);
  expect((await browse('click', after)).code).toBe(0);
});
