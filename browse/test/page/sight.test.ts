import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser, Frame } from 'playwright-core';

import { Sight, type LookOptions } from '../../src/browser/sight/sight.ts';
import { Targets } from '../../src/browser/sight/targets.ts';
import { openBrowser, openPage, type EnginePage } from './support.ts';

let browser: Browser;
let page: EnginePage;
let sight: Sight;
beforeAll(async () => {
  browser = await openBrowser();
  page = await openPage(browser);
  sight = new Sight(new Targets(page.page));
});
afterAll(async () => await browser.close());

const ALL: LookOptions = { hosts: true, listeners: true, timeout: 5_000 };

/** Opens the engine's sight once it was asked, as it is once a document. */
async function look(options: Partial<LookOptions> = {}): Promise<boolean> {
  await page.full();
  return await sight.look(page.page.frames(), { ...ALL, ...options });
}

/** As a server would send it: only then does the parser make shadow roots of templates. */
async function load(markup: string): Promise<void> {
  await page.page.goto(`data:text/html,${encodeURIComponent(`<!doctype html>${markup}`)}`);
}

async function hostsOf(markup: string): Promise<number> {
  await load(markup);
  const { hosts = 0 } = await page.ask('snapshot', { interactive: true });
  return hosts;
}

/** A page whose script attaches a closed root to the element of id `host`. */
const closed = (host: string, inside: string, after = ''): string =>
  `${host}<script>document.querySelector('#host').attachShadow({ mode: 'closed' }).innerHTML = ${JSON.stringify(inside).replaceAll('</', String.raw`<\/`)};${after}</script>`;

describe('a closed shadow root', () => {
  test.each([
    ['of a custom element', closed('<x-pay id="host"></x-pay>', '<button>Pay</button>')],
    [
      'of a defined custom element with light children',
      `<script>customElements.define('x-pay', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = '<button>Pay</button><slot></slot>'; }
      })</script><main><x-pay><i></i></x-pay></main>`,
    ],
    ['of an empty box', closed('<main><div id="host"></div></main>', '<button>Pay</button>')],
    [
      'of an empty box without a size at the top',
      closed('<div id="host"></div>', '<button style="position: fixed">Pay</button>'),
    ],
    [
      'whose host has children that are not on the page',
      closed('<main><div id="host"><p>Old</p></div></main>', '<button>Pay</button>'),
    ],
    [
      'from the markup',
      '<main><div><template shadowrootmode="closed"><button>Pay</button></template></div></main>',
    ],
  ])('%s is in the tree', async (_, markup) => {
    await load(markup);

    expect(await look()).toBe(true);

    expect((await page.interactive()).map(line => line.trim())).toEqual(['button "Pay"']);
    expect((await page.full()).join('\n')).not.toContain('Old');
  });

  test('in an open root in a closed root is in the tree', async () => {
    const innermost =
      '<div><template shadowrootmode="closed"><button>Pay</button></template></div>';
    const open = `<div><template shadowrootmode="open">${innermost}</template></div>`;
    await load(`<main><div><template shadowrootmode="closed">${open}</template></div></main>`);

    expect(await look()).toBe(true);

    expect(await page.interactive()).toEqual(['button "Pay"']);
  });

  test('shows the light children of its host where they are slotted', async () => {
    await page.show(
      closed(
        '<x-card id="host"><a href="#one">One</a><a href="#two" slot="late">Two</a></x-card>',
        '<slot name="late"></slot><button>Between</button><slot></slot>',
        'customElements.define("x-card", class extends HTMLElement {})',
      ),
    );

    await look();

    expect(await page.interactive()).toEqual(['link "Two"', 'button "Between"', 'link "One"']);
  });

  test('that comes later is found by the size it gives its host', async () => {
    await page.show('<main><x-late></x-late></main>');
    expect(await look()).toBe(false);

    await page.page.evaluate(
      `document.querySelector('x-late').attachShadow({ mode: 'closed' }).innerHTML = '<button>Late</button>'`,
    );

    expect(await look()).toBe(true);
    expect(await page.interactive()).toEqual(['button "Late"']);
  });

  test('is found whatever the page did to its prototypes', async () => {
    await page.show(
      closed(
        '<main><x-pay id="host"></x-pay></main>',
        '<button>Pay</button>',
        `const lie = () => { throw new Error('tampered'); };
        for (const type of [Element, Node, ShadowRoot, Document, EventTarget, Array, Symbol, Object])
          for (const name of Object.getOwnPropertyNames(type.prototype))
            try { Object.defineProperty(type.prototype, name, { get: lie, set: lie, configurable: true }); } catch {}
        globalThis.browseSight = { hosts: lie, reveal: lie };`,
      ),
    );

    expect(await look()).toBe(true);
    expect(await page.interactive()).toEqual(['button "Pay"']);
  });

  test('leaves nothing in the page that its scripts could find', async () => {
    await load(closed('<main><x-pay id="host"></x-pay></main>', '<button>Pay</button>'));
    const traces = `[
      Object.getOwnPropertyNames(globalThis).length,
      Reflect.ownKeys(document.querySelector('#host')).length,
      document.querySelector('#host').shadowRoot,
      document.documentElement.outerHTML,
    ]`;
    const before = await page.page.evaluate(traces);

    await look();

    expect(await page.page.evaluate(traces)).toEqual(before);
  });

  test('is asked for once while its host stays as it is', async () => {
    expect(await hostsOf('<main><x-plain></x-plain><div style="height: 80px"></div></main>')).toBe(
      2,
    );
    expect(await look()).toBe(false);

    const again = await page.ask('snapshot', { interactive: true });

    expect(again.hosts).toBeUndefined();
  });
});

