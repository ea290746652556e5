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

describe('describe', () => {
  test('tells what an action needs to know', async () => {
    await engine.show('<input id=x type=email aria-label=Mail value=a@b.c required>');

    const answer = await engine.ask('describe', {}, '#x');

    expect(answer).toMatchObject({
      role: 'textbox',
      name: 'Mail',
      states: 'required',
      value: 'a@b.c',
      tag: 'input',
    });
  });

  test('answers once for each of several matches', async () => {
    await engine.show('<button>A</button><button>B</button>');

    const answers = await engine.askEach('describe', { watch: true }, 'button');

    expect(answers.map(({ name }) => name)).toEqual(['A', 'B']);
  });

  test.each([
    [
      'a label goes to its control',
      '<label id=x>Agree <input type=checkbox></label>',
      { role: 'checkbox', name: 'Agree', why: 'label' },
    ],
    [
      'text in a label goes to its control',
      '<label>Agree <b id=x>now</b><input type=checkbox></label>',
      { role: 'checkbox', why: 'label' },
    ],
    [
      'an option goes to its list',
      '<select aria-label=S><option id=x>A</select>',
      { role: 'combobox', name: 'S', why: 'option' },
    ],
  ] as const)('a click on %s', async (_, html, routed) => {
    await engine.show(html);

    const answer = await engine.ask('describe', {}, '#x');

    expect(answer.routed).toMatchObject(routed);
  });

  test.each([
    ['a link in a label', '<label><a id=x href=#>Terms</a> <input type=checkbox></label>'],
    ['the control itself', '<label>Agree <input id=x type=checkbox></label>'],
    ['a label of nothing', '<label id=x>Alone</label>'],
  ] as const)('a click on %s stays there', async (_, html) => {
    await engine.show(html);

    const answer = await engine.ask('describe', {}, '#x');

    expect(answer.routed).toBeUndefined();
  });
});

describe('a ref', () => {
  test('is a locator of its element', async () => {
    await engine.show('<button>A</button><button onclick="this.textContent = 1">B</button>');
    const { document, nodes } = await engine.ask('snapshot', { interactive: true });
    const local = nodes[1]?.[1];

    await engine.page.locator(`ref=${document}.${local}`).click();

    expect(await engine.interactive()).toEqual(['button "A"', 'button "1" [focused]']);
  });

  test('resolves while its element is there', async () => {
    await engine.show('<button>A</button>');
    const { document, local } = await engine.ask('describe', {}, 'button');

    const answer = await engine.ask('resolve', { id: { document, local } });

    expect(answer).toMatchObject({ state: 'here', element: { role: 'button', name: 'A', local } });
  });

  test('is gone with its element', async () => {
    await engine.show('<button>A</button>');
    const { document, nodes } = await engine.ask('snapshot', { interactive: true });
    const local = nodes[0]?.[1] ?? 0;
    await engine.page.evaluate(`document.querySelector('button').remove()`);

    const answer = await engine.ask('resolve', { id: { document, local } });

    expect(answer).toEqual({ state: 'gone' });
    expect(await engine.page.locator(`ref=${document}.${local}`).count()).toBe(0);
  });

  test('does not survive a navigation', async () => {
    await engine.show('<button>A</button>');
    const { document, local } = await engine.ask('describe', {}, 'button');
    await engine.page.goto('data:text/html,<button>A</button>');

    const answer = await engine.ask('resolve', { id: { document, local } });

    expect(answer).toEqual({ state: 'navigated' });
    await engine.page.goto('about:blank');
  });
});

