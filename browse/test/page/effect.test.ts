import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import type { Described, EffectAnswer } from '../../src/page/wire.ts';
import { openBrowser, openPage, type EnginePage } from './support.ts';

let browser: Browser;
let engine: EnginePage;

beforeAll(async () => {
  browser = await openBrowser();
  engine = await openPage(browser);
});
afterAll(() => browser.close());

/** What came of clicking `#go`, whose handler is `script`. */
async function effectOf(html: string, script: string): Promise<EffectAnswer> {
  await engine.show(`<button id=go onclick="${script}">Go</button>${html}`);
  await engine.ask('describe', { watch: true }, '#go');
  await engine.page.locator('#go').click();
  return await engine.ask('effect', {});
}

const named = (list: readonly Described[]): string[] =>
  list.map(({ role, name, states, value }) =>
    [role, name, states, value].filter(Boolean).join(' '),
  );

const NOTHING = {
  added: [],
  removed: [],
  changed: [],
  alerts: [],
  appeared: [],
  other: false,
  more: 0,
};

describe('an effect names', () => {
  test('what came', async () => {
    const effect = await effectOf(
      '<div id=d></div>',
      `d.innerHTML = '<div role=dialog aria-label=Sure><p>Really?</p><button>Yes</button></div>'`,
    );

    expect(named(effect.added)).toEqual(['dialog Sure', 'button Yes']);
    expect(effect.appeared).toEqual(['Really?']);
    expect((await engine.ask('pulse', { still: 1_000_000 })).quiet).toBeLessThan(1000);
  });

  test('what was shown', async () => {
    const effect = await effectOf('<div id=d hidden><a href=#>Deep</a></div>', 'd.hidden = false');

    expect(named(effect.added)).toEqual(['link Deep']);
    expect(effect.other).toBe(false);
  });

  test('what a class shows somewhere else', async () => {
    const effect = await effectOf(
      '<style>nav{display:none}.open nav{display:block}</style><nav><a href=#>Menu</a></nav>',
      `document.body.className = 'open'`,
    );

    expect(named(effect.added)).toEqual(['link Menu']);
  });

  test('what a ticked box shows by the style sheet alone', async () => {
    await engine.show(
      `<style>nav{display:none}:checked~nav{display:block}</style><input id=go type=checkbox aria-label=Menu><nav><a href=#>Home</a></nav>`,
    );
    await engine.ask('describe', { watch: true }, '#go');
    await engine.page.locator('#go').click();

    const effect = await engine.ask('effect', {});

    expect(named(effect.added)).toEqual(['link Home']);
    expect(named(effect.changed)).toEqual(['checkbox Menu checked focused']);
  });

  test('what opens under the pointer', async () => {
    await engine.show(
      `<style>ul{display:none}nav:hover ul{display:block}</style><nav id=go>Menu<ul><li><a href=#>One</a></ul></nav>`,
    );
    await engine.page.mouse.move(700, 500);
    await engine.ask('describe', { watch: true }, '#go');
    await engine.page.locator('#go').hover();

    const effect = await engine.ask('effect', {});

    expect(named(effect.added)).toEqual(['link One']);
  });

  test('what went', async () => {
    const effect = await effectOf('<a id=a href=#>One</a><a href=#>Two</a>', 'a.remove()');

    expect(named(effect.removed)).toEqual(['link One']);
    expect(effect.other).toBe(false);
  });

  test('what was hidden', async () => {
    const effect = await effectOf('<p id=p><a href=#>One</a></p>', `p.style.display = 'none'`);

    expect(named(effect.removed)).toEqual(['link One']);
  });

  test('what has another name, state or value', async () => {
    const effect = await effectOf(
      '<button id=a aria-expanded=false>Menu</button><button id=b>Save</button><input id=c aria-label=C>',
      `a.ariaExpanded = true; b.firstChild.data = 'Saved'; c.value = 'new'`,
    );

    expect(named(effect.changed)).toEqual([
      'button Menu expanded',
      'button Saved',
      'textbox C new',
    ]);
    expect(effect.other).toBe(false);
  });

  test.each([
    ['row', '<table><tr id=x><td>Tea', `x.ariaSelected = 'true'`, 'row selected'],
    ['step', '<ol><li id=x>Pay</ol>', `x.ariaCurrent = 'step'`, 'listitem current=step'],
    [
      'column',
      '<table><tr><th id=x>Price<tr><td>1</table>',
      `x.ariaSort = 'ascending'`,
      'columnheader Price sort=ascending',
    ],
  ] as const)('the new state of a %s that was never described', async (_, html, script, line) => {
    const { changed } = await effectOf(html, script);

    expect(named(changed)).toEqual([line]);
  });

  test('what a label now says of its control', async () => {
    const effect = await effectOf('<label><b id=b>Old</b><input></label>', `b.textContent = 'New'`);

    expect(named(effect.changed)).toEqual(['textbox New']);
  });

  test('what alerts say', async () => {
    const effect = await effectOf(
      '<div id=a role=alert></div><div id=b role=status>1 of 2</div><div id=c role=log>First.</div>',
      `a.textContent = 'Saved'; b.textContent = '2 of 2'; c.innerHTML += ' Second.'`,
    );

    expect(effect.alerts).toEqual([
      { role: 'status', text: '2 of 2' },
      { role: 'log', text: 'Second.' },
      { role: 'alert', text: 'Saved' },
    ]);
    expect(effect.added).toEqual([]);
  });

  test('where the focus went', async () => {
    const effect = await effectOf('<input id=i aria-label=I>', 'i.focus()');

    expect(effect.focused).toMatchObject({ role: 'textbox', name: 'I' });
    expect(effect.changed).toEqual([]);
  });

  test('text that appeared without a role', async () => {
    const effect = await effectOf('<p id=p></p>', `p.textContent = 'Added to your basket'`);

    expect(effect).toMatchObject({ appeared: ['Added to your basket'], other: true, added: [] });
  });

  test('text that a field held before it left', async () => {
    const { appeared } = await effectOf(
      '<input id=f value=Ada><p id=p>Nobody</p>',
      `p.textContent = f.value; f.remove()`,
    );

    expect(appeared).toEqual(['Ada']);
  });

  test('text that a field holds as well', async () => {
    const { appeared } = await effectOf(
      '<input id=f aria-label=F><p id=p></p>',
      `f.value = 'Ada'; p.textContent = 'Hello Ada'`,
    );

    expect(appeared).toEqual(['Hello Ada']);
  });

  test('words that changed places', async () => {
    const { appeared } = await effectOf(
      '<p id=p>Now: dark<p id=q>Next: light',
      `p.textContent = 'Now: light'; q.textContent = 'Next: dark'`,
    );

    expect(appeared).toEqual(['Now: light', 'Next: dark']);
  });

  test.each([
    ['joined again', '<p>One <b id=b>Hint</b> Two', `b.remove()`, []],
    ['broken', '<p>File <b id=b>Edit</b> About', `b.style.display = 'block'`, []],
    ['broken without a space', '<p>File<b id=b>Edit</b>', `b.style.display = 'block'`, []],
    [
      'shorter by a word among thousands',
      `<p>${'a b c '.repeat(2000)}<b id=b>Hint</b>${' d e f'.repeat(2000)}`,
      `b.remove()`,
      [],
    ],
    ['longer', '<p>File <b id=b>Edit</b>', `b.textContent = 'Edit 3'`, ['File Edit 3']],
  ] as const)('of a line that is %s what is new', async (_, html, script, news) => {
    const { appeared } = await effectOf(html, script);

    expect(appeared).toEqual([...news]);
  });

  test('what is in a shadow root', async () => {
    await engine.page.goto('about:blank');
    await engine.page.evaluate(`document.body.setHTMLUnsafe(\`
      <x-x><template shadowrootmode=open><button id=go>Go</button><p></p></template></x-x>\`)`);
    await engine.page.evaluate(`{
      const { shadowRoot } = document.querySelector('x-x');
      shadowRoot.querySelector('button').onclick = () => { shadowRoot.querySelector('p').innerHTML = '<a href=#>New</a>'; };
    }`);
    await engine.ask('describe', { watch: true }, '#go');
    await engine.page.locator('#go').click();

    const effect = await engine.ask('effect', {});

    expect(named(effect.added)).toEqual(['link New']);
  });
});

