import { describe, expect, test } from 'bun:test';

import { maskUrl, redacted } from '#core/secrets.ts';

describe('a secret', () => {
  test.each([
    ['password', 'x', true],
    ['user_password', 'x', true],
    ['access_token', 'x', true],
    ['API-Key', 'x', true],
    ['JSESSIONID', 'x', true],
    ['code', 'x', false],
    ['sig', 'x', true],
    ['q', 'eyJhbGciOi.rest', true],
    ['q', 'sk-abcdefgh1234', true],
    ['q', 'ghp_abcdefgh1234', true],
    ['q', 'AKIAABCDEFGHIJKL', true],
    ['q', 'xoxb-1-2', true],
    ['page', '2', false],
    ['zipcode', '8001', false],
    ['monkey', 'George', false],
    ['q', 'plain', false],
  ])('in a query is seen in %s=%s: %p', (key, value, secret) => {
    const shown = maskUrl(`https://example.com/?${key}=${value}`);

    expect(shown).toBe(`https://example.com/?${key}=${secret ? '[REDACTED]' : value}`);
  });

  test('is masked with its length only', () => {
    expect(redacted('hunter2')).toBe('[REDACTED — 7 chars]');
  });
});

describe('maskUrl', () => {
  test.each([
    ['https://example.com/a?page=2#top', 'https://example.com/a?page=2#top'],
    ['https://ada:secret@example.com/', 'https://ada:[REDACTED]@example.com/'],
    ['https://ada@example.com/', 'https://ada@example.com/'],
    ['https://e.com/?a=1&token=abc&b=2', 'https://e.com/?a=1&token=[REDACTED]&b=2'],
    ['https://e.com/cb#access_token=abc&x=1', 'https://e.com/cb#access_token=[REDACTED]&x=1'],
    ['https://e.com/?q=ghp_abcdefgh1234', 'https://e.com/?q=[REDACTED]'],
    ['https://e.com/a@b:c', 'https://e.com/a@b:c'],
    ['about:blank', 'about:blank'],
    [`data:text/html,${'x'.repeat(100)}`, `data:text/html,${'x'.repeat(65)}…`],
    ['', ''],
  ])('shows %s as %s', (url, shown) => {
    expect(maskUrl(url)).toBe(shown);
  });
});
