import type { Running } from '#commands/kit/context.ts';
import { BrowseError } from '#core/errors.ts';
import type { Logger } from '#platform/logger.ts';

interface Entry extends Omit<Running, 'since'> {
  /** A control verb: it is logged, but nothing has to wait for it. */
  readonly isControl: boolean;
}

/** Knows what is running and writes one log line per command, without its arguments. */
export class Journal {
  readonly #running = new Set<Running>();
  readonly #logger: Logger;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** What runs now besides control verbs, oldest first. */
  get running(): readonly Running[] {
    return [...this.#running];
  }

  /** Runs a command between its start and its end, refusals included. */
  async around<T>({ command, tab, isControl }: Entry, run: () => Promise<T>): Promise<T> {
    const entry: Running = { command, tab, since: Date.now() };
    if (!isControl) this.#running.add(entry);
    let outcome = 'ok';
    try {
      return await run();
    } catch (error) {
      outcome = error instanceof BrowseError ? error.code : 'internal';
      throw error;
    } finally {
      this.#running.delete(entry);
      this.#logger.log(
        `${command.slice(0, 40)} tab=${tab ?? '-'} ${outcome} ${Date.now() - entry.since}ms`,
      );
    }
  }
}
