import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import type { DaemonState } from '#platform/state-file.ts';
import { isAlive } from '#platform/processes.ts';

/** The compiled program under test. */
export const BINARY = resolve(import.meta.dir, '../../dist/browse');

/** What one call printed and how it ended. */
export interface Ran {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** A new user with an empty project: call it like the command line. Disposing ends the daemon and removes the folders. */
export interface Browse extends AsyncDisposable {
  (...args: readonly string[]): Promise<Ran>;
  /** The same with an environment, a directory or standard input. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ran>;
  /** The project, an empty folder. */
  readonly directory: string;
  readonly home: string;
  readonly stateFile: string;
  /** What the state file says now. */
  readonly state: () => DaemonState;
  /** Posts to the daemon's port as any program on the machine could. */
  readonly post: (
    path: string,
    init?: RequestInit & { readonly authenticated?: boolean },
  ) => Promise<Response>;
}

/**
 * Makes an empty project in a folder of its own. Nothing runs until the first command. `launcher` are the words
 * before the program, when another one has to start it.
 */
export async function startBrowse(
  env: Readonly<Record<string, string>> = {},
  launcher: readonly string[] = [],
): Promise<Browse> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'browse-test-')));
  const [directory, home] = [join(base, 'project'), join(base, 'home')];
  for (const folder of [directory, home]) mkdirSync(folder);
  const stateFile = join(directory, '.gstack', 'browse.json');
  const run = async (args: readonly string[], options: RunOptions = {}): Promise<Ran> =>
    await runProgram([...launcher, BINARY, ...args], {
      cwd: directory,
      ...options,
      env: { ...cleanEnvironment(home), ...env, ...options.env },
    });
  const state = (): DaemonState =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the daemon under test wrote it
    JSON.parse(readFileSync(stateFile, 'utf8')) as DaemonState;
  const post: Browse['post'] = async (path, { authenticated = true, headers, ...init } = {}) => {
    const { port, token } = state();
    return await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      ...init,
      headers: {
        'content-type': 'application/json',
        ...(authenticated && { authorization: `Bearer ${token}` }),
        ...Object.fromEntries(new Headers(headers)),
      },
    });
  };
  const dispose = async (): Promise<void> => {
    await run(['stop']);
    rmSync(base, { recursive: true, force: true });
  };
  return Object.assign(async (...args: readonly string[]) => await run(args), {
    run,
    directory,
    home,
    stateFile,
    state,
    post,
    [Symbol.asyncDispose]: dispose,
  });
}

/** Runs a program to its end. */
export async function runProgram(
  command: readonly string[],
  { env, cwd, stdin }: RunOptions & { readonly env: Readonly<Record<string, string>> },
): Promise<Ran> {
  const child = Bun.spawn([...command], {
    env,
    ...(cwd !== undefined && { cwd }),
    stdin: stdin === undefined ? 'ignore' : Buffer.from(stdin),
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

/** What a fresh login has, and nothing of the developer's own. */
export const cleanEnvironment = (home: string): Record<string, string> => ({
  HOME: home,
  PATH: '/usr/local/bin:/usr/bin:/bin',
  ...(process.env['GSTACK_CHROMIUM_PATH'] !== undefined && {
    GSTACK_CHROMIUM_PATH: process.env['GSTACK_CHROMIUM_PATH'],
  }),
  ...(process.env['PLAYWRIGHT_BROWSERS_PATH'] !== undefined && {
    PLAYWRIGHT_BROWSERS_PATH: process.env['PLAYWRIGHT_BROWSERS_PATH'],
  }),
});

/** Resolves once a condition holds; fails the test when it never does. */
export async function eventually(
  what: string,
  holds: () => boolean | Promise<boolean>,
  ms = 10_000,
): Promise<void> {
  const deadline = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise(resolve => setImmediate(resolve));
  }
}

/** Whether the recorded daemon's process is gone. */
export const isGone = (daemon: DaemonState): boolean => !isAlive(daemon);
