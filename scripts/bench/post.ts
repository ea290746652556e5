import type { Browse } from '../../browse/test/support/browse.ts';

/** For pages so large that a command's own deadline might pass. */
const PATIENCE_MS = 120_000;

/** What one command sent to the daemon's port came to. */
export interface Posted {
  /** Milliseconds from the request to the last byte of the answer. */
  readonly ms: number;
  readonly text: string;
}

/** Sends a command to the daemon as the command line would, without its process. Throws when the command fails. */
export async function postCommand(
  browse: Browse,
  [command = '', ...args]: readonly string[],
  tab?: number,
): Promise<Posted> {
  const body = JSON.stringify({ command, args, cwd: browse.directory, tab, timeout: PATIENCE_MS });
  const start = performance.now();
  const response = await browse.post('/command', { body });
  const text = await response.text();
  const ms = performance.now() - start;
  if (!response.ok) throw new Error(`${command} ${args.join(' ')}: ${text}`);
  return { ms, text };
}
