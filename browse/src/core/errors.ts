/** Every way a request can fail: the HTTP status a client sees and the exit code of the command line. */
export const FAILURES = {
  usage: { status: 400, exit: 2 },
  unauthenticated: { status: 401, exit: 7 },
  denied: { status: 403, exit: 6 },
  not_found: { status: 404, exit: 5 },
  ambiguous: { status: 409, exit: 5 },
  stale_ref: { status: 409, exit: 5 },
  too_large: { status: 413, exit: 2 },
  failed: { status: 422, exit: 1 },
  internal: { status: 500, exit: 1 },
  busy: { status: 503, exit: 7 },
  /** The daemon is on its way out and has not begun the command. */
  ending: { status: 503, exit: 7 },
  environment: { status: 503, exit: 3 },
  timeout: { status: 504, exit: 4 },
} as const;

export type FailureCode = keyof typeof FAILURES;

interface Detail {
  /** What to type next. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The only error that may cross a room boundary; anything else is a bug and is shown as `internal`.
 * Messages read "Cannot <verb> <object>: <state>", without a final period.
 */
export class BrowseError extends Error {
  override readonly name = 'BrowseError';
  readonly code: FailureCode;
  readonly hint: string | undefined;

  constructor(code: FailureCode, message: string, detail: Detail = {}) {
    super(message, detail.cause === undefined ? undefined : { cause: detail.cause });
    this.code = code;
    this.hint = detail.hint;
  }
}

/** The caller typed something that can never work. */
export const usage = (message: string, hint?: string): BrowseError =>
  new BrowseError('usage', message, { hint });

/** The command was understood and tried, and did not succeed. */
export const failed = (message: string, hint?: string): BrowseError =>
  new BrowseError('failed', message, { hint });

/** A policy forbids it. */
export const denied = (message: string, hint?: string): BrowseError =>
  new BrowseError('denied', message, { hint });

/** There is no such element, tab or entry. */
export const notFound = (message: string, hint?: string): BrowseError =>
  new BrowseError('not_found', message, { hint });

/** The ref once named an element and no longer does. */
export const staleRef = (ref: string, state: string): BrowseError =>
  new BrowseError('stale_ref', `Cannot use ${ref}: ${state}`, {
    hint: 'Run `browse snapshot -i` to get fresh refs.',
  });

/** It did not happen in time. */
export const timedOut = (message: string, hint?: string, cause?: unknown): BrowseError =>
  new BrowseError('timeout', message, { hint, cause });

/** The machine lacks something. */
export const environment = (message: string, hint?: string): BrowseError =>
  new BrowseError('environment', message, { hint });

/** Something else has to end first. */
export const busy = (message: string, hint?: string): BrowseError =>
  new BrowseError('busy', message, { hint });

/** The message of anything that was thrown, first line only. */
export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.split('\n', 1)[0] ?? text;
}
