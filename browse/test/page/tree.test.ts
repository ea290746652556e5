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

describe('the full tree', () => {
  test.each([
    [
      'shows text that no name says',
      '<h1>Hi</h1><p>Some text</p>',
      ['heading "Hi" [level=1]', 'paragraph', '  text "Some text"'],
    ],
    [
      'joins text over phrases',
      '<p>A <b>bold</b> <em>move</em>, <code>x</code></p>',
      ['paragraph', '  text "A bold move, x"'],
    ],
    ['keeps text of two boxes apart', '<div>One</div><div>Two</div>', ['text "One"', 'text "Two"']],
    ['does not say a name twice', '<a href=#>Go <b>home</b></a>', ['link "Go home"']],
    [
      'says what a label of a button covers',
      '<button aria-label=Close>x</button>',
      ['button "Close"', '  text "x"'],
    ],
    [
      'lifts what is only a box',
      '<div><div><span><button>A</button></span></div></div>',
      ['button "A"'],
    ],
    [
      'tells of a box that looks clickable by its text alone',
      '<div onclick="">Card</div><div tabindex=0>Other <i>one</i></div>',
      ['text "Card"', 'text "Other one"'],
    ],
    [
      'nests',
      '<ul><li>A<ul><li>B</ul></ul>',
      ['list', '  listitem', '    text "A"', '    list', '      listitem', '        text "B"'],
    ],
    [
      'does not repeat labels, legends and captions',
      '<fieldset><legend>Pay</legend><label>Card <input></label></fieldset><table><caption>Cap</caption><tr><td>A</table>',
      ['group "Pay"', '  textbox "Card"', 'table "Cap"', '  row', '    cell "A"'],
    ],
    [
      'leaves out paragraphs that hold nothing',
      '<p></p><p> <b></b></p><p hidden>A</p><p tabindex=0></p><p><img alt=B src=#></p><p>C</p>',
      ['paragraph', 'paragraph', '  img "B"', 'paragraph', '  text "C"'],
    ],
    [
      'tells of the groups of rows that somebody made',
      `<table aria-label=T><thead><tr><th>H</th></tr></thead><tbody><tr><td>A</td></tr></tbody>
       <tbody aria-label=More><tr><td>B</td></tr></tbody><tbody role=rowgroup><tr><td>C</td></tr></tbody></table>`,
      [
        'table "T"',
        '  rowgroup',
        '    row',
        '      columnheader "H"',
        '  row',
        '    cell "A"',
        '  rowgroup "More"',
        '    row',
        '      cell "B"',
        '  rowgroup',
        '    row',
        '      cell "C"',
      ],
    ],
    [
      'shows options',
      '<select aria-label=S><optgroup label=G><option>A</optgroup><option selected>B</select>',
      ['combobox "S": B', '  group "G"', '    option "A"', '  option "B" [selected]'],
    ],
    [
      'shows what can be operated inside a button',
      '<div role=button tabindex=0>Card <a href=#>More</a><img alt=pic src=#></div>',
      ['button "Card More pic"', '  link "More"'],
    ],
    [
      'follows aria-owns',
      '<div role=listbox aria-label=L aria-owns=o></div><p>A</p><div role=option id=o>O</div>',
      ['listbox "L"', '  option "O"', 'paragraph', '  text "A"'],
    ],
    [
      'says nothing of what is hidden',
      `<div hidden>A</div><div style="visibility:hidden">B<b style="visibility:visible">C</b></div>
      <div aria-hidden=true>D</div><div inert>E</div><div style="content-visibility:hidden">F</div><details><summary>S</summary>G</details>
      <dialog>H</dialog><div popover>I</div><template>J</template><noscript>K</noscript>`,
      ['text "C"', 'group', '  button "S" [collapsed]'],
    ],
    [
      'shows what has no box of its own',
      '<div style="display:contents">A<button style="display:contents">B</button></div>',
      ['text "A"', 'button "B"'],
    ],
  ] as const)('%s', async (_, html, lines) => {
    await engine.show(html);

    const shown = await engine.full();

    expect(shown).toEqual([...lines]);
  });
});