test('one of many custom elements of a name is a host: the others are asked about as well', async () => {
  await load(`<main>${'<x-row></x-row>'.repeat(300)}</main>`);
  await page.page.evaluate(`
    for (const row of document.querySelectorAll('x-row'))
      row.attachShadow({ mode: 'closed' }).innerHTML = '<button>Row</button>'`);
  const rounds: number[] = [];
  while (await look()) rounds.push((await page.interactive()).length);
  expect(rounds).toEqual([200, 300]);
});

test('custom elements of a name that hosts nothing are not asked about without end', async () => {
  await load(`<main>${'<x-row></x-row>'.repeat(300)}</main>`);
  expect(await look()).toBe(false);
  expect((await page.ask('snapshot', { interactive: true })).hosts).toBeUndefined();
});

describe('nothing has to be asked', () => {
  test.each([
    ['of an ordinary page', '<h1>Title</h1><p>Text</p><ul><li><a href="#">Link</a></li></ul>'],
    [
      'of fields, which have roots of the browser',
      '<input><details><summary>S</summary>T</details><video controls></video>',
    ],
    [
      'of icons',
      '<p>Text<span style="display: inline-block; width: 16px; height: 16px"></span></p>',
    ],
    ['of what is not on the page', '<div style="display: none"><x-pay></x-pay></div>'],
    [
      'of open roots',
      '<x-open><template shadowrootmode="open"><button>Pay</button></template></x-open>',
    ],
  ])('%s', async (_, markup) => {
    expect(await hostsOf(markup)).toBe(0);
  });

  test('of more than 200 elements at a time', async () => {
    const boxes = '<div style="height: 80px"></div>'.repeat(500);
    expect(await hostsOf(`<main>${boxes}</main>`)).toBe(200);
  });
});

/** The texts of the boxes that are taken for controls. */
async function pressable(markup: string): Promise<string[]> {
  await page.show(markup);
  await look();
  const lines = await page.whole();
  return lines.flatMap(line => /generic "(.*)"/.exec(line)?.slice(1) ?? []);
}

const listen = (selector: string, type = 'click'): string =>
  `<script>for (const each of document.querySelectorAll(${JSON.stringify(selector)})) each.addEventListener('${type}', () => {})</script>`;

