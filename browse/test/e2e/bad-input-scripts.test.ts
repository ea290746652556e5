import { describe, expect, test } from 'bun:test';

import { openPage } from '../support/open-page.ts';
import { inside, refIn, treeOf } from '../support/shown.ts';
import { serve } from '../support/site.ts';
import { expectAnswerOrError, startWatched } from './bad-input.ts';

const browse = await startWatched();

const FORM = `
  <h1>Order</h1>
  <label>Name <input id="name"></label>
  <a href="#there">Terms</a>
  <button id="go" onclick="this.setAttribute('aria-pressed', 'true')" aria-pressed="false">Buy</button>`;

/** Statements of a page, run before it has any content. */
const SABOTAGE: Readonly<Record<string, string>> = {
  'throws from every method of elements and nodes': `
    for (const { prototype } of [Element, Node, HTMLElement, HTMLInputElement, Document, EventTarget])
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const { value, configurable } = Object.getOwnPropertyDescriptor(prototype, name);
        if (typeof value === 'function' && configurable && name !== 'constructor' && name !== 'setAttribute')
          prototype[name] = () => { throw new Error('sabotage'); };
      }`,
  'throws from every getter of elements and nodes': `
    for (const { prototype } of [Element, Node, HTMLElement, HTMLInputElement, Document])
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const { get, configurable } = Object.getOwnPropertyDescriptor(prototype, name);
        if (get && configurable)
          Object.defineProperty(prototype, name, { get() { throw new Error('sabotage'); }, configurable: true });
      }`,
  'replaces the methods of what the language is made of': `
    for (const { prototype } of [Array, Map, Set, WeakMap, WeakSet, WeakRef, String, RegExp, Promise, Function])
      for (const name of Object.getOwnPropertyNames(prototype)) {
        const { value, configurable } = Object.getOwnPropertyDescriptor(prototype, name);
        if (typeof value === 'function' && configurable && name !== 'constructor')
          Object.defineProperty(prototype, name, { value: () => { throw new Error('sabotage'); } });
      }`,
  'replaces JSON, Object, Reflect and Promise': `
    JSON.stringify = JSON.parse = () => '{"nodes":[]}';
    Object.keys = Object.entries = Object.hasOwn = Object.defineProperty = () => [];
    Reflect.apply = Reflect.get = () => undefined;
    window.Map = window.WeakMap = window.Set = window.WeakRef = window.Promise = window.Array = undefined;`,
  'freezes every prototype': `
    for (const each of [Object, Array, Function, Map, WeakMap, Set, String, Promise, Element, Node, Document, HTMLElement])
      Object.freeze(each.prototype);`,
  'gives every object an enumerable property and a setter': `
    Object.prototype.evil = 'evil';
    for (const name of ['role', 'name', 'nodes', 'document', 'local', 'get', 'set', 'error', 'text', '0', 'value'])
      Object.defineProperty(Object.prototype, name, { get: () => 'evil', set() { throw new Error('sabotage'); }, configurable: true });`,
  'overrides getComputedStyle and every measure': `
    window.getComputedStyle = () => ({ display: 'none', visibility: 'hidden', getPropertyValue: () => 'none' });
    Element.prototype.getBoundingClientRect = () => ({ x: 0, y: 0, width: 0, height: 0 });
    Element.prototype.getClientRects = () => [];
    Element.prototype.checkVisibility = () => false;
    Document.prototype.elementFromPoint = () => null;`,
  'throws from getters of window and of the document': `
    const sabotage = { get() { throw new Error('sabotage'); }, configurable: true };
    for (const name of ['title', 'body', 'documentElement', 'activeElement', 'forms', 'head', 'readyState', 'defaultView', 'styleSheets'])
      Object.defineProperty(document, name, sabotage);
    for (const name of ['innerWidth', 'performance', 'crypto', 'localStorage', 'scrollX', 'name', 'event', 'frames', 'length', 'MutationObserver'])
      Object.defineProperty(window, name, sabotage);`,
  'answers with proxies that throw': `
    const trap = new Proxy(function () {}, { get() { throw new Error('sabotage'); }, apply() { throw new Error('sabotage'); }, construct() { throw new Error('sabotage'); } });
    window.MutationObserver = window.WeakRef = window.WeakMap = window.Proxy = trap;
    Document.prototype.createElement = document.createTreeWalker = trap;`,
  'stops time and chance': `
    performance.now = Date.now = () => NaN;
    Math.random = () => 0;
    crypto.getRandomValues = bytes => bytes.fill(7);
    window.setTimeout = window.requestAnimationFrame = window.queueMicrotask = () => 0;`,
};

describe.each(Object.entries(SABOTAGE))('a page that %s', (title, script) => {
  const sabotaged = `<script>{const { log } = console; ${script}; log(${JSON.stringify(title)})}</script>${FORM}`;

  test('is shown as it is', async () => {
    await using site = await openPage(browse, sabotaged);

    const all = await browse('snapshot');
    const interactive = await browse('snapshot', '-i');
    const text = await browse('text');
    const links = await browse('links');

    expect((await browse('console')).stdout).toContain(title);
    expect(all).toMatchObject({ code: 0, stderr: '' });
    expect(all.stdout).toContain('[heading] "Order" [level=1]');
    expect(treeOf(interactive.stdout).replaceAll(/@e\d+/g, '@e').split('\n')).toEqual([
      '@e [textbox] "Name"',
      '@e [link] "Terms"',
      '@e [button] "Buy"',
    ]);
    expect(inside(text.stdout)).toContain('Order');
    expect(inside(links.stdout)).toBe(`Terms → ${site.at('/#there')}`);
  });

  test('is filled and clicked by ref', async () => {
    await using _site = await openPage(browse, sabotaged);
    const { stdout } = await browse('snapshot', '-i');

    const filled = await browse('fill', refIn(stdout, '[textbox] "Name"'), 'Ada');
    const clicked = await browse('click', refIn(stdout, '[button] "Buy"'));

    expect(filled).toMatchObject({ code: 0, stderr: '' });
    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout).toContain('[button] "Buy" [pressed]');
    expect((await browse('snapshot', '-i')).stdout).toContain('[textbox] "Name": Ada');
  });
});