describe('the interactive tree', () => {
  test('shows what can be operated and leaves out the rest', async () => {
    await engine.show(`<h1>Title</h1><p>Text <a href=#>link</a></p><ul><li><button>B</button></ul>
      <input aria-label=I><div role=menuitem>M</div><div tabindex=0>Focus</div><div tabindex=-1>No</div>
      <details><summary>S</summary></details><div contenteditable aria-label=E></div><span tabindex=0></span>`);

    const shown = await engine.interactive();

    expect(shown).toEqual([
      'link "link"',
      'button "B"',
      'textbox "I"',
      'menuitem "M"',
      'button "S" [collapsed]',
      'textbox "E"',
    ]);
  });

  test.each([
    [
      'shows what its markup or its cursor makes a control',
      '<div onclick="">Card</div><div style="cursor:pointer">Other <i>one</i></div><div tabindex=0>Focus</div>',
      ['generic "Card"', 'generic "Other one"', 'generic "Focus"'],
    ],
    [
      'shows a control without any text',
      '<div onclick=""><svg width=9 height=9></svg></div>',
      ['generic'],
    ],
    [
      'drops a box around what it is named after',
      '<div onclick=""><a href=#>Card</a></div>',
      ['link "Card"'],
    ],
    [
      'counts nothing twice that has a role',
      '<button onclick="" style="cursor:pointer">B</button><a href=# onclick="" tabindex=0>L</a>',
      ['button "B"', 'link "L"'],
    ],
    [
      'shows a clickable row, item or picture under its own role',
      '<ul><li onclick="">Item</li></ul><img onclick="" alt=Pic src=#>',
      ['listitem "Item"', 'img "Pic"'],
    ],
  ] as const)('with clickable: %s', async (_, html, lines) => {
    await engine.show(html);

    const shown = await engine.clickable();

    expect(shown).toEqual([...lines]);
  });

  test('counts the clickable boxes that it leaves out', async () => {
    await engine.show(
      '<div onclick="">A</div><div tabindex=0>B</div><div hidden onclick="">C</div>',
    );

    const { omitted } = await engine.ask('snapshot', { interactive: true });

    expect(omitted.clickables).toBe(2);
  });

  test('counts what it leaves out', async () => {
    await engine.show(
      '<h1>Title</h1><p>Text</p><img src=# alt=P><p hidden>No</p><a href=#>Link</a>',
    );

    const { omitted } = await engine.ask('snapshot', { interactive: true });

    expect(omitted).toEqual({ texts: 2, elements: 3, clickables: 0, outside: 0 });
  });

  test('always says what alerts, dialogs and live regions say', async () => {
    await engine.show(`<div role=alert>Wrong <b>code</b></div><div aria-live=polite>3 results</div><div role=status></div>
      <dialog open aria-label=Sure><p>Really?</p><button>Yes</button></dialog>`);

    const shown = await engine.interactive();

    expect(shown).toEqual([
      'alert',
      '  text "Wrong code"',
      'status',
      '  text "3 results"',
      'dialog "Sure"',
      '  text "Really?"',
      '  button "Yes"',
    ]);
  });

  test('leaves the options of a closed list to its value', async () => {
    await engine.show(
      '<select aria-label=S><option>A<option>B</select><select multiple aria-label=M><option>C</select>',
    );

    const shown = await engine.interactive();

    expect(shown).toEqual(['combobox "S": A', 'listbox "M" [multiselectable]', '  option "C"']);
  });

  test('shows a label in place of the box to tick that it hides', async () => {
    await engine.show(
      '<label><input type=checkbox style="display:none" checked> Dark mode</label>',
    );

    const shown = await engine.interactive();

    expect(shown).toEqual(['checkbox "Dark mode" [checked]']);
  });

  test('shows frames but no pixels that count visits', async () => {
    await engine.show(
      '<iframe title=Pay srcdoc=""></iframe><iframe width=1 height=1 srcdoc=""></iframe>',
    );

    const shown = await engine.interactive();

    expect(shown).toEqual(['iframe "Pay"']);
  });
});

test('a row or an item that looks clickable is told by what is in it', async () => {
  await engine.show(
    '<ul><li style="cursor:pointer">Inbox <b>3</b></li></ul><table><tr onclick=""><td>A<td>B</table><p>C</p>',
  );

  const { nodes } = await engine.ask('snapshot', { interactive: false });

  const rows = nodes.filter(([, , role]) => role === 'listitem' || role === 'row');
  expect(rows.map(([, , , name]) => name)).toEqual(['Inbox 3', 'A B']);
});

