import { parseArgs } from 'node:util';

/** Commands and runs that `--only` chooses among. */
const PARTS = [
  'url',
  'js',
  'text',
  'snapshot',
  'click',
  'fill',
  'goto',
  'screenshot',
  'frames',
  'growth',
  'bytes',
  'cold',
  'memory',
] as const;
/** Parts that are runs of their own; the others name warm commands. */
const RUNS: ReadonlySet<string> = new Set(['frames', 'growth', 'bytes', 'cold', 'memory']);

export type Part = (typeof PARTS)[number];

/** Whether a part is one or several of the warm commands. */
export const isWarm = (part: Part): boolean => !RUNS.has(part);

export interface Options {
  readonly reps: number;
  readonly parts: ReadonlySet<Part>;
  /** Where the samples go. */
  readonly json: string;
  /** Put the tables into docs/performance.md. */
  readonly write: boolean;
}

const USAGE = `Usage: bun run bench [--reps N] [--only ${PARTS.join(',')}] [--json PATH] [--write]`;

/** Reads the arguments; throws a sentence on a wrong one. */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      reps: { type: 'string', default: '15' },
      only: { type: 'string', default: PARTS.join(',') },
      json: { type: 'string', default: '.cache/bench.json' },
      write: { type: 'boolean', default: false },
    },
  });
  const reps = Number(values.reps);
  if (!Number.isInteger(reps) || reps < 1)
    throw new Error(`Cannot read --reps "${values.reps}": must be a whole number from 1\n${USAGE}`);
  const parts = new Set(values.only.split(',').map(readPart));
  if (values.write && parts.size < PARTS.length)
    throw new Error(`Cannot combine --write with --only: the document shows a whole run\n${USAGE}`);
  return { reps, parts, json: values.json, write: values.write };
}

function readPart(word: string): Part {
  const part = PARTS.find(known => known === word.trim());
  if (part === undefined) throw new Error(`Cannot measure "${word}": no such part\n${USAGE}`);
  return part;
}
