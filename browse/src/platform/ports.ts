import { environment, messageOf } from '#core/errors.ts';

export const FIRST_PORT = 10_000;
/** The kernel hands out ports above this one by itself (IANA dynamic range). */
export const LAST_PORT = 49_151;
const TRIES = 5;

/**
 * Calls `listen` with a fixed port, or with up to five random ones while they are taken.
 * @throws BrowseError `environment` naming the errno
 */
export function listenOnFreePort<T>(fixed: number, listen: (port: number) => T): T {
  for (let attempt = 1; ; attempt++) {
    const port = fixed || FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT + 1));
    try {
      return listen(port);
    } catch (cause) {
      const code =
        cause instanceof Error && 'code' in cause ? String(cause.code) : messageOf(cause);
      if (code === 'EADDRINUSE' && !fixed && attempt < TRIES) continue;
      throw environment(
        `Cannot listen on 127.0.0.1:${port}: ${code}`,
        'Set BROWSE_PORT to a free port.',
      );
    }
  }
}
