import type { BrowseError } from '#core/errors.ts';
import { busy, environment, messageOf } from '#core/errors.ts';
import { makePrivateDirectory, openOwnFileToAppend } from '#platform/private-files.ts';
import { isAlive } from '#platform/processes.ts';
import type { Project } from '#platform/project.ts';
import type { DaemonState } from '#platform/state-file.ts';
import { readDaemonState } from '#platform/state-file.ts';
import { DAEMON_ROLE } from '#protocol/roles.ts';

import { tryStartLock } from './start-lock.ts';

/** How long a start may take. */
export const START_MS = 30_000;
const POLL_MS = 5;

/** The recorded daemon if its process still runs. */
function findLiveDaemon(project: Project): DaemonState | undefined {
  const state = readDaemonState(project.stateFile);
  return state && isAlive(state) ? state : undefined;
}

/**
 * Gives a running daemon other than `except`, starting one if there is none; of many callers at once exactly one starts it.
 * @throws BrowseError `environment` when it cannot start, `busy` when another start does not end
 */
export async function ensureDaemon(
  project: Project,
  except: string | undefined,
): Promise<DaemonState> {
  makePrivateDirectory(project.stateDirectory);
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    const running = usable(project, except);
    if (running) return running;
    using lock = tryStartLock(project.lockFile);
    // Whoever held the lock until now may just have started one.
    if (lock) return usable(project, except) ?? (await startDaemon(project));
    await Bun.sleep(POLL_MS);
  }
  throw busy(
    `Cannot reach the daemon: another process has been starting it for ${START_MS / 1_000} s`,
    `Run it again; if it persists, delete ${project.lockFile}.`,
  );
}

function usable(project: Project, except: string | undefined): DaemonState | undefined {
  const state = findLiveDaemon(project);
  return state && state.instance !== except ? state : undefined;
}

async function startDaemon(project: Project): Promise<DaemonState> {
  const log = openLog(project.logFile('daemon'));
  const child = Bun.spawn([...ownCommand(), DAEMON_ROLE], {
    cwd: project.root,
    env: { ...process.env, BROWSE_STATE_FILE: project.stateFile },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: log,
    detached: true,
  });
  const said = await firstLine(child.stdout, START_MS);
  child.unref();
  const state = said === 'ready' ? readDaemonState(project.stateFile) : undefined;
  if (state) return state;
  throw startError(said, project);
}

function openLog(path: string): number {
  try {
    return openOwnFileToAppend(path);
  } catch (cause) {
    throw environment(
      `Cannot write ${path}: ${messageOf(cause)}`,
      `Remove ${path} and run it again.`,
    );
  }
}

/** How this very program is run: the compiled binary, or Bun with the entry file. */
function ownCommand(): string[] {
  const isCompiled = Bun.main.startsWith('/$bunfs/') || Bun.main.includes('~BUN');
  return isCompiled ? [process.execPath] : [process.execPath, Bun.main];
}

async function firstLine(
  stream: ReadableStream<Uint8Array>,
  ms: number,
): Promise<string | undefined> {
  const reader = stream.getReader();
  const { promise: late, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), ms);
  let text = '';
  const decoder = new TextDecoder();
  for (;;) {
    const read = await Promise.race([reader.read(), late]);
    if (read?.value) text += decoder.decode(read.value, { stream: true });
    if (!read || read.done || text.includes('\n')) break;
  }
  clearTimeout(timer);
  await reader.cancel();
  return text.split('\n', 1)[0];
}

function startError(said: string | undefined, project: Project): BrowseError {
  try {
    const reason: unknown = JSON.parse(said ?? '');
    const { message, hint }: { readonly message?: unknown; readonly hint?: unknown } =
      Object(reason);
    if (typeof message === 'string')
      return environment(message, typeof hint === 'string' ? hint : undefined);
  } catch {
    // It ended without a word; the log has what it wrote to standard error.
  }
  return environment(
    'Cannot start the daemon: it ended before it was ready',
    `Read ${project.logFile('daemon')}.`,
  );
}
