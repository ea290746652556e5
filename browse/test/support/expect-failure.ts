import { expect } from 'bun:test';

import { BrowseError } from '#core/errors.ts';

import type { Ran } from './browse.ts';

/** A failure is nothing on standard output, one line that says what happened, and one that says what to type. */
export function expectFailure(
  ran: Ran,
  code: number | readonly number[],
  message: string | RegExp,
  hint: string | RegExp = /\S/,
): void {
  const lines = ran.stderr.split('\n');
  expect({ stdout: ran.stdout, lines: lines.length, end: lines[2] }, ran.stderr).toEqual({
    stdout: '',
    lines: 3,
    end: '',
  });
  expect(lines[0]).toMatch(message);
  expect(lines[1]).toMatch(hint);
  expect([code].flat()).toContain(ran.code);
}

/** The failure that a call ends with; anything else that is thrown, and nothing, fails the test. */
export function failureOf(act: () => unknown): BrowseError {
  try {
    act();
  } catch (error) {
    if (error instanceof BrowseError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}

/** `fine` when a call returns or fails with a usage error, else what it threw. */
export function returnsOrRefuses(act: () => unknown): unknown {
  try {
    act();
    return 'fine';
  } catch (error) {
    return error instanceof BrowseError && error.code === 'usage' ? 'fine' : error;
  }
}

/** What a promise is rejected with; one that resolves fails the test. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    () => ({ isRejected: false, reason: undefined }),
    (reason: unknown) => ({ isRejected: true, reason }),
  );
  if (!outcome.isRejected) throw new Error('it was not rejected');
  return outcome.reason;
}
