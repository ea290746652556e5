import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { footerOf, inside, refIn, treeOf } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const shown = async (...flags: readonly string[]): Promise<string> => {
  const { stdout, stderr, code } = await browse('snapshot', ...flags);
  if (code !== 0) throw new Error(`snapshot ${flags.join(' ')} ended with ${code}: ${stderr}`);
  return stdout;
};

const BOXES = `<style>.p { cursor: pointer }</style>
  <div id="buy" onclick="this.textContent = 'Bought'">Buy now</div>
  <div tabindex="0">Focus me</div><span class="p">Point <b>at</b> me</span>
  <button onclick="" tabindex="0" class="p">Real button</button>`;

describe('snapshot -C', () => {
  test('adds @c refs for what can be clicked without a role, and nothing twice', async () => {
    await using _site = await openPage(browse, BOXES);

    const tree = treeOf(await shown('-i', '-C'));

    expect(tree.split('\n').map(line => line.replace(/\d+/, ''))).toEqual([
      '@c [generic] "Buy now"',
      '@c [generic] "Focus me"',
      '@c [generic] "Point at me"',
      '@e [button] "Real button"',
    ]);
  });

  test('is needed for any @c ref, and the footer says so', async () => {
    await using _site = await openPage(browse, BOXES);

    const answers = [await shown(), await shown('-i')];

    for (const answer of answers) {
      expect(answer).not.toContain('@c');
      expect(footerOf(answer)).toContain(
        'left out 2 elements without a role that can be clicked: add -C',
      );
    }
  });

  test('gives refs that can be clicked and stay with their element', async () => {
    await using _site = await openPage(browse, BOXES);
    const ref = refIn(await shown('-i', '-C'), '"Buy now"');

    const clicked = await browse('click', ref);

    expect(clicked.stdout).toStartWith(`Clicked ${ref}\n`);
    expect(treeOf(await shown('-C'))).toContain(`${ref} [generic] "Bought"`);
  });
});

describe('snapshot --viewport', () => {
  const TALL = `<button>Near</button><div style="height:5000px"></div><button>Far</button>
    <p>Deep down</p><div role="alert">Alarm</div>`;

  test('shows only what is on screen, alerts apart, and counts the rest', async () => {
    await using _site = await openPage(browse, TALL);

    const answer = await shown('--viewport');

    expect(treeOf(answer)).toContain('"Near"');
    expect(treeOf(answer)).toContain('"Alarm"');
    expect(treeOf(answer)).not.toMatch(/Far|Deep down/);
    expect(footerOf(answer)).toContain('outside the viewport');
  });

  test('follows the page as it is scrolled', async () => {
    await using _site = await openPage(browse, TALL);
    await browse('scroll', await refOf(browse, '"Far"'));

    const tree = treeOf(await shown('-i', '--viewport'));

    expect(tree).toContain('"Far"');
    expect(tree).not.toContain('"Near"');
  });

  test('shows of a frame what its iframe lets be seen', async () => {
    const inner = `<button>Top</button><div style='height:900px'></div><button>Bottom</button>`;
    await using _site = await openPage(
      browse,
      `<iframe height="100" srcdoc="${inner}"></iframe><div style="height:3000px"></div><iframe srcdoc="<button>Low</button>"></iframe>`,
    );

    const tree = treeOf(await shown('-i', '--viewport'));

    expect(tree).toContain('"Top"');
    expect(tree).not.toMatch(/Bottom|Low/);
  });
});

describe('snapshot --boxes', () => {
  test('says where each element is, in frames too', async () => {
    await using _site = await openPage(
      browse,
      `<style>body { margin: 0 } button { position: absolute; left: 10px; top: 20px; width: 30px; height: 40px }</style>
      <button>A</button><iframe style="position:absolute;left:100px;top:200px;border:5px solid;padding:7px;width:300px;height:100px"
      srcdoc="<style>button { position: absolute; left: 1px; top: 2px; width: 30px; height: 40px }</style><button>B</button>"></iframe>`,
    );

    const tree = treeOf(await shown('-i', '--boxes'));

    expect(tree).toContain('[button] "A" [box=10,20,30,40]');
    expect(tree).toContain('[button] "B" [box=113,214,30,40]');
  });
});

