import type { Refs } from '#browser/refs.ts';
import { plainLine } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

import { lineText } from './line-text.ts';
import { Printout } from './printout.ts';
import { heardLines } from './shape.ts';
import type { Shot } from './shot.ts';

/** The capture as text: its lines, then where this is, what was left out, and the command that shows it. */
export function printShot(refs: Refs, shot: Shot, note?: string): Printout {
  const { lines } = shot;
  const isEmpty = lines.length === 0;
  return new Printout(refs, {
    url: shot.url,
    toldAt: index => lines[index],
    count: isEmpty ? 1 : lines.length,
    lineAt: index => {
      const line = lines[index];
      return line ? lineText(line, shot) : '(nothing to show)';
    },
    heard: () => heardLines(lines),
    footer: rest =>
      footer(shot, [...(note === undefined ? [] : [note]), ...moreLines(rest), ...leftOut(shot)]),
  });
}

/** How to see the lines that the budget left for later. */
export const moreLines = (rest: number): string[] =>
  rest > 0 ? [`${counted(rest, 'more line')}: \`browse snapshot --more\``] : [];

/** Where a capture was taken, and remarks on it. */
export function footer(
  { url, title, isCut, isModal, silentFrames }: Shot,
  remarks: readonly string[],
): string[] {
  const all = [
    ...(isCut ? ['the page was too large to be read to its end in time'] : []),
    ...(isModal ? ['a dialog is open; the page behind it is left out'] : []),
    ...(silentFrames > 0 ? [`${counted(silentFrames, 'frame')} did not answer`] : []),
    ...remarks,
  ];
  return [
    '',
    `${plainLine(maskUrl(url), 200)} · ${plainLine(title, 100)}`,
    ...(all.length > 0 ? [all.join(' · ')] : []),
  ];
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? '' : 's'}`;

function leftOut({ omitted: { texts, elements, clickables, outside } }: Shot): string[] {
  return [
    ...(texts + elements > 0
      ? [
          `left out ${counted(texts, 'text')} and ${counted(elements, 'other element')}: \`browse snapshot\` or \`browse text\``,
        ]
      : []),
    ...(clickables > 0
      ? [`left out ${counted(clickables, 'element')} without a role that can be clicked: add -C`]
      : []),
    ...(outside > 0
      ? [`left out ${counted(outside, 'element')} outside the viewport: scroll, or drop --viewport`]
      : []),
  ];
}
