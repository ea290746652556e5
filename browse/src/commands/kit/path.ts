import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

import { usage } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';

/** The absolute path a caller meant: relative to its directory, `~/` to its home. */
export function absolutePath(
  typed: string,
  name: string,
  { cwd, usageLine }: { readonly cwd: string; readonly usageLine: string },
): string {
  if (typed === '' || typed.includes('\0'))
    throw usage(`Cannot read ${name} as a path: got "${plainLine(typed)}"`, usageLine);
  return typed.startsWith('~/') ? join(homedir(), typed.slice(2)) : resolve(cwd, typed);
}
