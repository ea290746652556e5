import { describe, expect, test } from 'bun:test';

import { globToRegExp } from '#core/glob.ts';

describe('globToRegExp', () => {
  test.each([
    ['**/done', 'http://a/b/done', true],
    ['**/done', 'http://a/b/done?x', false],
    ['http://a/*', 'http://a/b/c', true],
    ['a?c', 'abc', true],
    ['a?c', 'ac', false],
    ['a.c', 'abc', false],
    ['(x)[y]{z}+^$|\\', '(x)[y]{z}+^$|\\', true],
    ['', '', true],
    ['', 'x', false],
    ['*', 'line\nbreak', true],
  ])('%s against %j is %p', (glob, text, matches) => {
    expect(globToRegExp(glob).test(text)).toBe(matches);
  });
});
