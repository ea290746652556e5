import { nodeText } from '#browser/node-text.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';
import type { NodeDetails } from '#page/wire.ts';

import type { Line, Shot } from './shot.ts';

const MAX_INDENT = 40;
const MAX_TEXT = 500;
const MAX_URL = 300;

/** What a line says, without its ref and its depth. */
export function lineContent(
  { role, name, states, value, details }: Line,
  hasBoxes: boolean,
): string {
  if (role === 'text') return quoted(name, MAX_TEXT);
  const marks = details ? detailMarks(details, hasBoxes) : [];
  const description = details?.description;
  return nodeText({
    role,
    name,
    states,
    marks,
    ...(description !== undefined && { description }),
    ...(value !== undefined && { value }),
  });
}

/** Nothing in an address may look like the end of its brackets. */
const delimited = (url: string): string =>
  url.replace(/[\s"[\]]/g, character => encodeURIComponent(character));

/** A line as it is printed: two spaces a level, then the ref, then what it says. */
export function lineText(line: Line, { aspect }: Pick<Shot, 'aspect'>): string {
  const indent = '  '.repeat(Math.min(line.depth, MAX_INDENT));
  const ref = line.ref === '' ? '' : `${line.ref} `;
  return `${indent}${ref}${lineContent(line, aspect.boxes)}`;
}

function detailMarks({ cell, covered, url, box }: NodeDetails, hasBoxes: boolean): string[] {
  return [
    ...(cell ? [`row=${cell[0]}`, `col=${cell[1]}`] : []),
    ...(covered ? ['covered'] : []),
    ...(url === undefined ? [] : [`url=${delimited(plainLine(maskUrl(url), MAX_URL))}`]),
    ...(box && hasBoxes ? [`box=${box.join(',')}`] : []),
  ];
}
