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

async function nameOf(html: string): Promise<string> {
  await engine.show(html);
  const { name } = await engine.ask('describe', {}, '#x');
  return name;
}

describe('a name that somebody gave', () => {
  test.each([
    [
      'by reference',
      '<i id=a>One</i><i id=b>Two</i><button id=x aria-labelledby="b a">Z',
      'Two One',
    ],
    [
      'by reference to what is hidden',
      '<i id=a hidden>One</i><button id=x aria-labelledby=a>Z',
      'One',
    ],
    [
      'by reference to itself and another',
      '<i id=a>One</i><button id=x aria-label=Me aria-labelledby="x a">Z',
      'Me One',
    ],
    ['by a reference that leads nowhere', '<button id=x aria-labelledby=no>Z</button>', 'Z'],
    [
      'by a reference in a circle',
      '<i id=a aria-labelledby=b>A</i><i id=b aria-labelledby=a>B</i><button id=x aria-labelledby=a>Z',
      'A',
    ],
    ['by a label of its own', '<button id=x aria-label=" Close \n it ">Z</button>', 'Close it'],
    ['by an empty label', '<button id=x aria-label=" ">Z</button>', 'Z'],
    ['by a label element', '<label for=x>First name</label><input id=x>', 'First name'],
    [
      'by a label element around it',
      '<label>First <input id=x value=Ann> name</label>',
      'First name',
    ],
    ['by two label elements', '<label for=x>A</label><label for=x>B</label><input id=x>', 'A B'],
    [
      'by a label with another control in it',
      '<label for=x>Every <input value=5> days</label><input id=x type=checkbox>',
      'Every 5 days',
    ],
    ['by a tip', '<input id=x title=Tip placeholder=Hint>', 'Tip'],
    ['by what stands in the empty field', '<input id=x placeholder=Hint>', 'Hint'],
    ['by its value, on a button', '<input id=x type=submit value=Go>', 'Go'],
    ['by the browser, on a button', '<input id=x type=reset>', 'Reset'],
    ['by a legend', '<fieldset id=x><legend>Pay</legend><input></fieldset>', 'Pay'],
    ['by a caption', '<table id=x><caption>Prices</caption><tr><td>1</table>', 'Prices'],
    ['by an alternative text', '<img id=x src=# alt="A  cat">', 'A cat'],
    ['by a title in a drawing', '<svg id=x width=9 height=9><title>Chart</title></svg>', 'Chart'],
    ['to a frame', '<iframe id=x name=pay srcdoc=""></iframe>', 'pay'],
  ] as const)('%s', async (_, html, name) => {
    expect(await nameOf(html)).toBe(name);
  });
});

describe('a name made of what is inside', () => {
  test.each([
    ['joins what is in one line', '<a id=x href=#><b>Foo</b>bar</a>', 'Foobar'],
    ['keeps blocks apart', '<a id=x href=#><div>Foo</div><div>bar</div></a>', 'Foo bar'],
    [
      'keeps apart what the style sheet sets apart',
      '<a id=x href=#><b style="display:inline-block">Foo</b>bar</a>',
      'Foo bar',
    ],
    ['keeps lines apart', '<a id=x href=#>Foo<br>bar</a>', 'Foo bar'],
    ['includes pictures', '<a id=x href=#>Foo<img src=# alt=bar></a>', 'Foo bar'],
    [
      'leaves out what is hidden',
      '<a id=x href=#>Foo<i hidden>bar</i><i aria-hidden=true>baz</i></a>',
      'Foo',
    ],
    [
      'includes what is visible in the invisible',
      '<a id=x href=#><i style="visibility:hidden">Foo<b style="visibility:visible">bar</b></i></a>',
      'bar',
    ],
    [
      'includes what a style sheet writes',
      '<style>a::before{content:"New: "}a::after{content:"!"}</style><a id=x href=#>Foo</a>',
      'New: Foo!',
    ],
    [
      'leaves out icon glyphs',
      '<style>a::before{content:"\\f00d"}</style><a id=x href=#>Foo</a>',
      'Foo',
    ],
    ['includes a tip of an icon', '<button id=x><i title=Delete></i></button>', 'Delete'],
    [
      'keeps apart what something withheld keeps apart',
      '<a id=x href=#>Foo<div aria-hidden=true>x</div>bar</a>',
      'Foo bar',
    ],
    [
      'takes an empty field by its own name',
      '<a id=x href=#>Foo <input aria-label=bar></a>',
      'Foo bar',
    ],
    [
      'keeps apart what a line without words keeps apart',
      '<a id=x href=#>Foo<hr>bar</a>',
      'Foo bar',
    ],
    ['says quotation marks', '<a id=x href=#><q>Foo</q></a>', '“Foo”'],
    [
      'leaves out what stands between counters',
      '<style>a::before{content:counters(c,".") "n "}</style><a id=x href=#>Foo</a>',
      'n Foo',
    ],
    [
      'includes what is owned',
      '<div id=x role=button aria-owns=o>Foo</div><b id=o>bar</b>',
      'Foo bar',
    ],
    [
      'leaves out the items below a tree item',
      '<div role=tree><div id=x role=treeitem>Foo<div role=group><div role=treeitem>bar</div></div></div></div>',
      'Foo',
    ],
    [
      'takes a list in a label by what is chosen',
      '<label for=x>Every <span role=listbox><b role=option>day</b><b role=option aria-selected=true>week</b></span></label><input id=x>',
      'Every week',
    ],
    [
      'includes pictures in an option',
      '<select><option id=x><img src=# alt=Flag> Sweden</select>',
      'Flag Sweden',
    ],
    ['leaves out pronunciation', '<a id=x href=#><ruby>漢<rt>kan</rt></ruby></a>', '漢'],
    ['is one line', '<button id=x>Foo\n\n\t bar</button>', 'Foo bar'],
  ] as const)('%s', async (_, html, name) => {
    expect(await nameOf(html)).toBe(name);
  });

  test('comes through shadow roots and slots', async () => {
    const shadow = '<template shadowrootmode=open>[<slot></slot>]</template>';
    await engine.page.goto('about:blank');
    await engine.page.evaluate(
      `document.body.setHTMLUnsafe(${JSON.stringify(`<div id=x role=button>${shadow}Foo</div>`)})`,
    );

    const { name } = await engine.ask('describe', {}, '#x');

    expect(name).toBe('[Foo]');
  });

  test('is cut at a length that a line can bear, and says so', async () => {
    const name = await nameOf(`<a id=x href=#>${'word '.repeat(5000)}</a>`);

    expect(name.length).toBeLessThan(1100);
    expect(name).toEndWith('… [cut]');
  });
});

test('a text that labels many elements leaves out of each name what is being named', async () => {
  await engine.show(`<button aria-labelledby=d>Before</button>
    <div id=d>A <button aria-labelledby=d>X</button> <button aria-labelledby="d d">Y</button></div>
    <button aria-labelledby="d h">After</button><p id=h hidden>H <i hidden>I</i></p>`);

  const lines = await engine.interactive();

  expect(lines).toEqual([
    'button "A X Y"',
    'button "A Y"',
    'button "A X A X"',
    'button "A X Y H I"',
  ]);
});
