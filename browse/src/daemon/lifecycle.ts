import type { Logger } from '#platform/logger.ts';

const CLOSE_MS = 5_000;

interface Parts {
  readonly logger: Logger;
  /** Ends the browser with its whole process tree. */
  readonly closeBrowser: () => Promise<void>;
  /** Removes what tells others where this daemon is, and writes what is left of the logs. */
  readonly leave: () => void;
  /** Takes no new requests, and resolves when the running ones are answered. */
  readonly drain: () => Promise<void>;
  readonly exit: (code: number) => void;
}

/** Ends the daemon exactly once, by whichever way comes first. */
export class Lifecycle {
  readonly #parts: Parts;
  readonly #patience: number;
  #ending: Promise<void> | undefined;

  /** `patience` is how many milliseconds closing the browser and the last requests may take together. */
  constructor(parts: Parts, patience = CLOSE_MS) {
    this.#parts = parts;
    this.#patience = patience;
  }

  /** Whether the end has begun. */
  get isEnding(): boolean {
    return this.#ending !== undefined;
  }

  /** Ends the browser; the process exits by itself once the requests under way are answered. */
  async end(reason: string, exitCode = 0): Promise<void> {
    this.#ending ??= this.#end(reason, exitCode);
    await this.#ending;
  }

  /** Ends cleanly on the signals that ask for it. */
  listenToSignals(): void {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)
      process.on(signal, () => void this.end(signal));
  }

  async #end(reason: string, exitCode: number): Promise<void> {
    const { logger, closeBrowser, leave, drain, exit } = this.#parts;
    // Before anything that can fail: whatever happens below, the process ends.
    const forced = setTimeout(() => {
      // Exiting closes the pipe to Chromium, which ends its processes as well.
      logger.log('the end took too long');
      exit(exitCode || 1);
    }, this.#patience);
    logger.log(`ending: ${reason}`);
    try {
      leave();
    } catch (error) {
      logger.bug('leaving', error);
    }
    await closeBrowser().catch((error: unknown) => logger.bug('closing the browser', error));
    void drain().finally(() => {
      clearTimeout(forced);
      logger.log('ended');
      exit(exitCode);
    });
  }
}
