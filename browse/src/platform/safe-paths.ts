import { readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';

import { denied } from '#core/errors.ts';

/** The folders one caller may read from and write to, and the one nobody may. */
export interface PathPolicy {
  readonly cwd: string;
  readonly temporary: string;
  /** Holds the daemon's token, so no command reads or writes it. */
  readonly stateDirectory: string;
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
  if (isWithin(real, resolveAsFarAsItExists(policy.stateDirectory)))
    throw denied(
      `Cannot use ${path}: the state directory is closed to commands`,
      'Name a file outside it.',
    );
}

function isWithin(path: string, root: string): boolean {
  const way = relative(root, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`));
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
