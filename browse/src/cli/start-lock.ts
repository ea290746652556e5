import { linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

import {
  createPrivateFile,
  discard,
  draftBeside,
  readOwnFile,
  sweepDrafts,
} from '#platform/private-files.ts';
import { isAlive, ownIdentity } from '#platform/processes.ts';

/**
 * Takes the lock that lets one process at a time start a daemon; undefined while a live process holds it. A lock
 * whose owner is dead or cannot be told is moved aside, and only if it is still the one that was looked at.
 */
export function tryStartLock(path: string): Disposable | undefined {
  const { pid, startTime } = ownIdentity();
  const mine = `${pid} ${startTime} ${crypto.randomUUID()}`;
  if (!create(path, mine)) {
    const held = readOwnFile(path);
    if (held !== undefined && isHeld(held)) return undefined;
    if (!moveAside(path, held) || !create(path, mine)) return undefined;
  }
  sweepDrafts(dirname(path));
  return {
    [Symbol.dispose]: () => {
      if (readOwnFile(path) === mine) rmSync(path, { force: true });
    },
  };
}

function create(path: string, content: string): boolean {
  try {
    createPrivateFile(path, content);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function isHeld(content: string): boolean {
  const [pid, startTime = ''] = content.split(' ');
  return isAlive({ pid: Number(pid), startTime });
}

function moveAside(path: string, seen: string | undefined): boolean {
  const aside = draftBeside(path);
  try {
    renameSync(path, aside);
    const isSame = readOwnFile(aside) === seen;
    // Somebody took the lock between the look and the move: it goes back, unless it was taken once more.
    if (!isSame) linkSync(aside, path);
    return isSame;
  } catch {
    // Another process moved it first, or took it meanwhile.
    return false;
  } finally {
    discard(aside);
  }
}
