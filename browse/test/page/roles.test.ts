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

async function roleOf(html: string): Promise<string> {
  await engine.show(html);
  const { role } = await engine.ask('describe', {}, '#x');
  return role;
}

describe('a native role', () => {
  test.each([
    ['a link needs an address', '<a id=x>Nowhere</a>', 'generic'],
    ['a link with an address', '<a id=x href="/">Home</a>', 'link'],
    ['a picture that only decorates', '<img id=x alt="">', 'none'],
    ['a picture with no alternative but a tip', '<img id=x alt="" title=Tip>', 'img'],
    ['an item that no list owns', '<ul aria-owns=y></ul><div><li id=x>A</li></div>', 'generic'],
    [
      'an item that a list elsewhere owns',
      '<ul aria-owns="y x"></ul><div><li id=x>A</li></div>',
      'listitem',
    ],
    ['a section without a name', '<section id=x>Text</section>', 'generic'],
    ['a section with a name', '<section id=x aria-label=News>Text</section>', 'region'],
    [
      'a section whose label is missing',
      '<section id=x aria-labelledby=no>Text</section>',
      'generic',
    ],
    ['the header of a page', '<header id=x>Site</header>', 'banner'],
    ['the header of an article', '<article><header id=x>A</header></article>', 'sectionheader'],
    [
      'the header in a region',
      '<div role=region aria-label=R><header id=x>A</header></div>',
      'sectionheader',
    ],
    ['the footer of a page', '<div><footer id=x>Site</footer></div>', 'contentinfo'],
    ['the footer of a main part', '<main><footer id=x>Site</footer></main>', 'sectionfooter'],
    ['an aside of a page', '<main><aside id=x>A</aside></main>', 'complementary'],
    ['an aside of an article', '<article><aside id=x>A</aside></article>', 'generic'],
    [
      'a named aside of an article',
      '<article><aside id=x title=T>A</aside></article>',
      'complementary',
    ],
    ['an item of a list', '<ul><li id=x>A</ul>', 'listitem'],
    ['an item of what is no list any more', '<ul role=none><li id=x>A</ul>', 'none'],
    ['an item in a box in a list', '<ul><div><li id=x>A</div></ul>', 'listitem'],
    ['an item without a list', '<div><li id=x>A</div>', 'generic'],
    ['an item of what is a menu now', '<ul role=menu><li id=x>A</ul>', 'generic'],
    ['a cell', '<table><tr><td id=x>A</table>', 'cell'],
    ['a cell of a grid', '<table role=grid><tr><td id=x>A</table>', 'gridcell'],
    ['a cell of a layout', '<table role=presentation><tr><td id=x>A</table>', 'none'],
    ['a header of a row', '<table><tr><th id=x>A<td>B</table>', 'rowheader'],
    ['a header of a column', '<table><tr><th id=x>A<th>B</table>', 'columnheader'],
    ['a header after an empty corner', '<table><tr><td><th id=x>A</table>', 'columnheader'],
    ['a cell of a row that is none', '<table><tr role=none><td id=x>A</table>', 'none'],
    ['a row of a group that is none', '<table><tbody role=none><tr id=x><td>A</table>', 'none'],
    ['a header with its own scope', '<table><tr><th id=x scope=row>A<th>B</table>', 'rowheader'],
    ['a list to choose one from', '<select id=x><option>A</select>', 'combobox'],
    ['a list to choose several from', '<select id=x multiple><option>A</select>', 'listbox'],
    ['a tall list', '<select id=x size=4><option>A</select>', 'listbox'],
    ['a field with suggestions', '<input id=x list=l><datalist id=l></datalist>', 'combobox'],
    ['a field whose suggestions are missing', '<input id=x list=l>', 'textbox'],
    ['a field for numbers', '<input id=x type=number>', 'spinbutton'],
    ['a field for a day', '<input id=x type=date>', 'textbox'],
    ['a button that sends', '<input id=x type=submit>', 'button'],
    ['a button that asks for a file', '<input id=x type=file>', 'button'],
    ['a picture that says nothing', '<img id=x alt="" src=#>', 'none'],
    ['a picture that says nothing, with a label', '<img id=x alt="" aria-label=L src=#>', 'img'],
    ['a drawing without a title', '<svg id=x width=9 height=9></svg>', 'generic'],
    ['a drawing with a title', '<svg id=x width=9 height=9><title>T</title></svg>', 'img'],
    ['a summary', '<details><summary id=x>More</summary></details>', 'button'],
    ['a summary of nothing', '<div><summary id=x>More</summary></div>', 'generic'],
    [
      'a group of shapes with a title',
      '<svg width=9 height=9><g id=x><title>T</title></g></svg>',
      'group',
    ],
    ['a shape with a label', '<svg width=9 height=9><path id=x aria-label=L /></svg>', 'img'],
    ['a shape', '<svg width=9 height=9><path id=x /></svg>', 'generic'],
    ['what pops up', '<div id=x popover>A</div>', 'group'],
    ['a box to write in', '<div id=x contenteditable>A</div>', 'textbox'],
  ] as const)('%s', async (_, html, role) => {
    expect(await roleOf(html)).toBe(role);
  });
});

describe('an explicit role', () => {
  test.each([
    ['counts', '<div id=x role=switch>A</div>', 'switch'],
    ['is the first one known', '<div id=x role="madeup tab button">A</div>', 'tab'],
    ['is written in any case', '<div id=x role=BUTTON>A</div>', 'button'],
    ['is ignored when none is known', '<h2 id=x role=madeup>A</h2>', 'heading'],
    ['of a region needs a name', '<nav id=x role=region>A</nav>', 'navigation'],
    ['has other spellings', '<div id=x role=image aria-label=A></div>', 'img'],
    ['of none hides a heading', '<h2 id=x role=none>A</h2>', 'none'],
    ['of none cannot hide what takes the focus', '<button id=x role=none>A</button>', 'button'],
    ['of none cannot hide what has a label', '<h2 id=x role=none aria-label=B>A</h2>', 'heading'],
  ] as const)('%s', async (_, html, role) => {
    expect(await roleOf(html)).toBe(role);
  });
});
