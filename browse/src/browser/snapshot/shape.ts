import { LIVE_ROLES } from '#page/role-tables.ts';

import type { Line, Shot } from './shot.ts';

/** The capture with the lines that its aspect keeps; the others count as left out. */
export function shape(shot: Shot): Shot {
  const { compact, depth } = shot.aspect;
  if (!compact && depth === undefined) return shot;
  const lifted = compact ? withoutEmptyStructure(shot.lines) : shot.lines;
  const lines = depth === undefined ? lifted : upTo(depth, lifted);
  const elements = shot.omitted.elements + lifted.length - lines.length;
  return { ...shot, lines, omitted: { ...shot.omitted, elements } };
}

/** Structure such as lists and groups says nothing by itself; what stands in it moves up one level. */
const STRUCTURE = new Set([
  'generic',
  'group',
  'list',
  'listitem',
  'row',
  'rowgroup',
  'none',
  'paragraph',
  'table',
]);

function withoutEmptyStructure(lines: readonly Line[]): Line[] {
  const lifted: number[] = [];
  return lines.flatMap(line => {
    while (lifted.length > 0 && (lifted.at(-1) ?? 0) >= line.depth) lifted.pop();
    const depth = line.depth - lifted.length;
    if (saysNothing(line)) {
      lifted.push(line.depth);
      return [];
    }
    return [{ ...line, depth }];
  });
}

const saysNothing = ({ ref, role, name, states, value }: Line): boolean =>
  STRUCTURE.has(role) && !ref.startsWith('@c') && name === '' && states === '' && !value;

function upTo(depth: number, lines: readonly Line[]): Line[] {
  const heard = heardLines(lines);
  return lines.filter((line, index) => line.depth <= depth || heard.has(index));
}

/** What must not be missed: alerts and live regions with what they say. */
export function heardLines(lines: readonly Line[]): ReadonlySet<number> {
  const heard = new Set<number>();
  let region = Infinity;
  lines.forEach(({ depth, role }, index) => {
    if (depth <= region) region = LIVE_ROLES.has(role) || role === 'alertdialog' ? depth : Infinity;
    if (region !== Infinity) heard.add(index);
  });
  return heard;
}
