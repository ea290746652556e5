import type { Browse } from '../../browse/test/support/browse.ts';
import { startBrowse } from '../../browse/test/support/browse.ts';
import { FLAT_FRAME, GROWN, LARGE, LIST_PATH, NESTED_FRAMES } from './pages.ts';
import { postCommand } from './post.ts';
import type { Samples } from './samples.ts';
import { addSample, floorOf } from './samples.ts';

export interface EngineSetting {
  readonly samples: Samples;
  readonly at: (path: string) => string;
  readonly reps: number;
}

/** Two pages on which the same command runs in turns, each in a tab of its own. */
interface Pair {
  readonly browse: Browse;
  readonly tab: number;
  readonly floorTab: number;
}

const WARM_UPS = 1;
/** A page of a hundred thousand elements takes seconds; its medians move little. */
const GROWTH_REPS = 5;

export const FIRST_NESTED = 'first snapshot of 20 nested frames in the daemon';
export const NEXT_NESTED = 'next snapshot of 20 nested frames in the daemon';
const GROWTH_COMMANDS: readonly (readonly string[])[] = [
  ['snapshot', '-i', '--all'],
  ['snapshot', '--all'],
];

/** How the growth of a command is called. */
const growthName = (words: readonly string[]): string =>
  `${words.join(' ')} in the daemon, ${GROWN.label}`;

export const GROWTH_NAMES = GROWTH_COMMANDS.map(growthName);

/** Measures nested frames beside one document with as many elements: the first snapshot after a load, and the next. */
export async function measureFrames({ samples, at, reps }: EngineSetting): Promise<void> {
  await using browse = await startBrowse();
  const pair = await openPair(browse);
  for (let round = -WARM_UPS; round < reps; round++) {
    await postCommand(browse, ['goto', at(NESTED_FRAMES), '--wait', 'load'], pair.tab);
    await postCommand(browse, ['goto', at(FLAT_FRAME), '--wait', 'load'], pair.floorTab);
    for (const name of [FIRST_NESTED, NEXT_NESTED])
      await measurePair(samples, pair, { name, words: ['snapshot'], keep: round >= 0 });
    process.stderr.write(round < 0 ? 'w' : '.');
  }
  process.stderr.write('\n');
}

/** Measures what ten times as many elements cost. */
export async function measureGrowth({ samples, at, reps }: EngineSetting): Promise<void> {
  if (!LARGE) return;
  await using browse = await startBrowse();
  const pair = await openPair(browse);
  await postCommand(browse, ['goto', at(GROWN.path)], pair.tab);
  await postCommand(browse, ['goto', at(LARGE.path)], pair.floorTab);
  for (let round = -WARM_UPS; round < Math.min(reps, GROWTH_REPS); round++) {
    for (const words of GROWTH_COMMANDS)
      await measurePair(samples, pair, { name: growthName(words), words, keep: round >= 0 });
    process.stderr.write(round < 0 ? 'w' : '.');
  }
  process.stderr.write('\n');
}

/** Bytes of `snapshot -i` as printed, envelope and footer included, on a page of 120 links and buttons. */
export async function measureBytes(at: (path: string) => string): Promise<number> {
  await using browse = await startBrowse();
  await browse('goto', at(LIST_PATH));
  const { stdout, stderr, code } = await browse('snapshot', '-i');
  process.stderr.write('.\n');
  if (code !== 0) throw new Error(stderr);
  return Buffer.byteLength(stdout);
}

/** The daemon's first tab and a second one, both blank. */
async function openPair(browse: Browse): Promise<Pair> {
  await browse('url');
  await postCommand(browse, ['newtab']);
  return { browse, tab: 1, floorTab: 2 };
}

interface Step {
  readonly name: string;
  readonly words: readonly string[];
  readonly keep: boolean;
}

async function measurePair(
  samples: Samples,
  { browse, tab, floorTab }: Pair,
  { name, words, keep }: Step,
): Promise<void> {
  const floor = await postCommand(browse, words, floorTab);
  const { ms } = await postCommand(browse, words, tab);
  if (!keep) return;
  addSample(samples, name, ms);
  addSample(samples, floorOf(name), floor.ms);
}