describe('controls named like properties of the DOM', () => {
  /** Whoever walks upwards or reads attributes by the ordinary properties fails or never ends. */
  const BITING = new Set(['parentNode', 'parentElement', 'getAttribute', 'hasAttribute']);
  const NAMES = [
    'children childNodes parentNode parentElement firstChild nextSibling attributes getAttribute hasAttribute',
    'tagName localName nodeName nodeType id className style matches closest contains querySelectorAll shadowRoot',
    'ownerDocument isConnected textContent innerText addEventListener dispatchEvent getBoundingClientRect role',
    'getRootNode checkVisibility assignedSlot elements submit action length remove focus click value constructor',
  ].flatMap(line => line.split(' '));
  const formWith = (names: readonly string[]): string =>
    `<form aria-label="Clobbered" onsubmit="event.preventDefault()">${names
      .map(name => `<input name="${name}" aria-label="${name}">`)
      .join(
        '',
      )}<button aria-pressed="false" onclick="this.ariaPressed = 'true'">Send</button></form>`;

  test('are all shown in their form', async () => {
    await using _site = await openPage(browse, formWith(NAMES));

    const { stdout, code } = await browse('snapshot');

    expect(code).toBe(0);
    const [form, ...fields] = treeOf(stdout)
      .replaceAll(/@e\d+ /g, '')
      .split('\n');
    expect(form).toBe('[form] "Clobbered"');
    expect(fields).toEqual([...NAMES.map(name => `  [textbox] "${name}"`), '  [button] "Send"']);
  });

  test('are filled, and their form is clicked, by ref', async () => {
    await using _site = await openPage(browse, formWith(NAMES.filter(name => !BITING.has(name))));
    const { stdout } = await browse('snapshot');

    const filled = await browse('fill', refIn(stdout, '[textbox] "children"'), 'Ada');
    const clicked = await browse('click', refIn(stdout, '[button] "Send"'));
    const scoped = await browse('snapshot', '-i', '-s', refIn(stdout, '[form] "Clobbered"'));

    expect(filled).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout).toContain('[button] "Send" [pressed]');
    expect(scoped.stdout).toContain('[textbox] "children": Ada');
  });

  test.each([...BITING])(
    'such as %s make an action succeed or say what went wrong, and never cost more than the tab',
    async name => {
      await using site = await serve(formWith([name]));
      await browse('newtab', site.url);
      const { stdout } = await browse('snapshot');

      const acted = [
        await browse('click', refIn(stdout, '[button] "Send"'), '--timeout', '1000'),
        await browse('fill', refIn(stdout, `[textbox] "${name}"`), 'Ada', '--timeout', '1000'),
        await browse('snapshot', '-s', refIn(stdout, '[form]'), '--timeout', '1000'),
      ];
      const closed = await browse('closetab');

      for (const ran of acted) expectAnswerOrError(ran);
      expect(acted.map(({ stderr }) => stderr).join('')).not.toContain('unexpected error');
      expect(closed).toMatchObject({ code: 0, stderr: '' });
    },
  );

  test('do not hide the document they are named after', async () => {
    const names =
      'body documentElement title querySelectorAll getElementById createElement activeElement forms';
    await using _site = await openPage(
      browse,
      `${names
        .split(' ')
        .map(name => `<form name="${name}"></form><img name="${name}" alt="${name}">`)
        .join('')}${FORM}`,
    );
    const { stdout } = await browse('snapshot', '-i');

    const clicked = await browse('click', refIn(stdout, '[button] "Buy"'));

    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout).toContain('[button] "Buy" [pressed]');
  });
});

describe('custom elements', () => {
  test('whose reactions throw, remove and add elements are shown as they are', async () => {
    await using _site = await openPage(
      browse,
      `<script>
        customElements.define('x-evil', class extends HTMLElement {
          static observedAttributes = ['aria-label', 'tabindex'];
          get role() { throw new Error('sabotage'); }
          get shadowRoot() { throw new Error('sabotage'); }
          get children() { this.remove(); return []; }
          getAttribute() { this.remove(); throw new Error('sabotage'); }
          attributeChangedCallback() { throw new Error('sabotage'); }
          connectedCallback() { this.append(document.createElement('button')); this.firstChild.textContent = 'Grown'; }
          disconnectedCallback() { document.body.append(this); }
        });
      </script><x-evil aria-label="Evil" role="group"></x-evil>${FORM}`,
    );

    const first = await browse('snapshot');
    const second = await browse('snapshot');

    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(second.stdout).toBe(first.stdout);
    expect(first.stdout).toContain('[group] "Evil"');
    expect(first.stdout).toContain('[button] "Grown"');
  });
});