describe('an effect notices, without a name for it,', () => {
  test.each([
    ['another text', '<p id=p>One</p>', `p.textContent = 'Two'`],
    ['text that went', '<p id=p>One</p>', 'p.remove()'],
    ['another order', '<p id=p>One</p><p>Two</p>', 'document.body.append(p)'],
    ['another picture', '<img id=i src=data:, width=9 height=9>', `i.src = 'data:,x'`],
    ['a picture that came', '<p id=p></p>', `p.innerHTML = '<svg width=9 height=9></svg>'`],
    ['another place', '<p id=p>One</p>', `p.style.transform = 'translateX(9px)'`],
    [
      'another colour of the page',
      '<style>.dark{background:#000}</style>',
      `document.body.className = 'dark'`,
    ],
    [
      'another colour of what was clicked',
      '<style>.on{color:red !important}</style>',
      `this.className = 'on'`,
    ],
  ] as const)('%s', async (_, html, script) => {
    const effect = await effectOf(html, script);

    expect(effect.other).toBe(true);
  });
});

describe('no effect is', () => {
  test.each([
    ['a click that does nothing', '', ''],
    ['a change of something hidden', '<p id=p hidden></p>', `p.innerHTML = '<a href=#>A</a>'`],
    [
      'a class that styles nothing',
      '<p id=p>A</p>',
      `p.className = 'seen'; document.body.className = 'using-mouse'`,
    ],
    [
      'a change that is taken back',
      '<p id=p>A</p>',
      `p.hidden = true; p.hidden = false; p.firstChild.data = 'B'; p.firstChild.data = 'A'`,
    ],
    [
      'a list drawn anew that says the same',
      '<div id=d><a href=#>A</a><a href=#>B</a></div>',
      'd.innerHTML = d.innerHTML',
    ],
    [
      'data for scripts',
      '<p id=p>A</p>',
      `p.dataset.x = 1; document.head.append(document.createElement('meta'))`,
    ],
  ] as const)('%s', async (_, html, script) => {
    const { added, removed, changed, alerts, appeared, other, more } = await effectOf(html, script);

    expect({ added, removed, changed, alerts, appeared, other, more }).toEqual(NOTHING);
  });

  test('a list drawn anew hides, but for what it says differently', async () => {
    const effect = await effectOf(
      '<div id=d><a href=#>A</a><button aria-pressed=false>B</button></div>',
      `d.innerHTML = '<a href=#>A</a><button aria-pressed=true>B</button><a href=#>C</a>'`,
    );

    expect(named(effect.changed)).toEqual(['button B pressed']);
    expect(named(effect.added)).toEqual(['link C']);
    expect(effect.removed).toEqual([]);
  });
});

