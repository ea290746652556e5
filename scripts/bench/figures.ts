import type { Memory } from './memory.ts';
import { LARGE, SMALL } from './pages.ts';
import { caseName, inDaemon } from './cases.ts';
import { engineRatios } from './engine-figures.ts';
import type { Samples } from './samples.ts';
import { floorOf, median } from './samples.ts';

/** One measured command: medians in milliseconds, and how often the floor goes into it. */
export interface Row {
  readonly name: string;
  readonly cli: number;
  readonly floor: number | undefined;
  /** The whole process beside its floor. */
  readonly raw: number | undefined;
  /** The same without what `url` takes: the command line's own start and round trip. */
  readonly net: number | undefined;
}

/** A figure this project promises to reach. */
export interface Figure {
  readonly name: string;
  readonly target: number;
  readonly measured: number;
  /** How the measured value came about. */
  readonly reading:
    | 'whole process'
    | 'beside the own start'
    | 'in the daemon'
    | 'bytes printed'
    | 'MB'
    | 'MB of rise';
  readonly isReached: boolean;
}

/** Every measured command as a row, in the order in which they were measured. */
export function toRows(samples: Samples): Row[] {
  const own = median(samples.get('url'));
  return [...samples.keys()]
    .filter(name => !name.endsWith(floorOf('')))
    .map(name => {
      const cli = median(samples.get(name));
      const beside = samples.get(floorOf(name));
      if (!beside) return { name, cli, floor: undefined, raw: undefined, net: undefined };
      const floor = median(beside);
      const net = Number.isNaN(own) || isWhole(name) ? undefined : (cli - own) / floor;
      return { name, cli, floor, raw: cli / floor, net };
    });
}

/** Cases of which the start is the point, and those that have none. */
const isWhole = (name: string): boolean =>
  name === 'url' || name === 'cold start' || name.includes(inDaemon(''));

/** What is not a time. */
interface Measured {
  readonly bytes: number | undefined;
  readonly memory: Memory | undefined;
}

/** The promised figures, as far as they were measured. */
export function toFigures(rows: readonly Row[], { bytes, memory }: Measured): Figure[] {
  const whole = (figure: string, target: number, name: string): Figure[] => {
    const measured = rows.find(row => row.name === name)?.raw;
    if (measured === undefined) return [];
    return [judge({ name: figure, target, measured, reading: 'whole process' })];
  };
  /** The hardest reading, the whole process, counts when it is passed; else the one beside the own start. */
  const net = (figure: string, target: number, name: string): Figure[] => {
    const row = rows.find(candidate => candidate.name === name);
    if (row?.raw === undefined || row.net === undefined) return [];
    const isHardestPassed = row.raw <= target;
    return [
      judge({
        name: figure,
        target,
        measured: isHardestPassed ? row.raw : row.net,
        reading: isHardestPassed ? 'whole process' : 'beside the own start',
      }),
    ];
  };
  const [small, large] = [SMALL, LARGE];
  if (!small || !large) return [];
  return [
    ...whole('warm `url` / a binary that does nothing', 2, 'url'),
    ...whole('cold start / a bare Playwright script', 1.4, 'cold start'),
    ...net(
      `\`snapshot -i\` / \`ariaSnapshot\`, ${large.label} elements`,
      0.1,
      caseName('snapshot -i', large),
    ),
    ...net(`\`text\` / bare \`innerText\`, ${large.label} elements`, 2, caseName('text', large)),
    ...[small, large].flatMap(page =>
      ['click @ref', 'click selector'].flatMap(command =>
        net(
          `\`${command}\` / bare \`locator.click()\`, ${page.label} elements`,
          3,
          caseName(command, page),
        ),
      ),
    ),
    ...engineRatios(rows, large).map(ratio => judge({ ...ratio, reading: 'in the daemon' })),
    ...(bytes === undefined ? [] : [bytesFigure(bytes)]),
    ...memoryFigures(memory),
  ];
}

const bytesFigure = (measured: number): Figure =>
  judge({
    name: '`snapshot -i`, a page of 120 links and buttons',
    target: 5400,
    measured,
    reading: 'bytes printed',
  });

function memoryFigures(memory: Memory | undefined): Figure[] {
  if (!memory) return [];
  const { marks, rise, flat } = memory;
  return [
    judge({
      name: 'memory of the daemon after 1 000 commands',
      target: 200,
      measured: marks.at(-1)?.[1] ?? Number.NaN,
      reading: 'MB',
    }),
    judge({
      name: 'its rise over the last 500 (flat)',
      target: flat,
      measured: rise,
      reading: 'MB of rise',
    }),
  ];
}

const judge = (figure: Omit<Figure, 'isReached'>): Figure => ({
  ...figure,
  isReached: figure.measured <= figure.target,
});