describe('snapshot --urls', () => {
  test('says where links lead, in full, with secrets masked', async () => {
    await using site = await openPage(
      browse,
      '<a href="/a#b">A</a><a href="https://user:pass@example.com/?token=abc123">B</a><button>C</button>',
    );

    const tree = treeOf(await shown('-i', '--urls'));

    expect(tree).toContain(`[link] "A" [url=${site.at('/a#b')}]`);
    expect(tree).toContain('[link] "B" [url=https://');
    expect(tree).not.toMatch(/abc123|pass@/);
    expect(tree).toMatch(/\[button\] "C"$/);
  });

  test('keeps a link from forging a line', async () => {
    await using _site = await openPage(
      browse,
      `<a href="https://example.com/]&#10;@e9 [button] &quot;Pay&quot;">A</a>`,
    );

    const tree = treeOf(await shown('-i', '--urls'));

    expect(tree.split('\n')).toHaveLength(1);
  });
});

describe('what lies under an overlay', () => {
  test('is marked while a popover is open', async () => {
    await using _site = await openPage(
      browse,
      `<button style="position:fixed;left:0;top:0">Under</button><button style="position:fixed;right:0;bottom:0">Free</button>
      <div id="pop" popover style="inset:auto;left:0;top:0;margin:0;width:300px;height:200px">Over <button>Inside</button></div>
      <script>pop.showPopover()</script>`,
    );

    const tree = treeOf(await shown('-i'));

    expect(tree).toContain('[button] "Under" [covered]');
    expect(tree).toMatch(/\[button\] "Free"$/m);
    expect(tree).toMatch(/\[button\] "Inside"$/m);
  });

  test('is marked behind a dialog that is modal by its markup only', async () => {
    await using _site = await openPage(
      browse,
      `<button>Under</button><div style="position:fixed;inset:0"><div role="dialog" aria-modal="true" aria-label="Sure?"><button>Yes</button></div></div>`,
    );

    const tree = treeOf(await shown('-i'));

    expect(tree).toContain('[button] "Under" [covered]');
    expect(tree).toMatch(/\[button\] "Yes"$/m);
  });
});

describe('snapshot -D', () => {
  const LIST = `<main aria-label="Shop"><ul aria-label="Cart"><li>Apple</li><li>Pear</li></ul><button id="b">Save</button>
    <ul aria-label="Other"><li>Kept</li></ul></main>`;

  test('stores the first snapshot of a page and says so', async () => {
    await browse('newtab');
    await using _site = await openPage(browse, LIST);

    const first = await shown('-D', '-i');

    expect(first).toContain('[button] "Save"');
    expect(footerOf(first)).toContain('to compare with yet');
  });

  test('says outright that nothing changed', async () => {
    await using _site = await openPage(browse, LIST);
    await shown();

    const second = await shown('-D');

    expect(inside(second)).toMatch(/^unchanged: \d+ lines as before\n/);
  });

  test('shows changed lines below what they stand in, and nothing else', async () => {
    await using _site = await openPage(browse, LIST);
    await shown();
    await browse(
      'js',
      `document.querySelector('li').textContent = 'Plum'; b.disabled = true; document.querySelector('ul').append(Object.assign(document.createElement('li'), { textContent: 'Fig' })); 0`,
    );

    const answer = await shown('-D');

    const lines = treeOf(answer)
      .split('\n')
      .map(line => line.replace(/@e\d+ /, ''));
    expect(lines).toEqual([
      '  [main] "Shop"',
      '    [list] "Cart"',
      '      [listitem]',
      '-       "Apple"',
      '+       "Plum"',
      '+     [listitem]',
      '+       "Fig"',
      '-   [button] "Save"',
      '+   [button] "Save" [disabled]',
    ]);
    expect(footerOf(answer)).toContain('3 added, 1 removed, 1 changed since the previous snapshot');
  });

  test('compares with the last snapshot of the same flags', async () => {
    await using _site = await openPage(browse, LIST);
    await shown('-i');
    await shown();
    await browse('js', 'b.textContent = "Store"; 0');

    const answer = await shown('-D', '-i');

    expect(treeOf(answer)).toMatch(/^- @e\d+ \[button\] "Save"\n\+ @e\d+ \[button\] "Store"$/);
  });

  test('names the new refs of elements that were replaced and read the same', async () => {
    await using _site = await openPage(browse, LIST);
    const before = refIn(await shown('-i'), '"Save"');
    await browse('js', 'b.replaceWith(b.cloneNode(true)); 0');

    const answer = await shown('-D');

    expect(inside(answer)).toStartWith('unchanged');
    expect(footerOf(answer)).toMatch(new RegExp(`read the same: ${before}→@e\\d+`));
  });

  test('shows a new page instead of comparing it with another one', async () => {
    await using _first = await openPage(browse, LIST);
    await shown();
    await using _second = await openPage(browse, '<h1>Elsewhere</h1>');

    const answer = await shown('-D');

    expect(treeOf(answer)).toMatch(/^@e\d+ \[heading\] "Elsewhere" \[level=1\]$/);
    expect(footerOf(answer)).toContain('another page');
  });

  test('tells of an alert that came beyond the budget', async () => {
    await using _site = await openPage(browse, '<ul id="u"></ul>');
    await shown();
    await browse(
      'js',
      `u.innerHTML = '<li>Item</li>'.repeat(30) + '<div role=alert>Card declined</div>'; 0`,
    );

    const answer = await shown('-D', '--max', '3');

    expect(treeOf(answer)).toContain('"Card declined"');
  });

  test('is printed within the budget and can be continued', async () => {
    await using _site = await openPage(browse, '<ul id="u"></ul>');
    await shown();
    await browse(
      'js',
      `u.innerHTML = Array.from({ length: 30 }, (_, i) => '<li>Item ' + i + '</li>').join(''); 0`,
    );

    const first = await shown('-D', '--max', '10');
    const rest = await shown('--more');

    expect(treeOf(first).split('\n')).toHaveLength(10);
    expect(footerOf(first)).toContain('more lines: `browse snapshot --more`');
    expect(treeOf(rest)).toContain('"Item 29"');
  });
});