test('of equal rows drawn anew only the one that differs has changed', async () => {
  const row = (state: boolean): string => `<button aria-pressed=${state}>Row</button>`;
  const rows = row(false).repeat(20);
  const effect = await effectOf(
    `<div id=d>${rows}</div>`,
    `d.innerHTML = '${row(true)}${rows.slice(row(false).length)}'`,
  );

  expect(named(effect.changed)).toEqual(['button Row pressed']);
  expect([...effect.added, ...effect.removed]).toEqual([]);
});

describe('watching', () => {
  test('counts from its start, however often it is asked', async () => {
    await engine.show('<p id=p></p>');
    await engine.ask('watch', {});
    await engine.page.evaluate(`p.innerHTML += '<a href=#>A</a>'`);
    const first = await engine.ask('effect', {});
    await engine.page.evaluate(`p.insertAdjacentHTML('beforeend', '<a href=#>B</a>')`);

    const second = await engine.ask('effect', {});

    expect(named(first.added)).toEqual(['link A']);
    expect(named(second.added)).toEqual(['link A', 'link B']);
  });

  test('starts afresh', async () => {
    await engine.show('<p id=p></p>');
    await engine.ask('watch', {});
    await engine.page.evaluate(`p.innerHTML = '<a href=#>A</a>'`);
    await engine.ask('watch', {});

    const effect = await engine.ask('effect', {});

    expect(effect).toMatchObject({ ...NOTHING, watched: true });
    expect(await engine.ask('pulse', { still: 1_000_000 })).toEqual({});
  });

  test('does not reach into another document', async () => {
    await engine.show('<p>A</p>');
    await engine.ask('watch', {});
    await engine.show('<p>B</p>');

    const effect = await engine.ask('effect', {});

    expect(effect).toMatchObject({ ...NOTHING, watched: false });
  });

  test('lists twenty and counts the rest', async () => {
    const effect = await effectOf('<p id=p></p>', `p.innerHTML = '<a href=#>A</a>'.repeat(50)`);

    expect(effect.added).toHaveLength(20);
    expect(effect.more).toBe(30);
  });

  test('tells every turn of a toggle on a large page', async () => {
    const rows = '<tr><td><button>Row</button></td></tr>'.repeat(5_000);
    const toggle = `this.setAttribute('aria-pressed', this.getAttribute('aria-pressed') !== 'true')`;
    await engine.show(
      `<table>${rows}</table><button id=go aria-pressed=false onclick="${toggle}">Go</button>`,
    );
    await engine.ask('snapshot', { interactive: true });
    const states: string[][] = [];
    for (let turn = 0; turn < 3; turn++) {
      await engine.ask('describe', { watch: true }, '#go');
      await engine.page.locator('#go').click();
      states.push(
        (await engine.ask('effect', {})).changed.map(node => node.states.replace(/ ?focused/, '')),
      );
    }

    expect(states).toEqual([['pressed'], [''], ['pressed']]);
  });

  test('tells what was hidden on a large page', async () => {
    await engine.show(
      `<div id=d>${'<p><a href=#>A</a><button>B</button></p>'.repeat(8000)}</div><p id=p><b><a href=#>Old</a></b></p>`,
    );
    await engine.ask('snapshot', { interactive: true });
    await engine.ask('watch', {});
    await engine.page.evaluate('p.firstChild.hidden = true');

    const effect = await engine.ask('effect', {});

    expect(named(effect.removed)).toEqual(['link Old']);
  });

  test('follows a large page by what was touched', async () => {
    await engine.show(
      `<div id=d>${'<p><a href=#>A</a><button>B</button></p>'.repeat(8000)}</div><p id=p></p><input id=i type=checkbox aria-label=I>`,
    );
    await engine.ask('watch', {});
    await engine.page.evaluate(`{
      p.innerHTML = '<a href=#>New</a>';
      i.checked = true;
      i.dispatchEvent(new Event('change', { bubbles: true }));
      d.querySelector('button').ariaPressed = 'true';
    }`);

    const effect = await engine.ask('effect', {});

    expect(named(effect.added)).toEqual(['link New']);
    expect(named(effect.changed).toSorted()).toEqual(['button B pressed', 'checkbox I checked']);
    expect(effect.removed).toEqual([]);
  });
});
