import { appendFileSync, chmodSync, existsSync, renameSync, statSync } from 'node:fs';

import { plainLine } from '#core/plain-line.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** Appends to a file of mode 0600 and starts a new one at 10 MB, keeping the one before as `<path>.1`. */
export class RotatingFile {
  readonly #path: string;
  #bytes: number | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Appends text as it is; throws what the file system throws. */
  append(text: string): void {
    const more = Buffer.byteLength(text);
    this.#bytes ??= existsSync(this.#path) ? statSync(this.#path).size : 0;
    if (this.#bytes > 0 && this.#bytes + more > MAX_BYTES) {
      renameSync(this.#path, `${this.#path}.1`);
      this.#bytes = 0;
    }
    const isNew = this.#bytes === 0;
    appendFileSync(this.#path, text, { mode: 0o600 });
    if (isNew) chmodSync(this.#path, 0o600);
    this.#bytes += more;
  }
}

/** The daemon's log: one line per event, written as far as the disk allows. */
export interface Logger {
  log(event: string): void;
  /** A bug: the stack goes to the log and nowhere else. */
  bug(where: string, thrown: unknown): void;
}

/** A logger that never fails a request: what cannot be written is counted and said in the next line that can. */
export function createLogger(file: RotatingFile): Logger {
  let lost = 0;
  const write = (text: string): void => {
    try {
      const gap =
        lost > 0 ? `${new Date().toISOString()} ${lost} lines could not be written\n` : '';
      file.append(`${gap}${new Date().toISOString()} ${text}\n`);
      lost = 0;
    } catch {
      // A full disk must not take the browser down; the count says that lines are missing.
      lost++;
    }
  };
  return {
    log: event => write(plainLine(event, 2000)),
    bug: (where, thrown) => {
      const stack = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
      write(
        `bug in ${where}: ${stack
          .split('\n')
          .map(line => plainLine(line, 500))
          .join('\n  ')}`,
      );
    },
  };
}
