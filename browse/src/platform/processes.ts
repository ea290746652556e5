import { readFileSync } from 'node:fs';

/** A process as it cannot be mistaken: a pid is reused, a pid with its start time is not. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot on Linux, the start date elsewhere. */
  readonly startTime: string;
}

/** The start time of a live process, or undefined when there is none (a zombie counts as none). */
export function startTimeOf(pid: number): string | undefined {
  return process.platform === 'linux' ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

/** Whether exactly this process is still running. */
export const isAlive = ({ pid, startTime }: ProcessIdentity): boolean =>
  startTimeOf(pid) === startTime;

/** A look that costs nothing: false only when the process is surely gone. */
export function mayBeAlive(identity: ProcessIdentity): boolean {
  if (process.platform === 'linux') return isAlive(identity);
  try {
    return process.kill(identity.pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** The running process itself. */
export const ownIdentity = (): ProcessIdentity => ({
  pid: process.pid,
  startTime: startTimeOf(process.pid) ?? '',
});

function startTimeFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the name in parentheses may hold spaces; state is field 3 and starttime field 22.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    // No such process.
    return undefined;
  }
}

function startTimeFromPs(pid: number): string | undefined {
  const { stdout, success } = Bun.spawnSync(['ps', '-o', 'lstart=', '-p', String(pid)]);
  const started = stdout.toString().trim();
  return success && started ? started : undefined;
}
