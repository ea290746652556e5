import { writeSync } from 'node:fs';

import { BrowseError, FAILURES } from '#core/errors.ts';
import type { FailureCode } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';
import type { Failure, Success } from '#protocol/command.ts';

/** Writes all of a text to standard output or error; a reader that has gone away is not an error. */
export function print(stream: 1 | 2, text: string): void {
  const bytes = Buffer.from(text === '' || text.endsWith('\n') ? text : `${text}\n`);
  for (let written = 0; written < bytes.length;) {
    try {
      written += writeSync(stream, bytes, written);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      // The pipe is full; its reader needs a moment.
      Bun.sleepSync(0.1);
    }
  }
}

/** Prints what was answered locally. */
export function printAnswer(text: string, data: unknown, json: boolean): void {
  const success: Success = { success: true, data, text };
  print(1, json ? JSON.stringify(success) : text);
}

/** Prints an error, as one JSON object on standard output or as two lines on standard error, and gives the exit code. */
export function printFailure({ code, message, hint }: FailureLike, json: boolean): number {
  const failure: Failure = {
    success: false,
    error: { code, message, ...(hint !== undefined && { hint }) },
  };
  if (json) print(1, JSON.stringify(failure));
  else print(2, [plainLine(message, 2_000), ...(hint === undefined ? [] : [hint])].join('\n'));
  return isFailureCode(code) ? FAILURES[code].exit : 1;
}

interface FailureLike {
  readonly code: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

/** Whether a daemon's word is one of the codes that this program knows. */
export const isFailureCode = (code: string): code is FailureCode => Object.hasOwn(FAILURES, code);

/** What an unexpected error looks like to the caller. */
export const toFailure = (error: unknown): FailureLike =>
  error instanceof BrowseError
    ? error
    : {
        code: 'internal',
        message: `Cannot go on: ${error instanceof Error ? error.message : String(error)}`,
      };
