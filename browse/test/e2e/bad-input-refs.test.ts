import { describe, expect, test } from 'bun:test';

import type { Browse } from '../support/browse.ts';
import { expectFailure } from '../support/expect-failure.ts';
import { openPage } from '../support/open-page.ts';
import { inside, refIn, treeOf } from '../support/shown.ts';
import { startWatched } from './bad-input.ts';

const browse = await startWatched();

/** The refs of the buttons a snapshot shows, by their names. */
async function buttonsOf(page: Browse): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await page('snapshot', '-i', '--all');
  return new Map(
    [...treeOf(stdout).matchAll(/(@e\d+) \[button\] "([^"]*)"/g)].map(([, ref = '', name = '']) => [
      name,
      ref,
    ]),
  );
}

const refOf = (buttons: ReadonlyMap<string, string>, name: string): string => {
  const ref = buttons.get(name);
  if (ref === undefined) throw new Error(`no button "${name}" among ${[...buttons.keys()].join()}`);
  return ref;
};

describe('a list that uses its nodes again', () => {
  /** Ten nodes that show ten of a thousand names, whichever have been scrolled to. */
  const RECYCLING = `<ul></ul><p id="hits"></p><script>
    const list = document.querySelector('ul');
    for (let i = 0; i < 10; i++) list.append(Object.assign(document.createElement('li'), { innerHTML: '<button></button>' }));
    const scrollToRow = first => [...list.querySelectorAll('button')].forEach((button, i) => {
      button.textContent = 'Person ' + (first + i);
      button.onclick = () => { document.querySelector('#hits').textContent = 'Hit ' + (first + i); };
    });
    scrollToRow(0);</script>`;

  test('refuses the ref of a node that shows another name now, with both', async () => {
    await using _site = await openPage(browse, RECYCLING);
    const ref = refOf(await buttonsOf(browse), 'Person 3');
    await browse('js', 'scrollToRow(100)');

    for (const command of ['click', 'hover', 'text', 'html'])
      expectFailure(
        await browse(command, ref),
        5,
        `Cannot use ${ref}: was [button] "Person 3", now [button] "Person 103"`,
        'snapshot -i',
      );
    expect(inside((await browse('text')).stdout)).not.toContain('Hit');
  });

  test('does so too when only effects and other snapshots have shown the new name', async () => {
    await using _site = await openPage(
      browse,
      `<button id="next" onclick="scrollToRow(100)">Next</button>${RECYCLING}`,
    );
    const ref = refOf(await buttonsOf(browse), 'Person 3');
    const clicked = await browse('click', '#next');

    const ran = await browse('click', ref);

    // What an effect line has shown under a new name is known under it: the name shown last counts.
    const wasShown = clicked.stdout.includes(`${ref} [button] "Person 103"`);
    expect(ran.code).toBe(wasShown ? 0 : 5);
    if (!wasShown)
      expect(ran.stderr).toContain('was [button] "Person 3", now [button] "Person 103"');
    else expect(inside((await browse('text')).stdout)).toContain('Hit 103');
  });

  test('takes the ref again once the node shows what it showed', async () => {
    await using _site = await openPage(browse, RECYCLING);
    const ref = refOf(await buttonsOf(browse), 'Person 3');
    await browse('js', 'scrollToRow(100)');
    await browse('js', 'scrollToRow(0)');

    expect(await browse('click', ref)).toMatchObject({ code: 0 });
    expect(inside((await browse('text')).stdout)).toContain('Hit 3');
  });
});

