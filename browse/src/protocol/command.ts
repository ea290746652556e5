/** The body of `POST /command`. */
export interface CommandRequest {
  readonly command: string;
  /** The words after the command name, flags included. */
  readonly args: readonly string[];
  /** The caller's directory: relative paths belong to it. */
  readonly cwd: string;
  /** What `-` stands for among the arguments. */
  readonly stdin?: string | undefined;
  /** The tab to act on; absent means the active one. */
  readonly tab?: number | undefined;
  readonly json?: boolean | undefined;
  /** Only the first line of an effect. */
  readonly quiet?: boolean | undefined;
  /** Milliseconds the command may take. */
  readonly timeout?: number | undefined;
  /** Characters of output to keep. */
  readonly maxOutput?: number | undefined;
}

/** What a failed command answers as JSON, whatever format was asked for. */
export interface Failure {
  readonly success: false;
  readonly error: { readonly code: string; readonly message: string; readonly hint?: string };
}

/** What a command answers when JSON was asked for. */
export interface Success {
  readonly success: true;
  readonly data: unknown;
  readonly text: string;
}

/** Bytes of the largest accepted request body. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Names the daemon instance in every response, so that a stranger on its port is noticed. */
export const INSTANCE_HEADER = 'browse-instance';

/** Percent-encoded lines for standard error, set on a response when there is something to say once. */
export const NOTICE_HEADER = 'browse-notice';

/** How long the CLI waits beyond a command's own deadline before it calls the daemon unreachable. */
export const REPLY_GRACE_MS = 5_000;