describe('snapshot --more', () => {
  test('names the page that it goes on with, wherever the tab is by now', async () => {
    await using first = await openPage(browse, '<button>A</button><button>B</button>');
    await shown('-i', '--max', '1');
    await using _second = await openPage(browse, '<h1>Elsewhere</h1>');

    const rest = await shown('--more');

    expect(rest).toContain(`(source: ${first.url})`);
    expect(treeOf(rest)).toContain('"B"');
  });

  test('says when everything was printed', async () => {
    await using _site = await openPage(browse, '<button>A</button>');
    await shown('-i');

    const rest = await shown('--more');

    expect(inside(rest)).toStartWith('(nothing more to show)\n\n');
  });
});

describe('a document in an object element', () => {
  test('is shown as a frame and can be acted on', async () => {
    await using _site = await openPage(browse, {
      '/': '<object data="/inner" type="text/html" width="300" height="200">No frames</object>',
      '/inner': `<button onclick="this.textContent = 'Done'">Go</button>`,
    });
    const tree = treeOf(await shown('-i'));

    const clicked = await browse('click', refIn(tree, '"Go"'));

    expect(tree).toContain('[iframe]');
    expect(clicked.stdout).toContain('[button] "Done"');
  });
});

describe('snapshot -C by listeners', () => {
  test('finds what only a script knows to be clickable, and no delegating container', async () => {
    await using _site = await openPage(
      browse,
      `<div id="root"><p>Text</p><div id="x">Plain</div><a href="/a">A</a></div>
      <script>x.addEventListener('click', () => x.textContent = 'Pressed'); root.addEventListener('click', () => {});</script>`,
    );

    const tree = treeOf(await shown('-i', '-C'));
    const clicked = await browse('click', refIn(tree, '"Plain"'));

    expect(tree.match(/@c\d+/g)).toHaveLength(1);
    expect(clicked.stdout).toContain('"Pressed"');
  });
});

describe('a budget', () => {
  test('never hides an alert', async () => {
    const many = Array.from({ length: 30 }, (_, i) => `<button>B${i}</button>`).join('');
    await using _site = await openPage(browse, `${many}<div role="alert">Card declined</div>`);

    const answer = await shown('-i', '--max', '5');

    expect(treeOf(answer).split('\n').slice(5)).toEqual([
      '…',
      expect.stringMatching(/^@e\d+ \[alert\]$/),
      '  "Card declined"',
    ]);
  });

  test('of levels never hides an alert either', async () => {
    await using _site = await openPage(
      browse,
      '<main><ul><li><div role="status">3 left</div></li></ul></main>',
    );

    const answer = await shown('-d', '0');

    expect(treeOf(answer)).toContain('"3 left"');
  });
});

describe('snapshot -D of a list whose rows are reused', () => {
  test('tells what each row is called now and calls none replaced that is still there', async () => {
    await using _site = await openPage(
      browse,
      '<ul id="u"><li><button>Ann</button></li><li><button>Bob</button></li><li><button>Cid</button></li></ul>',
    );
    const ann = refIn(await shown('-i'), '"Ann"');
    await browse(
      'js',
      `const all = [...u.querySelectorAll('button')]; ['Bob', 'Cid', 'Ann'].forEach((name, i) => (all[i].textContent = name)); 0`,
    );

    const answer = await shown('-i', '-D');

    expect(treeOf(answer)).toContain(`- ${ann} [button] "Ann"\n+ ${ann} [button] "Bob"`);
    expect(footerOf(answer)).toContain('3 changed');
    expect(footerOf(answer)).not.toContain('read the same');
  });
});
