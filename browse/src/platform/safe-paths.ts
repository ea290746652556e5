import { readlinkSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { denied } from '#core/errors.ts';

/** The folders one caller may read from and write to, and the one nobody may. */
export interface PathPolicy {
  readonly cwd: string;
  readonly temporary: string;
  /** Holds the daemon's token, so no command reads or writes it. */
  readonly stateDirectory: string;
}

/** Whether `assertSafePath` lets a path pass. */
export function isSafePath(path: string, policy: PathPolicy): boolean {
  try {
    assertSafePath(path, policy);
    return true;
  } catch {
    // Refused: the reason is for callers who named the path themselves.
    return false;
  }
}

/**
 * Refuses a path that, with every symlink resolved, lies outside the caller's directory and the temporary
 * folder, or inside the state directory. The file itself need not exist.
 * @throws BrowseError `denied`
 */
export function assertSafePath(path: string, policy: PathPolicy): void {
  const real = resolveAsFarAsItExists(path);
  const roots = [policy.cwd, policy.temporary].map(root => resolveAsFarAsItExists(root));
  if (!roots.some(root => isWithin(real, root)))
    throw denied(
      `Cannot use ${path}: Path must be within: ${roots.join(', ')}`,
      'Name a file in the current directory or in the temporary folder.',
    );
  if (!isOrdinary(real))
    throw denied(`Cannot use ${path}: not an ordinary file`, 'Name a regular file.');
  const isState = isWithin(real, resolveAsFarAsItExists(policy.stateDirectory));
  // Another project's state directory holds another daemon's token.
  if (isState || real.split(sep).includes('.gstack'))
    throw denied(
      `Cannot use ${path}: the state directory is closed to commands`,
      'Name a file outside it.',
    );
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
}

/** Reading a pipe or a device may never end, writing one may do anything. */
function isOrdinary(path: string): boolean {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return !stat || stat.isFile() || stat.isDirectory();
  } catch {
    // A circle of links, or a folder that may not be entered: nothing can be opened there either.
    return true;
  }
}

/** Follows dangling links too: writing through one creates the file it points to. */
function resolveAsFarAsItExists(path: string, links = 0): string {
  try {
    return realpathSync(path);
  } catch {
    // The leaf may not exist yet; what exists of its parents decides.
    const parent = dirname(path);
    if (parent === path) return path;
    const place = join(resolveAsFarAsItExists(parent, links), basename(path));
    const target = linkTarget(place);
    if (target === undefined || links > 40) return place;
    return resolveAsFarAsItExists(resolve(dirname(place), target), links + 1);
  }
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    // Not a link, or nothing there.
    return undefined;
  }
}
