import { RingBuffer } from '#core/ring-buffer.ts';

const MAX_ENTRIES = 50_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** A file that log lines are appended to. */
export interface Sink {
  append(text: string): void;
}

/** One kind of event: the newest in memory, all of them in a file once a second. */
export class EventLog<T extends object> {
  readonly #entries = new RingBuffer<T>(MAX_ENTRIES, MAX_BYTES);
  readonly #sink: Sink;
  readonly #line: (entry: T) => string;
  readonly #isDone: (entry: T) => boolean;
  #flushed = 0;

  /** `isDone` says whether an entry is final; the file waits for that, in order. */
  constructor(sink: Sink, line: (entry: T) => string, isDone: (entry: T) => boolean = () => true) {
    this.#sink = sink;
    this.#line = line;
    this.#isDone = isDone;
  }

  /** Keeps an entry; `bytes` is what it roughly occupies. */
  push(entry: T, bytes: number): void {
    this.#entries.push(entry, bytes);
  }

  /** All held entries, oldest first. */
  all(): T[] {
    return this.#entries.all();
  }

  /** A position to ask `since` for what comes after. */
  get position(): number {
    return this.#entries.pushed;
  }

  /** What was pushed at a position or later and is still held. */
  since(position: number): T[] {
    return this.#entries.since(position);
  }

  /** Forgets what memory holds; the file keeps it. */
  clear(): void {
    this.flush(true);
    this.#entries.clear();
  }

  /**
   * Appends what is new and final to the file, or with `isLast` everything that is new. Throws what the file
   * throws, and then tries the same again next time.
   */
  flush(isLast = false): void {
    const fresh = this.#entries.since(this.#flushed);
    const open = isLast ? -1 : fresh.findIndex(entry => !this.#isDone(entry));
    const ready = open < 0 ? fresh : fresh.slice(0, open);
    if (ready.length === 0) return;
    const until = this.#entries.pushed - (fresh.length - ready.length);
    this.#sink.append(ready.map(entry => `${this.#line(entry)}\n`).join(''));
    this.#flushed = until;
  }
}
