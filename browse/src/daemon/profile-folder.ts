import { mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';

import { makeOwnDirectory } from '#platform/private-files.ts';
import type { ProcessIdentity } from '#platform/processes.ts';
import { startTimeOf } from '#platform/processes.ts';

/** The folder that one daemon's browser keeps its profile in; disposing removes it. */
export interface ProfileFolder extends Disposable {
  readonly path: string;
}

/**
 * Makes a daemon's profile folder beside those of the project's earlier daemons, and removes the folders
 * of the ones that were killed. A live daemon's folder is never touched.
 * @throws BrowseError `environment` when the place belongs to somebody else
 */
export function openProfileFolder(stateFile: string, owner: ProcessIdentity): ProfileFolder {
  const place = join(tmpdir(), `browse-${userInfo().uid}-${Bun.hash(stateFile).toString(36)}`);
  // Anybody can foresee the name, so it may be a trap: a link, or a folder of another user.
  makeOwnDirectory(place, 'Remove it, or set TMPDIR to a directory of your own.');
  for (const name of readdirSync(place)) if (!hasLiveOwner(name)) remove(join(place, name));
  const path = join(place, nameFor(owner));
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return {
    path,
    [Symbol.dispose]: () => {
      remove(path);
      try {
        rmdirSync(place);
      } catch {
        // Another daemon of the project has its folder there.
      }
    },
  };
}

/** `<pid>-<hash of its start time>`: short, because a socket's path in it has a limit of 104 bytes. */
const nameFor = ({ pid, startTime }: ProcessIdentity): string =>
  `${pid}-${Bun.hash(startTime).toString(36).slice(0, 6)}`;

function hasLiveOwner(name: string): boolean {
  const pid = Number(name.split('-')[0]);
  const startTime = Number.isSafeInteger(pid) && pid > 0 ? startTimeOf(pid) : undefined;
  return startTime !== undefined && nameFor({ pid, startTime }) === name;
}

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // A process of the old browser still writes there; the next start tries again.
  }
}
