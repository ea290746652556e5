import { readFileSync } from 'node:fs';

import { startBrowse } from '../../browse/test/support/browse.ts';
import { MIXED_PATHS } from './pages.ts';
import { postCommand } from './post.ts';

const COMMANDS = 1_000;
const MARK_EVERY = 250;
const SAMPLE_EVERY = 10;
const FLAT_MB = 10;

/** The daemon's own resident memory in MB over the mixed commands. */
export interface Memory {
  /** Every 250 commands: number of commands, MB. */
  readonly marks: readonly (readonly [commands: number, mb: number])[];
  readonly samples: readonly (readonly [commands: number, mb: number])[];
  readonly peak: number;
  /** Lowest of the last 250 commands less the lowest of the 250 before: what garbage collection leaves. */
  readonly rise: number;
  /** How much it may rise and still count as flat. */
  readonly flat: number;
}

/** Sends 1 000 mixed commands to a fresh daemon over its HTTP port, and watches its memory. */
export async function measureMemory(at: (path: string) => string): Promise<Memory> {
  await using browse = await startBrowse();
  const started = await browse('goto', at('/form'));
  if (started.code !== 0) throw new Error(started.stderr);
  const { pid } = browse.state();
  const samples: [number, number][] = [[0, residentMegabytes(pid)]];
  for (let index = 0; index < COMMANDS; index++) {
    await postCommand(browse, mixedCommand(index, at));
    const done = index + 1;
    if (done % SAMPLE_EVERY === 0) samples.push([done, residentMegabytes(pid)]);
    if (done % MARK_EVERY === 0) process.stderr.write('.');
  }
  process.stderr.write('\n');
  const rise = lowest(samples, COMMANDS - 250) - lowest(samples, COMMANDS - 500);
  return {
    marks: samples.filter(([done]) => done % MARK_EVERY === 0),
    samples,
    peak: Math.max(...samples.map(([, mb]) => mb)),
    rise,
    flat: FLAT_MB,
  };
}

/** The lowest sample within the 250 commands after a mark. */
const lowest = (samples: Memory['samples'], after: number): number =>
  Math.min(...samples.filter(([done]) => done > after && done <= after + 250).map(([, mb]) => mb));

/** Ten commands per page; a new tab and its end in every hundred, a screenshot in every fifty. */
function mixedCommand(index: number, at: (path: string) => string): string[] {
  const path = MIXED_PATHS[Math.floor(index / 10) % MIXED_PATHS.length] ?? '/form';
  if (index % 100 === 49) return ['newtab'];
  if (index % 100 === 99) return ['closetab'];
  if (index % 50 === 25) return ['screenshot', '--viewport', 'shot.png'];
  const commands = [
    ['goto', at(path)],
    ['snapshot', '-i'],
    ['click', '#go'],
    ['fill', '#name', `Ada ${index}`],
    ['text'],
    ['js', 'document.title'],
    ['snapshot', '-i'],
    ['click', '#go'],
    ['url'],
    ['text'],
  ];
  return commands[index % commands.length] ?? ['url'];
}

function residentMegabytes(pid: number): number {
  return kilobytes(pid) / 1024;
}

function kilobytes(pid: number): number {
  if (process.platform === 'linux')
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  return Number(Bun.spawnSync(['ps', '-o', 'rss=', '-p', String(pid)]).stdout.toString());
}
