import { describe, expect, test } from 'bun:test';

import { editDistance, suggest } from '#core/suggest.ts';

describe('editDistance', () => {
  test.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['goto', 'goto', 0],
    ['gto', 'goto', 1],
    ['gotoo', 'goto', 1],
    ['gato', 'goto', 1],
    ['ogto', 'goto', 1],
    ['clcik', 'click', 1],
    ['kitten', 'sitting', 3],
    ['ca', 'abc', 3],
  ])('between "%s" and "%s" is %d, both ways', (a, b, edits) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits]);
  });
});

describe('suggest', () => {
  const known = ['goto', 'click', 'tab', 'tabs', 'js', 'snapshot'];
  test.each([
    ['gto', 'goto'],
    ['GOTO', 'goto'],
    ['tbas', 'tabs'],
    ['tabb', 'tab'],
    ['snapshto', 'snapshot'],
    ['snapsht', 'snapshot'],
    ['xyzzy', undefined],
    ['', undefined],
    ['x', undefined],
    ['qq', undefined],
  ])('takes "%s" for %s', (typed, meant) => {
    expect(suggest(typed, known)).toBe(meant);
  });

  test('knows nothing when there is nothing to know', () => {
    expect(suggest('goto', [])).toBeUndefined();
  });
});
