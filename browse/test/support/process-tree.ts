import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { dirname } from 'node:path';

import type { ProcessIdentity } from '#platform/processes.ts';
import { isAlive, startTimeOf } from '#platform/processes.ts';

import type { Browse } from './browse.ts';
import { eventually, startBrowse } from './browse.ts';

/** A process and what it was started as. */
export interface Process extends ProcessIdentity {
  readonly parent: number;
  readonly command: readonly string[];
}

/** All processes below one, the nearest first. */
export function descendantsOf(pid: number): Process[] {
  const children = allProcesses().filter(({ parent }) => parent === pid);
  return [...children, ...children.flatMap(child => descendantsOf(child.pid))];
}

/** The browser process itself below a daemon: neither its own children nor the script that may have started it. */
export function chromiumsOf(daemon: ProcessIdentity): Process[] {
  const all = descendantsOf(daemon.pid).filter(
    each => profileOf(each) !== '' && !each.command.some(word => word.startsWith('--type=')),
  );
  return all.filter(({ pid }) => !all.some(({ parent }) => parent === pid));
}

/** The folder a browser keeps its profile in. */
export const profileOf = ({ command }: Process): string =>
  command.find(word => word.startsWith('--user-data-dir='))?.split('=')[1] ?? '';

/** Waits until none of these processes is left. */
export async function gone(processes: readonly ProcessIdentity[]): Promise<void> {
  await eventually(
    `the end of ${processes.map(({ pid }) => pid).join(', ')}`,
    () => !processes.some(isAlive),
  );
}

/** Makes projects and proves in the end that no process of theirs is left. */
export interface Projects {
  readonly start: (env?: Readonly<Record<string, string>>) => Promise<Browse>;
  readonly expectNothingLeft: () => Promise<void>;
}

export function trackProjects(): Projects {
  const bases: string[] = [];
  return {
    start: async env => {
      const browse = await startBrowse(env);
      bases.push(dirname(browse.directory));
      return browse;
    },
    expectNothingLeft: async () => {
      await eventually(
        'the end of every process that was started',
        () => !bases.some(base => hasProcessIn(base)),
      );
    },
  };
}

/** A daemon and its Chromium keep the project as their working directory, also after it is deleted. */
const hasProcessIn = (folder: string): boolean =>
  pids().some(pid => workingDirectory(pid)?.startsWith(folder) === true);

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    // It has just ended, or is a zombie.
    return undefined;
  }
}

const pids = (): number[] =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number);

function allProcesses(): Process[] {
  return pids().flatMap(pid => {
    const startTime = startTimeOf(pid);
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      // Chromium overwrites its command line with one text.
      const command = words.length > 2 ? words : (words[0] ?? '').split(' ');
      return startTime === undefined ? [] : [{ pid, startTime, parent, command }];
    } catch {
      // It has just ended.
      return [];
    }
  });
}
