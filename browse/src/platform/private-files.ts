import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { environment, messageOf } from '#core/errors.ts';

import { startTimeOf } from './processes.ts';

const ownUid = (): number | undefined => process.getuid?.();

/** The directory that is this program's own wherever it is found. */
const OWN_NAME = '.gstack';

/**
 * Makes the directory that state files lie in. What is made here, or is called `.gstack`, only its owner may
 * enter, and a `.gitignore` keeps its content out of git. Any other directory stays as its user made it.
 * @throws BrowseError `environment` when it cannot be made or others may write to it
 */
export function makePrivateDirectory(path: string): void {
  const hint = 'Set BROWSE_STATE_FILE to a file in a directory of your own.';
  const isNew = makeOwnDirectory(path, hint);
  try {
    if (!isNew && basename(path) !== OWN_NAME) {
      if ((lstatSync(path).mode & 0o022) !== 0) throw new Error('others may write to it');
      return;
    }
    if ((lstatSync(path).mode & 0o077) !== 0) chmodSync(path, 0o700);
    const ignore = join(path, '.gitignore');
    if (!existsSync(ignore)) writePrivateFile(ignore, '*\n');
  } catch (cause) {
    throw unusable(path, cause, hint);
  }
}

/**
 * Makes a directory unless it is there; true when it was made.
 * @throws BrowseError `environment` when it cannot be made, is a link, or belongs to another user
 */
export function makeOwnDirectory(path: string, hint: string): boolean {
  try {
    const made = mkdirSync(path, { recursive: true, mode: 0o700 });
    const stat = lstatSync(path);
    if (!stat.isDirectory() || (ownUid() !== undefined && stat.uid !== ownUid()))
      throw new Error('it is not a directory of this user');
    return made !== undefined;
  } catch (cause) {
    throw unusable(path, cause, hint);
  }
}

const unusable = (path: string, cause: unknown, hint: string): Error =>
  environment(`Cannot use ${path}: ${messageOf(cause)}`, hint);

/** Writes a file of mode 0600 so that readers see the old content or the new one, never a part. */
export function writePrivateFile(path: string, content: string): void {
  const draft = draftBeside(path);
  try {
    writeDraft(draft, content);
    renameSync(draft, path);
  } catch (cause) {
    rmSync(draft, { force: true });
    throw cause;
  }
}

/**
 * Creates a file of mode 0600 with its whole content at once, so that nobody ever sees it empty; throws `EEXIST`
 * when the name is taken, by a link as well.
 */
export function createPrivateFile(path: string, content: string): void {
  const draft = draftBeside(path);
  try {
    writeDraft(draft, content);
    linkSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

const writeDraft = (path: string, content: string): void =>
  writeFileSync(path, content, { flag: 'wx', mode: 0o600 });

/** A new name in the same directory for what this process has not finished. */
export const draftBeside = (path: string): string =>
  join(dirname(path), `.browse-${process.pid}-${crypto.randomUUID()}.tmp`);

const DRAFT = /^\.browse-(\d+)-[\da-f-]{36}\.tmp$/;

/** Removes the drafts of processes that ended before they finished them. */
export function sweepDrafts(directory: string): void {
  for (const name of readdirSync(directory)) {
    const pid = Number(DRAFT.exec(name)?.[1]);
    if (pid > 0 && startTimeOf(pid) === undefined) discard(join(directory, name));
  }
}

/** Removes a file, a link or an empty folder; what cannot be removed stays. */
export function discard(path: string): void {
  for (const remove of [unlinkSync, rmdirSync]) {
    try {
      remove(path);
      return;
    } catch {
      // It is gone, or of the other kind, or a folder with content, which is somebody's own.
    }
  }
}

/** The content of a file that only this user can have written, else undefined: a link, a foreign owner or wide permissions disqualify it. */
export function readOwnFile(path: string): string | undefined {
  try {
    const stat = lstatSync(path);
    const foreign = ownUid() !== undefined && stat.uid !== ownUid();
    if (!stat.isFile() || foreign || (stat.mode & 0o022) !== 0) return undefined;
    return readFileSync(path, 'utf8');
  } catch {
    // Absent or unreadable: there is nothing to trust either way.
    return undefined;
  }
}

/**
 * Opens a file of this user's for appending, made with mode 0600 if absent; the caller closes the descriptor. A link,
 * a device, or a file with a second name is refused: a checkout could have planted it.
 * @throws what the file system throws, or an error saying what is wrong with the file
 */
export function openOwnFileToAppend(path: string): number {
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  const descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600);
  const stat = fstatSync(descriptor);
  const isOwn = ownUid() === undefined || stat.uid === ownUid();
  if (stat.isFile() && stat.nlink === 1 && isOwn) return descriptor;
  closeSync(descriptor);
  throw new Error(`${path} is not a plain file of this user`);
}
