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

describe('states', () => {
  test.each([
    ['a ticked box', '<input id=x type=checkbox checked>', 'checked'],
    ['a box that is not ticked', '<input id=x type=checkbox>', ''],
    ['a custom box in between', '<div id=x role=checkbox aria-checked=mixed>', 'mixed'],
    ['a custom switch', '<div id=x role=switch aria-checked=true>', 'checked'],
    ['a chosen option', '<select size=2><option id=x selected>A</select>', 'selected'],
    ['a chosen tab', '<div id=x role=tab aria-selected=true>A</div>', 'selected'],
    ['an open section', '<details open><summary id=x>A</summary></details>', 'expanded'],
    ['a closed menu', '<button id=x aria-expanded=false>A</button>', 'collapsed'],
    [
      'a closed popover',
      '<button id=x popovertarget=p>A</button><div popover id=p>B</div>',
      'collapsed',
    ],
    ['a pressed button', '<button id=x aria-pressed=true>A</button>', 'pressed'],
    ['a disabled button', '<button id=x disabled>A</button>', 'disabled'],
    ['a field in a disabled group', '<fieldset disabled><input id=x></fieldset>', 'disabled'],
    [
      'a field in the legend of a disabled group',
      '<fieldset disabled><legend><input id=x></legend></fieldset>',
      '',
    ],
    [
      'a button in a custom disabled group',
      '<div aria-disabled=true><button id=x>A</button></div>',
      'disabled',
    ],
    ['a required field', '<input id=x required>', 'required'],
    ['a field with a mistake', '<input id=x aria-invalid=true>', 'invalid'],
    ['a field nobody has touched yet', '<input id=x type=email value=wrong>', ''],
    ['a field to read only', '<input id=x readonly>', 'readonly'],
    ['a heading', '<h3 id=x>A</h3>', 'level=3'],
    ['a custom heading', '<div id=x role=heading>A</div>', 'level=2'],
    ['a heading of another level', '<h3 id=x aria-level=5>A</h3>', 'level=5'],
    ['the current page', '<a id=x href=# aria-current=page>A</a>', 'current=page'],
    ['a sorted column', '<table><tr><th id=x aria-sort=descending>A</table>', 'sort=descending'],
    ['a slider', '<input id=x type=range min=5 max=50>', 'min=5 max=50'],
    ['a slider with the usual limits', '<input id=x type=range min=0 max=100>', ''],
    [
      'a custom slider',
      '<div id=x role=slider aria-valuenow=2 aria-valuemin=1 aria-valuemax=9>',
      'min=1 max=9',
    ],
    ['a field for numbers', '<input id=x type=number min=0 max=9>', 'min=0 max=9'],
    ['a field for a day', '<input id=x type=date max=2026-12-31>', 'max=2026-12-31'],
    ['a gauge', '<progress id=x value=3 max=10></progress>', 'max=10'],
    ['a limit that would forge a state', '<div id=x role=slider aria-valuemax="9 checked">', ''],
    ['a splitter', '<div id=x role=separator tabindex=0 aria-valuenow=4 aria-valuemin=2>', 'min=2'],
    ['a list to choose several from', '<select id=x multiple></select>', 'multiselectable'],
    ['a button of a menu', '<button id=x aria-haspopup=true>A</button>', 'haspopup=menu'],
    ['a combobox, which has a list anyway', '<div id=x role=combobox aria-haspopup=listbox>', ''],
    [
      'a state that the role does not have',
      '<button id=x aria-readonly=true aria-required=true>A</button>',
      '',
    ],
    ['a box that cannot be readonly', '<input id=x type=checkbox readonly>', ''],
    ['a state in capitals', '<div id=x role=checkbox aria-checked=TRUE>', 'checked'],
    ['the focused field', '<input id=x autofocus>', 'focused'],
    [
      'several at once',
      '<input id=x type=checkbox checked disabled required>',
      'checked disabled required',
    ],
  ] as const)('%s', async (_, html, states) => {
    await engine.show(html);
    if (states === 'focused') await engine.page.locator('#x').focus();

    const described = await engine.ask('describe', {}, '#x');

    expect(described.states).toBe(states);
  });
});

describe('a value', () => {
  test.each([
    ['of a field', '<input id=x value="Ann  Lee">', 'Ann Lee'],
    ['of an empty field', '<input id=x>', undefined],
    ['of a long field', '<textarea id=x>one\ntwo</textarea>', 'one two'],
    ['of a list', '<select id=x><option>A<option value=2 selected>Bee</select>', 'Bee'],
    [
      'of a list to choose several from',
      '<select id=x multiple><option selected>A<option selected>B</select>',
      'A, B',
    ],
    ['of a slider', '<input id=x type=range min=0 max=10 value=7>', '7'],
    ['of a custom slider', '<div id=x role=slider aria-valuenow=7 aria-valuetext=loud>', 'loud'],
    ['of a slider in words', '<input id=x type=range value=7 aria-valuetext=loud>', 'loud'],
    [
      'of a slider that nobody set',
      '<div id=x role=slider aria-valuemin=10 aria-valuemax=20>',
      '15',
    ],
    ['of a field, not what is said of it', '<input id=x type=range value=7 aria-valuenow=3>', '7'],
    ['of a line that cannot be moved', '<div id=x role=separator aria-valuenow=4>', undefined],
    ['of a progress bar', '<progress id=x value=3 max=10></progress>', '3'],
    ['of a box to write in', '<div id=x contenteditable>Dear <b>all</b></div>', 'Dear all'],
    ['of a box to tick', '<input id=x type=checkbox value=yes>', undefined],
  ] as const)('%s', async (_, html, value) => {
    await engine.show(html);

    const described = await engine.ask('describe', {}, '#x');

    expect(described.value).toBe(value);
  });
});