describe('a snapshot', () => {
  test('stops when its time is over, and says so', async () => {
    await engine.show('<a href=#>A</a>'.repeat(2000));

    const cut = await engine.ask('snapshot', { interactive: true, within: 0 });
    const whole = await engine.ask('snapshot', { interactive: true });

    expect(cut.cut).toBe(true);
    expect(cut.nodes.length).toBeLessThan(2000);
    expect(whole.cut).toBeUndefined();
    expect(whole.nodes).toHaveLength(2000);
  });

  test('shows what several owners gain, in the order they name it', async () => {
    await engine.show(`<i id=b>B</i><i id=a>A</i><div role=group aria-label=G aria-owns="a b c"></div>
      <div role=group aria-label=H aria-owns="b d"></div><p>C <i id=d>D</i></p>`);

    const lines = await engine.full();

    expect(lines).toEqual([
      'group "G"',
      '  text "AB"',
      'group "H"',
      '  text "D"',
      'paragraph',
      '  text "C"',
    ]);
  });

  test('walks open shadow roots and what is slotted into them', async () => {
    await engine.page.goto('about:blank');
    await engine.page.evaluate(`document.body.setHTMLUnsafe(\`
      <x-card><template shadowrootmode=open><button>Inside</button><slot name=a></slot><slot>Default</slot></template>
        <b slot=a>Slotted</b><b slot=none>Nowhere</b></x-card>\`)`);

    const shown = await engine.full();

    expect(shown).toEqual(['button "Inside"', 'text "Slotted"']);
  });

  test('tells the page, and its scope when there is one', async () => {
    await engine.show(
      '<title>Shop</title><a href=#>Out</a><main id=m aria-label=M><a href=#>In</a></main>',
    );

    const whole = await engine.ask('snapshot', { interactive: true });
    const part = await engine.full('#m');

    expect(whole).toMatchObject({ title: 'Shop' });
    expect(part).toEqual(['main "M"', '  link "In"']);
  });

  test('counts the focusable parts of a grid among what can be acted on, whichever is the tab stop', async () => {
    await engine.show(
      `<table role=grid aria-label=G><tr tabindex=-1><th tabindex=-1>H</th><td tabindex=-1>A</td><td>B</td></tr></table>
       <table><tr tabindex=-1><td tabindex=-1>C</td></tr></table>`,
    );

    expect(await engine.interactive()).toEqual([
      'row "H A B"',
      '  rowheader "H"',
      '  gridcell "A"',
    ]);
  });

  test('keeps to a modal dialog while there is one', async () => {
    await engine.show(
      '<button>Behind</button><dialog id=d aria-label=D><button>Before</button></dialog>',
    );
    await engine.page.evaluate(`document.querySelector('#d').showModal()`);

    const { nodes, modal } = await engine.ask('snapshot', { interactive: true });

    expect(nodes.map(([, , , name]) => name)).toEqual(['D', 'Before']);
    expect(modal).toBe(true);
  });

  test('keeps to a modal dialog of a shadow tree, met before or not', async () => {
    await engine.show('<button>Behind</button><div id=host></div>');
    await engine.page.evaluate(`{
      const root = document.querySelector('#host').attachShadow({ mode: 'open' });
      root.innerHTML = '<dialog aria-label=D><button>Within</button></dialog>';
      root.querySelector('dialog').showModal();
    }`);

    const first = await engine.ask('snapshot', { interactive: true });
    const second = await engine.ask('snapshot', { interactive: true });

    expect(first.nodes.map(([, , , name]) => name)).toEqual(['D', 'Within']);
    expect(first.modal).toBe(true);
    expect(second).toEqual(first);
  });

  test('keeps to the innermost of several modal dialogs that has the focus', async () => {
    await engine.show(
      '<dialog id=a aria-label=A><button>One</button><dialog id=b aria-label=B><button>Two</button></dialog></dialog>',
    );
    await engine.page.evaluate(
      `document.querySelector('#a').showModal(); document.querySelector('#b').showModal()`,
    );

    const { nodes } = await engine.ask('snapshot', { interactive: true });

    expect(nodes.map(([, , , name]) => name)).toEqual(['B', 'Two']);
  });

  test('of a document without a root is empty', async () => {
    await engine.show('<button>A</button>');
    await engine.page.evaluate('document.documentElement.remove()');

    const { nodes, omitted } = await engine.ask('snapshot', { interactive: false });

    expect(nodes).toEqual([]);
    expect(omitted.elements).toBe(0);
  });

  test('gives an element the same number again and a new one to its successor', async () => {
    await engine.show('<button>A</button><button id=b>B</button>');
    const first = await engine.ask('snapshot', { interactive: true });
    await engine.page.evaluate(`{
      const b = document.querySelector('#b');
      b.replaceWith(b.cloneNode(true));
      document.body.prepend(document.querySelector('#b'));
    }`);

    const second = await engine.ask('snapshot', { interactive: true });

    const [a] = first.nodes;
    expect(second.document).toBe(first.document);
    expect(second.nodes[1]).toEqual(a);
    expect(first.nodes.map(([, local]) => local)).not.toContain(second.nodes[0]![1]);
  });

  test('of a document that was written anew has another id', async () => {
    await engine.show('<button>A</button>');
    const first = await engine.ask('snapshot', { interactive: true });
    await engine.show('<button>A</button>');

    const second = await engine.ask('snapshot', { interactive: true });

    expect(second.document).not.toBe(first.document);
  });
});
