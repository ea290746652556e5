/** Measures the compiled program beside its floors, all in one run; docs/performance.md says what and why. */
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

import { BINARY, startBrowse } from '../../browse/test/support/browse.ts';
import type { Bare } from './bare.ts';
import { openBare } from './bare.ts';
import { measureCold } from './cold.ts';
import { measureBytes, measureFrames, measureGrowth } from './engine.ts';
import { toFigures, toRows } from './figures.ts';
import { measureMemory } from './memory.ts';
import type { Options } from './options.ts';
import { isWarm, readOptions } from './options.ts';
import { SMALL, servePages } from './pages.ts';
import type { Results } from './report.ts';
import { readMachine, toMarkdown } from './report.ts';
import type { Samples } from './samples.ts';
import { buildNothing, measureWarm } from './warm.ts';

const ROOT = resolve(import.meta.dir, '../..');
const DOCUMENT = join(ROOT, 'docs/performance.md');

try {
  await run(readOptions(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
process.exit(0);

async function run(options: Options): Promise<void> {
  const { reps, parts, json, write } = options;
  if (!existsSync(BINARY)) throw new Error('Cannot measure: run `bun run build` first');
  const samples: Samples = new Map();
  using pages = servePages();
  await using bare = await openBare();
  const url = pages.at(SMALL?.path ?? '/');
  if ([...parts].some(isWarm)) await warm({ options, samples, bare, at: pages.at });
  if (parts.has('cold'))
    await step('cold start', () =>
      measureCold({ samples, executable: bare.executable, url, reps }),
    );
  if (parts.has('frames'))
    await step('nested frames', () => measureFrames({ samples, at: pages.at, reps }));
  if (parts.has('growth'))
    await step('growth', () => measureGrowth({ samples, at: pages.at, reps }));
  const bytes = parts.has('bytes') ? await step('bytes', () => measureBytes(pages.at)) : undefined;
  const memory = parts.has('memory')
    ? await step('memory', () => measureMemory(pages.at))
    : undefined;
  const rows = toRows(samples);
  const results: Results = {
    date: new Date().toISOString().slice(0, 10),
    reps,
    machine: readMachine(),
    chromium: bare.version,
    rows,
    figures: toFigures(rows, { bytes, memory }),
    memory,
  };
  const text = toMarkdown(results);
  console.log(text);
  const path = resolve(ROOT, json);
  mkdirSync(dirname(path), { recursive: true });
  await Bun.write(
    path,
    `${JSON.stringify({ ...results, samples: Object.fromEntries(samples) }, undefined, 1)}\n`,
  );
  if (write) await writeResults(text);
}

interface WarmRun {
  readonly options: Options;
  readonly samples: Samples;
  readonly bare: Bare;
  readonly at: (path: string) => string;
}

async function warm({ options, samples, bare, at }: WarmRun): Promise<void> {
  const { reps, parts } = options;
  const folder = mkdtempSync(join(tmpdir(), 'browse-bench-'));
  try {
    await using browse = await startBrowse();
    const nothing = await buildNothing(folder);
    const isWanted = (name: string): boolean =>
      [...parts].some(part => isWarm(part) && name.startsWith(part));
    await step('warm commands', () =>
      measureWarm({ samples, browse, bare: bare.page, nothing, at, reps, isWanted }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function step<T>(title: string, measured: () => Promise<T>): Promise<T> {
  process.stderr.write(`${title} `);
  return await measured();
}

async function writeResults(text: string): Promise<void> {
  const [start, end] = ['<!-- results -->', '<!-- /results -->'];
  const document = await Bun.file(DOCUMENT).text();
  const [before, after] = [document.indexOf(start), document.indexOf(end)];
  if (before < 0 || after < before)
    throw new Error(`Cannot write: no ${start} in docs/performance.md`);
  await Bun.write(
    DOCUMENT,
    `${document.slice(0, before + start.length)}\n\n${text}\n\n${document.slice(after)}`,
  );
}
