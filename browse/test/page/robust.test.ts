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

const QUESTIONS = [
  'describe',
  'cover',
  'field',
  'watch',
  'effect',
  'text',
  'html',
  'links',
] as const;

async function askEverything(): Promise<void> {
  await engine.ask('watch', {});
  await engine.page.evaluate(`document.body.append(document.createElement('p'))`);
  for (const name of QUESTIONS) await engine.ask(name, {});
  await engine.full();
  await engine.interactive();
}

async function nest(root: string, depth: number, style: string): Promise<void> {
  await engine.show('<a href=#>Top</a>');
  await engine.page.evaluate(`{
    let inner = document.querySelector('${root}');
    if ('${root}' === 'body') inner.textContent = '';
    for (let i = 0; i < ${depth}; i++) inner = inner.appendChild(document.createElement('div'));
    inner.innerHTML = '<button>Bottom</button>';
    document.querySelector('div').style = '${style}';
  }`);
}

describe('the engine bears', () => {
  test('a form that shadows the properties of its element', async () => {
    const names =
      'parentNode children childNodes firstChild nextSibling attributes getAttribute localName tagName id nodeType innerHTML matches closest shadowRoot contains title textContent isConnected checkVisibility';
    await engine.show(
      `<form id=f aria-label=F>${names
        .split(' ')
        .map(name => `<input name=${name} aria-label=${name}>`)
        .join('')}<button>Send</button></form>`,
    );

    const lines = await engine.full();

    expect(lines[0]).toBe('form "F"');
    expect(lines).toHaveLength(names.split(' ').length + 2);
    await askEverything();
  });

  test('a document that pictures and forms shadow', async () => {
    const names =
      'body title documentElement activeElement querySelectorAll getElementById createElement styleSheets doctype implementation elementFromPoint';
    await engine.show(
      names
        .split(' ')
        .map(name => `<img name=${name} alt=${name} src=#>`)
        .join(''),
    );

    const lines = await engine.full();

    expect(lines).toHaveLength(names.split(' ').length);
    expect((await engine.ask('snapshot', { interactive: true })).title).toBe('');
  });

  // Chromium's own layout ends between two and five thousand boxes deep.
  test.each([
    ['rendered, two thousand deep', 2000, '', ['button "Bottom"']],
    ['hidden, five thousand deep', 5000, 'display:none', []],
  ] as const)('elements %s', async (_, depth, style, lines) => {
    await nest('body', depth, style);

    const shown = await engine.interactive();

    expect(shown).toEqual([...lines]);
    await askEverything();
  });

  test('a link around elements two thousand deep', async () => {
    await nest('a', 2000, '');

    const lines = await engine.interactive();

    expect(lines).toEqual(['link "Top"', '  button "Bottom"']);
  });

  test.each(['role="button"', 'tabindex="0"', 'role="group" aria-labelledby="top"'])(
    'elements without boxes and with %s, one and a half thousand deep',
    async attributes => {
      await engine.show(`<i id=top>Top</i><div id=d></div>`);
      await engine.page.evaluate(
        `{
          let inner = document.querySelector('#d');
          for (let i = 0; i < 1500; i++) {
            inner.innerHTML = '<div style="display:contents" ${attributes}></div>';
            inner = inner.firstElementChild;
          }
          inner.innerHTML = '<button>Bottom</button>';
        }`,
      );

      const lines = await engine.interactive();

      expect(lines.at(-1)?.trim()).toBe('button "Bottom"');
    },
  );

  test('circles of ownership and of names', async () => {
    await engine.show(`<div id=a role=group aria-owns=b>A</div><div id=b role=group aria-owns="a c">B</div>
      <div id=c role=group aria-owns=c>C</div>
      <button id=d aria-labelledby=e>D</button><button id=e aria-labelledby=d>E</button>
      <label id=l for=i aria-labelledby=i>L</label><input id=i aria-labelledby="l l i">`);

    const lines = await engine.full();

    expect(lines.filter(line => /^ *text "[ABC]"/.test(line))).toHaveLength(3);
    expect(lines).toContain('button "E"');
    await askEverything();
  });

  test.each([
    ['outside its content', '', `<button aria-labelledby=big>B</button>`.repeat(5000)],
    ['inside its content', `<button aria-labelledby=big>B</button>`.repeat(5000), ''],
  ])('a label of four thousand pieces for five thousand buttons %s', async (_, inside, outside) => {
    await engine.show(`<div id=big>${'<span>w </span>'.repeat(4000)}${inside}</div>${outside}`);

    const { nodes, cut } = await engine.ask('snapshot', { interactive: true });

    expect(nodes).toHaveLength(5000);
    expect(cut).toBeUndefined();
    expect(nodes.every(([, , , name]) => name.startsWith('w w w w'))).toBe(true);
  });

  test('five thousand owners of nothing and of what they are in', async () => {
    await engine.show(
      `<div id=o>${'<div>'.repeat(300)}${'<p aria-owns="none o x">A <a href=#>L</a></p>'.repeat(5000)}</div><b id=x>X</b>`,
    );

    const lines = await engine.interactive();

    expect(lines).toHaveLength(5000);
  });

  test('twenty thousand labels of one control', async () => {
    await engine.show(`<input id=i>${'<label for=i>L</label>'.repeat(20_000)}`);

    const lines = await engine.interactive();

    expect(lines).toHaveLength(1);
    expect(lines[0]).toStartWith('textbox "L L L');
  });

  test('ten thousand equal rows drawn anew', async () => {
    await engine.show('<div id=d></div>');
    await engine.page.evaluate(`d.innerHTML = '<a href=#>Row</a>'.repeat(10_000)`);
    await engine.ask('snapshot', { interactive: true });
    await engine.ask('watch', {});
    await engine.page.evaluate(`d.innerHTML = d.innerHTML`);

    const effect = await engine.ask('effect', {});

    expect(effect).toMatchObject({ watched: true, appeared: [] });
  });

  test('ids given twice', async () => {
    await engine.show(
      '<label for=x>First</label><input id=x><input id=x><i id=n>One</i><i id=n>Two</i><b aria-labelledby=n role=img></b>',
    );

    const lines = await engine.interactive();

    expect(lines).toEqual(['textbox "First"', 'textbox']);
    await askEverything();
  });

  test('a name of a million letters', async () => {
    await engine.show(
      `<button aria-label="${'a'.repeat(1_000_000)}">A</button><p>${'b '.repeat(500_000)}</p>`,
    );

    const { nodes } = await engine.ask('snapshot', { interactive: false });

    for (const [, , , name] of nodes) expect(name.length).toBeLessThan(4100);
    await askEverything();
  });

  test.each([
    ['nothing but a root', 'document.body.remove()'],
    ['no root at all', 'document.documentElement.remove()'],
    [
      'nothing but a drawing',
      `document.documentElement.replaceWith(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))`,
    ],
  ] as const)('a document with %s', async (_, script) => {
    await engine.page.goto('about:blank');
    await engine.page.evaluate(script);

    for (const name of ['watch', 'effect', 'text', 'html', 'links'] as const)
      await engine.ask(name, {});
    const { nodes } = await engine
      .ask('snapshot', { interactive: true })
      .catch(() => ({ nodes: [] }));

    expect(nodes.length).toBeLessThan(2);
    await engine.page.goto('about:blank');
  });

  test('pages that replace what the engine is made of', async () => {
    await engine.show('<a href=#>A</a>');
    await engine.page.evaluate(`{
      Element.prototype.getAttribute = () => 'evil';
      Node.prototype.appendChild = JSON.stringify = Map.prototype.get = () => { throw new Error('evil'); };
      Object.defineProperty(Node.prototype, 'firstChild', { get: () => null });
    }`);

    const lines = await engine.interactive();

    expect(lines).toEqual(['link "A"']);
    await engine.page.goto('about:blank');
  });
});

test('a question that nobody knows is answered with an error', async () => {
  const answer = await engine.page.locator('ref=:nonsense:').textContent();

  expect(JSON.parse(answer ?? '')).toEqual({
    error: 'Cannot answer "nonsense": no such question',
  });
});

test('options that cannot be read are answered with an error', async () => {
  const answer = await engine.page.locator('ref=:snapshot:%%%').textContent();

  expect(JSON.parse(answer ?? '')).toHaveProperty('error');
});