describe('a list that is drawn by keys', () => {
  /** As frameworks do: nodes are kept by key and put into the new order; without a key, made anew. */
  const KEYED = `<ul></ul><p id="hits"></p><script>
    const list = document.querySelector('ul'); const nodes = new Map();
    const draw = (keys, isFresh = false) => {
      if (isFresh) nodes.clear();
      list.replaceChildren(...keys.map(key => {
        const known = nodes.get(key) ?? Object.assign(document.createElement('button'), {
          textContent: key, onclick: () => { document.querySelector('#hits').textContent = 'Hit ' + key; } });
        nodes.set(key, known);
        return known;
      }));
    };
    draw(['Ada', 'Ben', 'Cleo', 'Dan']);</script>`;

  test.each([
    ['is turned round', `draw(['Dan', 'Cleo', 'Ben', 'Ada'])`],
    ['has one more before all', `draw(['Zoe', 'Ada', 'Ben', 'Cleo', 'Dan'])`],
    ['loses the first', `draw(['Ben', 'Cleo', 'Dan'])`],
    ['is emptied and filled again', `draw([]); draw(['Cleo', 'Ben'])`],
  ])('keeps every ref when it %s', async (_, script) => {
    await using _site = await openPage(browse, KEYED);
    const before = await buttonsOf(browse);
    await browse('js', `${script}; 0`);

    const clicked = await browse('click', refOf(before, 'Ben'));
    const after = await buttonsOf(browse);

    expect(clicked).toMatchObject({ code: 0 });
    expect(inside((await browse('text')).stdout)).toContain('Hit Ben');
    for (const [name, ref] of after) if (before.has(name)) expect(ref).toBe(refOf(before, name));
    const fresh = [...after].filter(([name]) => !before.has(name)).map(([, ref]) => ref);
    expect(fresh.filter(ref => [...before.values()].includes(ref))).toEqual([]);
  });

  test('ends every ref when its nodes are made anew, and gives no number twice', async () => {
    await using _site = await openPage(browse, KEYED);
    const before = await buttonsOf(browse);
    await browse('js', `draw(['Ada', 'Ben', 'Cleo', 'Dan'], true); 0`);

    const ref = refOf(before, 'Ben');
    expectFailure(
      await browse('click', ref),
      5,
      `Cannot use ${ref}: its element left the page (was [button] "Ben")`,
    );
    const after = await buttonsOf(browse);

    expect([...after.keys()]).toEqual([...before.keys()]);
    expect([...after.values()].filter(each => [...before.values()].includes(each))).toEqual([]);
    expect(inside((await browse('text')).stdout)).not.toContain('Hit');
  });

  test('gives the ref of a removed node to nobody', async () => {
    await using _site = await openPage(browse, KEYED);
    const before = await buttonsOf(browse);
    await browse('js', `draw(['Ada', 'Cleo', 'Dan']); 0`);
    await browse('snapshot', '-i');

    expectFailure(await browse('click', refOf(before, 'Ben')), 5, 'was [button] "Ben"');
    await browse('js', `draw(['Ada', 'Ben', 'Cleo', 'Dan']); 0`);

    expect(refOf(await buttonsOf(browse), 'Ben')).toBe(refOf(before, 'Ben'));
  });
});

