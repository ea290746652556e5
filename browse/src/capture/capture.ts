import type { ConsoleEntry, DialogEntry, NetworkEntry } from './entries.ts';
import type { Sink } from './event-log.ts';
import { EventLog } from './event-log.ts';
import { consoleLine, dialogLine, networkLine } from './lines.ts';

const FLUSH_EVERY_MS = 1_000;
const STREAM_MS = 10_000;

/** A request is written once it has ended, or when it takes so long that its end may never come. */
const isSettled = (entry: NetworkEntry): boolean =>
  entry.duration !== undefined || Date.now() - entry.time > STREAM_MS;

/** The files the three logs are kept in. */
export interface Sinks {
  readonly console: Sink;
  readonly network: Sink;
  readonly dialog: Sink;
}

/** Everything pages reported, of all tabs. */
export class Capture {
  readonly console: EventLog<ConsoleEntry>;
  readonly network: EventLog<NetworkEntry>;
  readonly dialog: EventLog<DialogEntry>;
  readonly #timer: NodeJS.Timeout;
  #lastId = 0;

  /** Starts writing to the sinks once a second; `onError` hears of a sink that refuses. */
  constructor(sinks: Sinks, onError: (error: unknown) => void) {
    this.console = new EventLog(sinks.console, consoleLine);
    this.network = new EventLog(sinks.network, networkLine, isSettled);
    this.dialog = new EventLog(sinks.dialog, dialogLine);
    this.#timer = setInterval(() => this.#flush(onError, false), FLUSH_EVERY_MS);
    this.#timer.unref();
  }

  /** A number no other entry has. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Writes what is left and stops the clock. */
  close(onError: (error: unknown) => void): void {
    clearInterval(this.#timer);
    this.#flush(onError, true);
  }

  #flush(onError: (error: unknown) => void, isLast: boolean): void {
    for (const log of [this.console, this.network, this.dialog]) {
      try {
        log.flush(isLast);
      } catch (error) {
        onError(error);
      }
    }
  }
}
