import { closeSync, fchmodSync, fstatSync, renameSync, writeSync } from 'node:fs';

import { plainLine } from '#core/plain-line.ts';

import { openOwnFileToAppend } from './private-files.ts';

const MAX_BYTES = 10 * 1024 * 1024;

/** Appends to a file of mode 0600 and starts a new one at 10 MB, keeping the one before as `<path>.1`. */
export class RotatingFile {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  /** Appends text as it is; throws what the file system throws, and refuses a file that is not plainly its own. */
  append(text: string): void {
    if (this.#write(text)) return;
    renameSync(this.#path, `${this.#path}.1`);
    this.#write(text);
  }

  /** False, and nothing written, when the file is full. */
  #write(text: string): boolean {
    const descriptor = openOwnFileToAppend(this.#path);
    try {
      const { size, mode } = fstatSync(descriptor);
      if (size > 0 && size + Buffer.byteLength(text) > MAX_BYTES) return false;
      if ((mode & 0o077) !== 0) fchmodSync(descriptor, 0o600);
      writeSync(descriptor, text);
      return true;
    } finally {
      closeSync(descriptor);
    }
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
    bug: (where, thrown) => write(`bug in ${where}: ${traceOf(thrown)}`),
  };
}

/** Errors whose message speaks of code; others may quote what a caller typed or a page wrote. */
const OF_CODE = [TypeError, RangeError, ReferenceError];

function traceOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const isOfCode = OF_CODE.some(kind => thrown.constructor === kind);
  const frames = (thrown.stack ?? '').split('\n').filter(line => /^\s+at /.test(line));
  const head = isOfCode ? `${thrown.name}: ${thrown.message}` : thrown.name;
  return [head, ...frames].map(line => plainLine(line, 500)).join('\n  ');
}
