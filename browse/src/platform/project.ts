import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { readVariable } from './env.ts';

/** What has a log of its own: the daemon itself, and what the pages report. */
type LogKind = 'daemon' | 'console' | 'network' | 'dialog';

/** Where one project's daemon keeps its files. */
export interface Project {
  readonly root: string;
  readonly stateDirectory: string;
  readonly stateFile: string;
  readonly lockFile: string;
  readonly logFile: (kind: LogKind) => string;
}

/**
 * The project a directory belongs to: the nearest ancestor that holds `.git` (a folder, or the file of a
 * worktree), else the directory itself. `BROWSE_STATE_FILE` moves the files elsewhere.
 */
export function findProject(cwd: string): Project {
  const root = findRoot(cwd);
  const stateFile = resolve(cwd, readVariable('stateFile') ?? join(root, '.gstack', 'browse.json'));
  const stateDirectory = dirname(stateFile);
  const stem = stateFile.replace(/\.json$/, '');
  return {
    root,
    stateDirectory,
    stateFile,
    lockFile: `${stem}.lock`,
    logFile: kind => `${stem}-${kind}.log`,
  };
}

function findRoot(cwd: string): string {
  for (let directory = cwd; ; directory = dirname(directory)) {
    if (existsSync(join(directory, '.git'))) return directory;
    if (directory === dirname(directory)) return cwd;
  }
}