describe('a box that listens for presses', () => {
  test.each(['click', 'mousedown', 'pointerup', 'touchend'])('to %s is a control', async type => {
    expect(await pressable(`<p>Text</p><div>Go</div>${listen('div', type)}`)).toEqual(['Go']);
  });

  test('through a handler property, as frameworks set it, is a control', async () => {
    const set = "<script>document.querySelector('div').onclick = () => {}</script>";
    expect(await pressable(`<p>Text</p><div>Go</div>${set}`)).toEqual(['Go']);
  });

  test('in a closed shadow root is a control', async () => {
    await load('<main><x-pay></x-pay></main>');
    await page.page.evaluate(`
      const root = document.querySelector('x-pay').attachShadow({ mode: 'closed' });
      root.innerHTML = '<p>Text</p><div>Go</div>';
      root.querySelector('div').addEventListener('click', () => {})`);
    await look();
    await look();

    expect((await page.whole()).map(line => line.trim())).toContain('generic "Go"');
  });

  test.each([
    [
      'around other controls',
      `<section><div class="item">One</div><div class="item">Two</div></section>${listen('section, .item')}`,
      ['One', 'Two'],
    ],
    ['around a link', `<div><a href="#">Link</a> and text</div>${listen('div')}`, []],
    ['with a long text', `<div>${'word '.repeat(60)}</div>${listen('div')}`, []],
    [
      'that fills the viewport',
      `<div style="width: 90vw; height: 90vh">App</div>${listen('div')}`,
      [],
    ],
    ['with a great deal inside', `<div>${'<i>x</i>'.repeat(50)}</div>${listen('div')}`, []],
    ['that is the page', `<p>Text</p>${listen('body, html')}`, []],
    ['to other events', `<div>Text</div>${listen('div', 'scroll')}`, []],
  ])('%s is not taken for a control itself', async (_, markup, controls) => {
    expect(await pressable(markup)).toEqual(controls);
  });

  test('and has a role is shown by its role alone', async () => {
    await page.show(`<button>Go</button><div role="tab">Tab</div>${listen('button, div')}`);
    await look();
    expect(await page.whole()).toEqual(['button "Go"', 'tab "Tab"']);
  });

  test('no longer is no longer taken for a control', async () => {
    expect(
      await pressable(`<p>Text</p><div>Go</div><script>
      const stop = new AbortController();
      document.querySelector('div').addEventListener('click', () => {}, { signal: stop.signal });
      globalThis.stop = stop;</script>`),
    ).toEqual(['Go']);
    await page.page.evaluate('stop.abort()');

    expect(await look()).toBe(true);

    expect((await page.whole()).join('\n')).not.toContain('generic');
  });

  test('is news once', async () => {
    await page.show(`<div>Go</div>${listen('div')}`);
    expect(await look()).toBe(true);
    expect(await look()).toBe(false);
  });
});

test('a pointer around several controls makes no control of what holds them', async () => {
  const list = (items: string): string => `<div style="cursor: pointer">List ${items}</div>`;
  expect(await pressable(list('<button>One</button>'))).toEqual(['List One']);
  expect(await pressable(list('<button>One</button><button>Two</button>'))).toEqual([]);
});

test('frames that come after a look can be asked like any other', async () => {
  await page.show('<p>Before</p>');
  await look();
  await page.show('<iframe srcdoc="<button>Inside</button>"></iframe>');
  const frame = page.page.frameLocator('iframe');
  await frame.locator('button').waitFor();
  const question = `ref=:snapshot:${btoa('{"interactive":true}')}`;
  expect(await frame.locator(question).textContent({ timeout: 2_000 })).toContain('Inside');
});