describe('a ref from before', () => {
  const PAGES = {
    '/': '<button>Old</button><a href="/next">Next</a>',
    '/next': '<button>New</button>',
  };

  test.each([
    ['a navigation', async (at: (path: string) => string) => await browse('goto', at('/next'))],
    ['a link', async () => await browse('click', 'text=Next')],
    ['a reload', async () => await browse('reload')],
    [
      'a navigation of the page itself',
      async () =>
        await browse('js', `location.href = '/next'; new Promise(() => {})`, '--timeout', '700'),
    ],
  ] as const)('%s is refused and the error names it', async (_, move) => {
    await using site = await openPage(browse, PAGES);
    const ref = refOf(await buttonsOf(browse), 'Old');
    await move(site.at);

    expectFailure(
      await browse('click', ref),
      5,
      new RegExp(`^Cannot use ${ref}: .*navigated since`),
      'snapshot -i',
    );
    await browse('snapshot', '-i');
    expectFailure(
      await browse('click', ref),
      5,
      new RegExp(`^Cannot use ${ref}: .*navigated since`),
      'snapshot -i',
    );
  });

  test('a navigation there and back is the same element or none', async () => {
    await using site = await openPage(browse, PAGES);
    const ref = refOf(await buttonsOf(browse), 'Old');
    await browse(
      'js',
      `document.querySelector('button').onclick = ({ target }) => { target.dataset.hit = 'yes'; }; 0`,
    );
    await browse('goto', site.at('/next'));
    const between = refOf(await buttonsOf(browse), 'New');
    await browse('back');

    const ran = await browse('click', ref);
    const other = await browse('click', between);

    if (ran.code === 0)
      expect(
        inside((await browse('js', `document.querySelector('button').dataset.hit`)).stdout),
      ).toBe('yes');
    else expectFailure(ran, 5, new RegExp(`^Cannot use ${ref}: .*navigated since`), 'snapshot -i');
    expectFailure(other, 5, new RegExp(`^Cannot use ${between}: .*navigated since`), 'snapshot -i');
  });

  test('a document of the same address is not taken for this one', async () => {
    let visits = 0;
    await using site = await openPage(browse, {
      '/': () =>
        new Response(
          `<!doctype html><button onclick="document.title = 'hit'">Delete ${visits++ === 0 ? 'draft' : 'account'}</button>`,
          {
            headers: { 'content-type': 'text/html' },
          },
        ),
    });
    const ref = refOf(await buttonsOf(browse), 'Delete draft');
    await browse('goto', site.url);

    expectFailure(await browse('click', ref), 5, 'was [button] "Delete draft"');
    expect(inside((await browse('js', 'document.title || "untouched"')).stdout)).toBe('untouched');
  });

  test('a tab that crashed is refused', async () => {
    await using site = await openPage(browse, PAGES);
    await browse('newtab', site.url);
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Old"');
    await browse('goto', 'chrome://crash', '--timeout', '2000');
    await browse('closetab');
    await browse('newtab', site.url);

    const ran = await browse('click', ref);
    await browse('closetab');

    expect(ran.code).toBe(5);
    expect(ran.stderr).toMatch(/^Cannot (?:find|use) @e\d+: /);
  });
});

describe('an element', () => {
  test('that leaves the document and comes back elsewhere keeps its ref', async () => {
    await using _site = await openPage(
      browse,
      `<div id="one"><button>Moving</button></div><div id="two"></div><template id="t"></template>`,
    );
    const ref = refOf(await buttonsOf(browse), 'Moving');

    for (const place of ['two', 'one', 'two']) {
      await browse('js', `window.kept = document.querySelector('button'); kept.remove(); 0`);
      expectFailure(await browse('click', ref), 5, `Cannot use ${ref}: its element left the page`);
      await browse('snapshot', '-i');
      await browse('js', `${place}.append(kept); 0`);
      expect(refOf(await buttonsOf(browse), 'Moving')).toBe(ref);
    }

    expect(await browse('click', ref)).toMatchObject({ code: 0 });
  });

  test('that is copied shares nothing with its copy', async () => {
    await using _site = await openPage(
      browse,
      `<div id="d"><button onclick="this.dataset.hit = 1">Same</button></div>`,
    );
    const ref = refOf(await buttonsOf(browse), 'Same');
    await browse(
      'js',
      `d.append(d.firstChild.cloneNode(true)); d.prepend(d.firstChild.cloneNode(true)); 0`,
    );

    const { stdout } = await browse('snapshot', '-i');
    await browse('click', ref);

    const refs = [...treeOf(stdout).matchAll(/@e\d+/g)].map(([each]) => each);
    expect(new Set(refs).size).toBe(3);
    expect(refs[1]).toBe(ref);
    expect(
      inside(
        (await browse('js', `[...d.children].map(each => each.dataset.hit ?? 0).join()`)).stdout,
      ),
    ).toBe('0,1,0');
  });

  test('that turns into a password field is masked under its ref', async () => {
    await using _site = await openPage(
      browse,
      '<input id="i" aria-label="Code" value="plain-text-now">',
    );
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[textbox] "Code"');
    await browse('js', `i.type = 'password'; 0`);

    const { stdout } = await browse('snapshot', '-i');

    expect(stdout).toContain(ref);
    expect(stdout).not.toContain('plain-text-now');
  });
});
