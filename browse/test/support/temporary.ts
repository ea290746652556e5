import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder; disposing removes it. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
  /** A path in it. */
  readonly at: (...names: readonly string[]) => string;
}

export function temporaryFolder(): TemporaryFolder {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'browse-test-')));
  return {
    path,
    at: (...names) => join(path, ...names),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** Permissions as `chmod` writes them. */
export const modeOf = (stat: { readonly mode: number }): string => (stat.mode & 0o777).toString(8);
