import type { Refs } from '#browser/refs.ts';
import { plainLine, quoted } from '#core/plain-line.ts';

import { withAncestors } from './ancestors.ts';
import { lineText } from './line-text.ts';
import { Printout } from './printout.ts';
import { footer, moreLines } from './render.ts';
import type { Line, Shot } from './shot.ts';
import type { Sought } from './sought.ts';

/** The lines of a capture whose name or value matches. */
export const findLines = (shot: Shot, { matches, role }: Sought): Line[] =>
  shot.lines.filter(
    line =>
      (role === undefined || line.role === role) &&
      [line.name, line.value].some(text => text !== undefined && matches(text)),
  );

const LISTED_REFS = 20;

/** What was sought in a capture, and the lines that say it. */
export interface Finding {
  readonly shot: Shot;
  readonly found: readonly Line[];
  readonly sought: Sought;
}

/** The lines found, each below the lines it stands in. */
export function printFound(refs: Refs, { shot, found, sought }: Finding): Printout {
  const isFound = new Set(found);
  const shown = withAncestors(
    shot.lines,
    line => line.depth,
    line => isFound.has(line),
  );
  const listed = found.map(({ ref }) => ref).filter(ref => ref !== '');
  return new Printout(refs, {
    url: shot.url,
    toldAt: index => shown[index],
    count: shown.length,
    lineAt: index => {
      const line = shown[index];
      return line ? lineText(line, shot) : '';
    },
    heard: () => [],
    footer: rest => footer(shot, [foundText(found.length, listed, sought), ...moreLines(rest)]),
  });
}

function foundText(count: number, refs: readonly string[], { typed, role }: Sought): string {
  const listed = refs.slice(0, LISTED_REFS).join(' ');
  const more = refs.length > LISTED_REFS ? ` and ${refs.length - LISTED_REFS} more` : '';
  const where = refs.length === 0 ? '' : `: ${listed}${more}`;
  const asRole = role === undefined ? '' : ` as ${plainLine(role, 40)}`;
  return `${count} ${count === 1 ? 'match' : 'matches'} of ${quoted(typed, 80)}${asRole}${where}`;
}
