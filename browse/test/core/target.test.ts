import { describe, expect, test } from 'bun:test';

import type { QueryStep } from '#core/target.ts';
import { parseTarget } from '#core/target.ts';

import { failureOf, returnsOrRefuses } from '../support/expect-failure.ts';
import { Dice } from '../support/random.ts';

const text = (value: string, exact = false): { text: string; exact: boolean } => ({
  text: value,
  exact,
});

const stepsOf = (typed: string): readonly QueryStep[] | undefined => {
  const target = parseTarget(typed);
  return target.kind === 'query' ? target.steps : undefined;
};

describe('a ref', () => {
  test.each(['@e3', 'e3', 'ref=e3', '  @e3 '])('may be typed as %j', typed => {
    expect(parseTarget(typed)).toEqual({ kind: 'ref', ref: '@e3', typed: '@e3' });
  });

  test('of something clickable without a role begins with c', () => {
    expect(parseTarget('c12')).toMatchObject({ kind: 'ref', ref: '@c12' });
  });

  test.each(['e', '@e', 'e3x', 'E3', '@@e3', 'e-3'])('is not %j', typed => {
    expect(parseTarget(typed).kind).toBe('query');
  });
});

describe('a query', () => {
  test.each<[string, QueryStep]>([
    ['#id > .class', { by: 'selector', selector: '#id > .class' }],
    ['xpath=//a[1]', { by: 'selector', selector: 'xpath=//a[1]' }],
    ['role=button[name="Save"]', { by: 'selector', selector: 'role=button[name="Save"]' }],
    ['text=Save', { by: 'text', match: text('Save') }],
    ['text="Save"', { by: 'text', match: text('Save', true) }],
    ["text='Save'", { by: 'text', match: text('Save', true) }],
    ['text=', { by: 'text', match: text('') }],
    ['text=a=b', { by: 'text', match: text('a=b') }],
    ['text=/^sa.e$/i', { by: 'text', match: { pattern: /^sa.e$/i } }],
    ['label=E-mail', { by: 'label', match: text('E-mail') }],
    ['placeholder=Search', { by: 'placeholder', match: text('Search') }],
    ['testid=submit', { by: 'testid', match: text('submit') }],
    ['alt=Logo', { by: 'alt', match: text('Logo') }],
    ['title=Close', { by: 'title', match: text('Close') }],
    ["getByText('Save')", { by: 'text', match: text('Save') }],
    ["getByText('Save', { exact: true })", { by: 'text', match: text('Save', true) }],
    ['getByText(/sa.e/i)', { by: 'text', match: { pattern: /sa.e/i } }],
    [String.raw`getByText('it\'s')`, { by: 'text', match: text("it's") }],
    ["page.getByLabel('Name')", { by: 'label', match: text('Name') }],
    ["getByPlaceholder('Search')", { by: 'placeholder', match: text('Search') }],
    ["getByTestId('x')", { by: 'testid', match: text('x') }],
    ["getByAltText('Logo')", { by: 'alt', match: text('Logo') }],
    ["getByTitle('Close')", { by: 'title', match: text('Close') }],
    ["locator('css > x')", { by: 'selector', selector: 'css > x' }],
    ["getByRole('button')", { by: 'role', role: 'button', options: {} }],
    [
      `getByRole("button", { name: 'Save', exact: true })`,
      { by: 'role', role: 'button', options: { name: text('Save', true) } },
    ],
    [
      "getByRole('checkbox', { checked: true, disabled: false, level: 2, name: /a/ })",
      {
        by: 'role',
        role: 'checkbox',
        options: { checked: true, disabled: false, level: 2, name: { pattern: /a/ } },
      },
    ],
  ])('%s is one step', (typed, step) => {
    expect(stepsOf(typed)).toEqual([step]);
  });

  test('of several steps keeps their order', () => {
    expect(
      stepsOf("page.locator('form').getByRole('button').nth(2).first().last().nth(-1)"),
    ).toEqual([
      { by: 'selector', selector: 'form' },
      { by: 'role', role: 'button', options: {} },
      { by: 'nth', index: 2 },
      { by: 'nth', index: 0 },
      { by: 'nth', index: -1 },
      { by: 'nth', index: -1 },
    ]);
  });

  test.each([
    ['nothing', ''],
    ['blanks', '  \n '],
    ['a broken pattern', 'text=/(/'],
    ['a broken flag', 'text=/a/zz'],
    ['a missing bracket', "getByText('Save'"],
    ['a missing quote', "getByText('Save)"],
    ['a bare word', 'getByText(Save)'],
    ['an unknown getter', "getByColour('red')"],
    ['an unknown call', "locator('a').click()"],
    ['an unknown option value', "getByRole('button', { name: save })"],
    ['nested options', "getByRole('button', { name: { a: 1 } })"],
    ['something behind it', "getByText('a') && 1"],
    ['a role that is a pattern', 'getByRole(/button/)'],
    ['nth without a number', "locator('a').nth('x')"],
    ['a locator without a selector', 'locator()'],
  ])('that is %s is a usage error', (_, typed) => {
    expect(failureOf(() => parseTarget(typed)).code).toBe('usage');
  });

  test.each([
    'getByText()',
    'getByText(5)',
    'getByRole(5)',
    'locator(5)',
    "locator('a').first(3)",
    "getByRole('button', { nmae: 'Save' })",
    "getByRole('button', { name: true })",
    "getByRole('button', { checked: 'yes' })",
    "getByText('Save', { name: 'x' })",
    "locator('a', { exact: true })",
  ])('such as %s is a usage error and never half understood', typed => {
    expect(failureOf(() => parseTarget(typed)).code).toBe('usage');
  });
});

describe('the target parser', () => {
  test('gives a target or a usage error, whatever is typed', () => {
    const dice = new Dice(2);
    const parts = [
      '@',
      'e',
      '1',
      'ref=',
      'text=',
      'role=',
      'getBy',
      'Text',
      'Role',
      'locator',
      '(',
      ')',
      "'",
      '"',
      '/',
      '\\',
      '{',
      '}',
      ',',
      ':',
      'name',
      'exact',
      'true',
      '.',
      'nth',
      ' ',
      '\n',
      '\0',
      '\ud800',
      'é',
      '(?',
      '[',
      'page.',
    ];
    for (let round = 0; round < 6_000; round++) {
      const typed = dice.several(parts, 14).join('');
      expect(returnsOrRefuses(() => parseTarget(typed))).toBe('fine');
    }
  });

  test.each([
    ['quotes', `getByText('${'a'.repeat(50_000)}`],
    ['backslashes', `getByText('${'\\'.repeat(50_000)}`],
    ['options', `getByRole('b', {${'name: "a",'.repeat(5_000)}`],
    ['steps', `locator('a')${'.first()'.repeat(5_000)}`],
    ['slashes', `text=${'/'.repeat(50_000)}`],
  ])('is done at once with a long run of %s', (_, typed) => {
    const begun = performance.now();

    returnsOrRefuses(() => parseTarget(typed));

    expect(performance.now() - begun).toBeLessThan(1_000);
  });
});
