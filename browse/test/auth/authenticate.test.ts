import { describe, expect, test } from 'bun:test';

import { isAuthentic } from '#auth/authenticate.ts';

const TOKEN = '0b5f0c6e-6d3c-4e5a-9c1d-0123456789ab';

describe('a token', () => {
  test.each([
    ['as it is', `Bearer ${TOKEN}`],
    ['with the scheme in small letters', `bearer ${TOKEN}`],
    ['with several blanks', `Bearer   ${TOKEN}  `],
    ['behind a byte order mark', `\ufeffBearer ${TOKEN}`],
    ['with a byte order mark inside', `Bearer \ufeff${TOKEN}`],
    ['with a zero-width space behind it', `Bearer ${TOKEN}\u200b`],
  ])('is accepted %s', (_, header) => {
    expect(isAuthentic(header, TOKEN)).toBe(true);
  });

  test.each([
    ['that is missing', null],
    ['that is empty', ''],
    ['without a value', 'Bearer'],
    ['with a blank value', 'Bearer    '],
    ['that is wrong', `Bearer ${TOKEN.replace('0', '1')}`],
    ['that is cut', `Bearer ${TOKEN.slice(0, -1)}`],
    ['that is longer', `Bearer ${TOKEN}0`],
    ['in capitals', `Bearer ${TOKEN.toUpperCase()}`],
    ['of another scheme', `Basic ${TOKEN}`],
    ['without a scheme', TOKEN],
    ['of as many characters but more bytes', `Bearer ${'é'.repeat(TOKEN.length)}`],
    ['of emoji', 'Bearer 🔑🔑'],
    ['with a lone surrogate', 'Bearer \ud800'],
    ['of a megabyte', `Bearer ${'x'.repeat(1_000_000)}`],
  ])('%s is refused', (_, header) => {
    expect(isAuthentic(header, TOKEN)).toBe(false);
  });

  test('that is empty lets nobody in', () => {
    expect([null, '', 'Bearer', 'Bearer  '].map(header => isAuthentic(header, ''))).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
