import { caseName, inDaemon } from './cases.ts';
import { FIRST_NESTED, GROWTH_NAMES, NEXT_NESTED } from './engine.ts';
import type { Row } from './figures.ts';
import type { SizedPage } from './pages.ts';

/** What the snapshot engine takes, beside what it is compared with. */
export interface Ratio {
  readonly name: string;
  readonly target: number;
  readonly measured: number;
}

/** The promises of the snapshot engine as far as both sides were measured, without the process of the command line. */
export function engineRatios(rows: readonly Row[], large: SizedPage): Ratio[] {
  const onLarge = (command: string): Row | undefined =>
    rows.find(row => row.name === caseName(command, large));
  const daemon = (command: string): number | undefined => onLarge(inDaemon(command))?.cli;
  const aria = onLarge('snapshot -i')?.floor;
  const size = `${large.label} elements`;
  return [
    ...ratioOf(`\`snapshot -i\` / \`ariaSnapshot\`, ${size}`, 0.05, daemon('snapshot -i'), aria),
    ...ratioOf(`\`snapshot\` / \`ariaSnapshot\`, ${size}`, 0.1, daemon('snapshot'), aria),
    ...ratioOf(
      `\`snapshot -D\`, nothing changed / the \`snapshot\` before it, ${size}`,
      1.2,
      daemon('snapshot -D'),
      daemon('snapshot'),
    ),
    ...paired(rows, FIRST_NESTED, 2, 'of one document with as many elements'),
    ...paired(rows, NEXT_NESTED, 2, 'of one document with as many elements'),
    ...GROWTH_NAMES.flatMap(name => paired(rows, name, 12, size)),
  ];
}

/** What was measured in turns with its counterpart. */
function paired(rows: readonly Row[], name: string, target: number, beside: string): Ratio[] {
  const row = rows.find(candidate => candidate.name === name);
  return ratioOf(`${name.replace(inDaemon(''), '')} / ${beside}`, target, row?.cli, row?.floor);
}

function ratioOf(
  name: string,
  target: number,
  over: number | undefined,
  under: number | undefined,
): Ratio[] {
  return over === undefined || under === undefined
    ? []
    : [{ name, target, measured: over / under }];
}
