import { cpus, totalmem } from 'node:os';

import type { Figure, Row } from './figures.ts';
import type { Memory } from './memory.ts';

/** Everything one run found out. */
export interface Results {
  /** The day, as 2030-01-31. */
  readonly date: string;
  readonly reps: number;
  readonly machine: Machine;
  readonly chromium: string | undefined;
  readonly rows: readonly Row[];
  readonly figures: readonly Figure[];
  readonly memory: Memory | undefined;
}

/** The machine's size; nothing that tells which machine it is. */
export interface Machine {
  readonly cores: number;
  readonly memoryGb: number;
  readonly platform: string;
  readonly bun: string;
}

export const readMachine = (): Machine => ({
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  platform: `${process.platform} ${process.arch}`,
  bun: Bun.version,
});

/** The results as Markdown, for the terminal and for docs/performance.md alike. */
export function toMarkdown(results: Results): string {
  const { date, reps, machine, chromium, rows, figures, memory } = results;
  const { cores, memoryGb, platform, bun } = machine;
  const browser = chromium === undefined ? '' : `, Chromium ${chromium}`;
  return [
    `${date}: ${cores} cores, ${memoryGb} GB, ${platform}, Bun ${bun}${browser}; medians of ${reps} repetitions.`,
    ...(figures.length > 0 ? [figureTable(figures)] : []),
    ...(rows.length > 0 ? [rowTable(rows)] : []),
    ...(memory ? [memoryTable(memory)] : []),
  ].join('\n\n');
}

function figureTable(figures: readonly Figure[]): string {
  const cells = figures.map(({ name, target, measured, reading, isReached }) => [
    name,
    `≤ ${target}`,
    measured.toFixed(digitsOf(reading)),
    reading,
    isReached ? 'pass' : 'FAIL',
  ]);
  return table(['figure', 'target', 'measured', 'reading', ''], cells);
}

const digitsOf = (reading: Figure['reading']): number =>
  reading === 'bytes printed' ? 0 : reading.startsWith('MB') ? 1 : 2;

function rowTable(rows: readonly Row[]): string {
  const cells = rows.map(({ name, cli, floor, raw, net }) => [
    name,
    cli.toFixed(1),
    shown(floor, 1),
    shown(raw, 2),
    shown(net, 2),
  ]);
  return table(
    ['command, elements on the page', 'browse ms', 'floor ms', 'raw ratio', 'net ratio'],
    cells,
  );
}

function memoryTable({ marks, peak, rise }: Memory): string {
  const cells = marks.map(([commands, mb]) => [String(commands), mb.toFixed(1)]);
  return [
    'Memory of the daemon process alone, its commands sent over HTTP instead of the command line:',
    '',
    table(['commands', 'resident MB'], cells),
    '',
    `Peak ${peak.toFixed(1)} MB; its lowest point over the last 250 commands lies ${rise.toFixed(1)} MB from that of the 250 before.`,
  ].join('\n');
}

const shown = (value: number | undefined, digits: number): string =>
  value === undefined ? '–' : value.toFixed(digits);

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, column) =>
    Math.max(title.length, 3, ...rows.map(row => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
