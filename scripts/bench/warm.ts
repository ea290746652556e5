import { join } from 'node:path';

import type { Page } from 'playwright-core';

import type { Browse } from '../../browse/test/support/browse.ts';
import { BINARY, cleanEnvironment } from '../../browse/test/support/browse.ts';
import type { Case } from './cases.ts';
import { casesOn, gotoCase } from './cases.ts';
import type { SizedPage } from './pages.ts';
import { SIZED_PAGES } from './pages.ts';
import { postCommand } from './post.ts';
import type { Place } from './run-process.ts';
import { runProcess } from './run-process.ts';
import type { Samples } from './samples.ts';
import { addSample, floorOf, measure } from './samples.ts';

/** What the warm cases run against. */
export interface WarmSetting {
  readonly samples: Samples;
  readonly browse: Browse;
  readonly bare: Page;
  /** A compiled program that does nothing. */
  readonly nothing: string;
  readonly at: (path: string) => string;
  readonly reps: number;
  readonly isWanted: (command: string) => boolean;
}

const WARM_UPS = 2;
/** `url` and its floor are short, so they are measured this often per page. */
const SHORT_REPEATS = 3;

/** Measures every warm command beside its floor, in turns: A B A B …, page after page, repetition after repetition. */
export async function measureWarm(setting: WarmSetting): Promise<void> {
  const pages = SIZED_PAGES;
  for (let round = -WARM_UPS; round < setting.reps; round++) {
    for (const page of pages) await measurePage(setting, page, round);
    process.stderr.write(round < 0 ? 'w' : '.');
  }
  process.stderr.write('\n');
}

async function measurePage(setting: WarmSetting, page: SizedPage, round: number): Promise<void> {
  const { browse, at, isWanted } = setting;
  const keep = round >= 0;
  const url = at(page.path);
  // The first command of all starts the daemon.
  if (round === -WARM_UPS) await runProcess([BINARY, 'url'], placeOf(browse));
  await measureCase(setting, gotoCase(page, url), keep);
  const { stdout } = await runProcess([BINARY, 'snapshot', '-i', '-s', '#last'], placeOf(browse));
  await settleBoth(browse, setting.bare);
  const ref = /@e\d+(?= \[button\])/.exec(stdout)?.[0];
  if (ref === undefined) throw new Error(`no button in the last row of ${page.path}`);
  for (let repeat = 0; repeat < SHORT_REPEATS; repeat++) await measureUrl(setting, keep);
  for (const one of casesOn(page, { url, round, ref }))
    if (isWanted(one.name)) await measureCase(setting, one, keep);
}

async function measureUrl({ samples, browse, nothing }: WarmSetting, keep: boolean): Promise<void> {
  const url = await runProcess([BINARY, 'url'], placeOf(browse));
  const floor = await runProcess([nothing], placeOf(browse));
  if (!keep) return;
  addSample(samples, 'url', url.ms);
  addSample(samples, floorOf('url'), floor.ms);
}

async function measureCase(
  { samples, browse, bare }: WarmSetting,
  { name, args, isPosted = false, bare: call }: Case,
  keep: boolean,
): Promise<void> {
  await settleBoth(browse, bare);
  const { ms } = isPosted
    ? await postCommand(browse, args)
    : await runProcess([BINARY, ...args], placeOf(browse));
  if (keep) addSample(samples, name, ms);
  if (call) await measure(samples, floorOf(name), { keep, run: async () => await call(bare) });
}

const TWO_FRAMES =
  'new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(0))))';

/** Lets both browsers finish drawing, so that neither disturbs what is measured next. */
async function settleBoth(browse: Browse, bare: Page): Promise<void> {
  await Promise.all([postCommand(browse, ['js', TWO_FRAMES]), bare.evaluate(TWO_FRAMES)]);
}

/** Where the commands of a project run. */
export const placeOf = ({ directory, home }: Browse): Place => ({
  cwd: directory,
  env: cleanEnvironment(home),
});

/** Compiles a program that does nothing: what starting any binary of this kind costs. */
export async function buildNothing(folder: string): Promise<string> {
  const [source, binary] = [join(folder, 'nothing.ts'), join(folder, 'nothing')];
  await Bun.write(source, 'export {};\n');
  await runProcess(
    [process.execPath, 'build', '--compile', '--bytecode', '--minify', source, '--outfile', binary],
    { cwd: folder, env: cleanEnvironment(folder) },
  );
  return binary;
}
