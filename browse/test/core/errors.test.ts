import { describe, expect, test } from 'bun:test';

import { BrowseError, FAILURES, messageOf } from '#core/errors.ts';

describe('a failure', () => {
  test.each([
    ['usage', 400, 2],
    ['unauthenticated', 401, 7],
    ['denied', 403, 6],
    ['not_found', 404, 5],
    ['ambiguous', 409, 5],
    ['stale_ref', 409, 5],
    ['too_large', 413, 2],
    ['failed', 422, 1],
    ['internal', 500, 1],
    ['busy', 503, 7],
    ['ending', 503, 7],
    ['environment', 503, 3],
    ['timeout', 504, 4],
  ] as const)('of kind %s has status %d and exit code %d', (code, status, exit) => {
    const { status: actual, exit: actualExit } = FAILURES[code];

    expect<readonly number[]>([actual, actualExit]).toEqual([status, exit]);
  });

  test('of every kind is in the rows above', () => {
    expect(Object.keys(FAILURES)).toHaveLength(13);
  });

  test('keeps its cause to itself', () => {
    const cause = new Error('inner');

    const error = new BrowseError('failed', 'Cannot do it', { cause });

    expect(error.cause).toBe(cause);
    expect(error.message).toBe('Cannot do it');
    expect(error.hint).toBeUndefined();
  });

  test.each([
    ['an error of two lines', new Error('first\nsecond'), 'first'],
    ['a text', 'a text', 'a text'],
    ['nothing', undefined, 'undefined'],
    ['an object with a text of its own', { toString: (): string => 'own' }, 'own'],
  ] as const)('that is %s shows its first line', (_, thrown, message) => {
    expect(messageOf(thrown)).toBe(message);
  });
});