describe('cover', () => {
  const OVERLAY = 'position:fixed;inset:0;background:#fff';

  test.each([
    ['nothing over a plain button', '<button id=x>A</button>', {}],
    ['nothing when the middle is inside the element', '<button id=x><b>A</b></button>', {}],
    [
      'nothing when it is the label of the element',
      '<label style="display:block;position:relative">L<input id=x type=checkbox style="position:absolute;inset:0;width:99%;z-index:-1"></label>',
      {},
    ],
    [
      'a dialog',
      `<button id=x>A</button><div role=dialog aria-label=Cookies style="${OVERLAY}"><p>We care</p></div>`,
      { by: { role: 'dialog', name: 'Cookies' } },
    ],
    [
      'a bare box',
      `<button id=x>A</button><div id=o class="veil dark" style="${OVERLAY}"></div>`,
      { by: { role: 'generic' } },
    ],
    [
      'the dialog that a backdrop lies behind',
      `<button id=x>A</button><div><div style="${OVERLAY}"></div><div role=dialog aria-label=Invite style="position:fixed;top:50%;left:50%">B</div></div>`,
      { by: { role: 'dialog', name: 'Invite' } },
    ],
    [
      'a box that lies beside a dialog, not the dialog',
      `<button id=x>A</button><div><div style="position:fixed;top:0;left:0;width:200px;height:200px"></div><div role=dialog aria-label=Chat style="position:fixed;bottom:0;right:0">B</div></div>`,
      { by: { role: 'generic' } },
    ],
    [
      'nothing of what is out of view',
      '<button id=x style="position:absolute;top:5000px">A</button>',
      {},
    ],
    ['nothing of what is invisible', '<button id=x hidden>A</button>', {}],
  ] as const)('tells %s', async (_, html, cover) => {
    await engine.show(html);

    const answer = await engine.ask('cover', {}, '#x');

    expect(answer).toMatchObject(cover);
    if (Object.keys(cover).length === 0) expect(answer).toEqual({});
  });
});

describe('field', () => {
  test.each([
    ['text as it is', '<textarea id=x> a\n b </textarea>', { value: ' a\n b ' }],
    [
      'what is selected',
      '<select id=x multiple><option value=1 selected>A<option value=2 selected>B</select>',
      {
        value: '1',
        selected: [
          { index: 0, value: '1', label: 'A' },
          { index: 1, value: '2', label: 'B' },
        ],
      },
    ],
    [
      'what was written into a box',
      '<div id=x contenteditable>Dear all</div>',
      { value: 'Dear all' },
    ],
  ] as const)('tells %s', async (_, html, field) => {
    await engine.show(html);

    const answer = await engine.ask('field', {}, '#x');

    expect(answer as object).toEqual(field);
  });
});

describe('options', () => {
  test.each([
    ['by value before label', 'two', 0],
    ['by label', 'Three', 2],
    ['by label, whatever its case and spaces', ' THREE\tfour ', 3],
    ['by exact label before a folded one', 'three', 1],
    ['nowhere', 'five', null],
  ] as const)('are found %s', async (_, word, index) => {
    await engine.show(
      '<select id=x><option value=two>One<option>three<option>Three<option value=4>three  four</select>',
    );

    const { found, total } = await engine.ask('options', { wanted: [word] }, '#x');

    expect(found).toEqual([index]);
    expect(total).toBe(4);
  });

  test('are found however many there are, and the first twenty listed', async () => {
    const long = `Last ${'long '.repeat(60)}end`;
    await engine.show(`<select id=x>${'<option value=v>L</option>'.repeat(5000)}</select>`);
    await engine.page.evaluate(`x.add(new Option(${JSON.stringify(long)}, 'z'))`);

    const { total, found, listed } = await engine.ask(
      'options',
      { wanted: [long, 'z', 'v'] },
      '#x',
    );

    expect({ total, found }).toEqual({ total: 5001, found: [5000, 5000, 0] });
    expect(listed).toEqual(Array.from({ length: 20 }, () => 'L'));
  });

  test('are those of a list only', async () => {
    await engine.show('<p id=x>A</p>');

    const answer = engine.ask('options', { wanted: [] }, '#x');

    expect(answer).rejects.toThrow('Cannot list the options: the element is no select');
  });
});