describe('listeners in frames', () => {
  const FRAME = `<p>Text</p><div>Inner</div>${listen('div')}`;

  /** The boxes that are taken for controls in a frame. */
  const controlsIn = async (frame: Frame): Promise<string[]> => {
    const question = `ref=:snapshot:${btoa('{"interactive":false,"clickable":true}')}`;
    const text = await frame.locator(question).textContent({ timeout: 3_000 });
    return [...(text ?? '').matchAll(/"generic","(\w+)"/g)].map(([, name = '']) => name);
  };

  test.each([
    ['of the same process', '/inner', '127.0.0.1'],
    ['of a process of its own', '/inner', 'localhost'],
  ])('%s are told to the frame that has them', async (_, path, host) => {
    const frameOf = (url: string): string =>
      `<p>Text</p><div>Outer</div>${listen('div')}<iframe src="${new URL(path, url.replace('127.0.0.1', host)).href}"></iframe>`;
    using server = Bun.serve({
      port: 0,
      hostname: '127.0.0.1',
      fetch: ({ url }): Response =>
        new Response(`<!doctype html>${url.endsWith(path) ? FRAME : frameOf(url)}`, {
          headers: { 'content-type': 'text/html' },
        }),
    });
    await page.page.goto(`http://127.0.0.1:${server.port}/`, { waitUntil: 'load' });
    const [outer, inner] = page.page.frames();
    if (!outer || !inner) throw new Error('Cannot find the frame: the page has none');
    for (const frame of [outer, inner]) await controlsIn(frame);

    expect(await sight.look([outer, inner], ALL)).toBe(true);

    expect(await controlsIn(outer)).toEqual(['Outer']);
    expect(await controlsIn(inner)).toEqual(['Inner']);
    expect(await sight.look([outer, inner], ALL)).toBe(false);
  });
});

test('listeners are seen whatever the page did to its prototypes', async () => {
  await load(`<p>Text</p><div>Go</div>${listen('div')}<script>
    const lie = () => { throw new Error('tampered'); };
    for (const type of [Element, Node, Document, EventTarget, Event, Array, Symbol, Object])
      for (const name of Object.getOwnPropertyNames(type.prototype))
        try { Object.defineProperty(type.prototype, name, { get: lie, set: lie, configurable: true }); } catch {}
  </script>`);

  expect(await look()).toBe(true);

  expect(await page.whole()).toEqual(['paragraph', '  text "Text"', 'generic "Go"']);
});

test('nothing is seen of a page that navigates meanwhile, and nothing breaks', async () => {
  await load(closed('<main><x-pay id="host"></x-pay></main>', '<button>Pay</button>'));
  await page.full();
  const [learnt] = await Promise.all([
    sight.look(page.page.frames(), ALL),
    page.page.goto('data:text/html,<button>Next</button>'),
  ]);

  expect(typeof learnt).toBe('boolean');
  expect(await look()).toBe(false);
  expect(await page.interactive()).toEqual(['button "Next"']);
});

test('a look keeps no element alive that the page has dropped', async () => {
  await page.show('<main></main>');
  const drop = `
    globalThis.dropped ??= [];
    for (const old of document.querySelectorAll('main > *')) dropped.push(new WeakRef(old));
    document.querySelector('main').replaceChildren(...Array.from({ length: 20 }, () => {
      const fresh = document.createElement('x-fresh');
      fresh.attachShadow({ mode: 'closed' }).innerHTML = '<button>Go</button>';
      fresh.addEventListener('click', () => fresh);
      return fresh;
    }))`;
  for (let round = 0; round < 10; round++) {
    await page.page.evaluate(drop);
    expect(await look()).toBe(true);
  }
  await page.page.evaluate(drop);
  await page.full();

  const devtools = await page.devtools();
  const alive = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return await page.page.evaluate('dropped.filter(each => each.deref()).length');
  };
  // Weak references hold until the task ends that made them, and the last round may be on its way out.
  const deadline = Date.now() + 3_000;
  let left = await alive();
  while (left > 0 && Date.now() < deadline) left = await alive();
  await devtools.detach();

  expect(left).toBeLessThanOrEqual(20);
});
