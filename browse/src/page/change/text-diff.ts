import { withoutFigures } from './calm.ts';
import { collapse, oneLine } from '#page/one-line.ts';
import { unmatched } from './unmatched.ts';

const MAX_LINES = 5;
const MAX_LINE = 120;
const MAX_COMPARED = 400;

export interface TextDiff {
  /** Lines that appeared, said by nothing in `saidNow`. */
  readonly appeared: readonly string[];
  /** Text came, went or moved that nothing else accounts for. */
  readonly isUnaccounted: boolean;
}

/** What else tells of text, so that it is no news. */
export interface Known {
  /** Of what is there now. */
  readonly saidNow: readonly string[];
  /** Of what was there before: it does not account for text that appears. */
  readonly saidBefore: readonly string[];
  /** Texts in which figures change by themselves. */
  readonly counting: readonly string[];
}

const NO_DIFFERENCE: TextDiff = { appeared: [], isUnaccounted: false };

/**
 * Compares the text of a page by its lines and those that differ by their words, because a line is broken and joined
 * anew when something in it comes or goes.
 */
export function diffText(before: string, after: string, known: Known): TextDiff {
  if (before === after) return NO_DIFFERENCE;
  const differing = differingLines(before, after);
  const changed = withoutCounting(differing, known.counting);
  if (differing.length > 0 && changed.length === 0) return NO_DIFFERENCE;
  const isMoved = { appeared: [], isUnaccounted: collapse(before) !== collapse(after) };
  if (changed.length === 0) return isMoved;
  const lost = unsaid(changed, -1, known.saidBefore);
  const gained = unsaid(changed, 1, known.saidNow);
  const isLost = newsAgainst(lost, gained).length > 0;
  const appeared = newsAgainst(gained, lost).map(({ line }) => oneLine(line, MAX_LINE));
  return { appeared: appeared.slice(0, MAX_LINES), isUnaccounted: isLost || appeared.length > 0 };
}

type Balance = readonly [line: string, balance: number];

/** Lines that stand more or less often in one text than in the other, in their order. */
function differingLines(before: string, after: string): Balance[] {
  const counts = new Map<string, number>();
  const count = (text: string, by: number): void => {
    for (const raw of text.split('\n')) {
      const line = collapse(raw);
      if (line !== '') counts.set(line, (counts.get(line) ?? 0) + by);
    }
  };
  const [from, beforeEnd, afterEnd] = differingPart(before, after);
  count(before.slice(from, beforeEnd), -1);
  count(after.slice(from, afterEnd), 1);
  return [...counts].filter(([, balance]) => balance !== 0).slice(0, MAX_COMPARED);
}

/** Where two texts begin to differ, and where in each they end to, at the ends of lines. */
function differingPart(before: string, after: string): [number, number, number] {
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  from = before.lastIndexOf('\n', from - 1) + 1;
  let same = 0;
  while (same < shorter - from && before.at(-1 - same) === after.at(-1 - same)) same++;
  const lineEnd = before.indexOf('\n', before.length - same);
  const kept = lineEnd < 0 ? 0 : before.length - lineEnd;
  return [from, before.length - kept, after.length - kept];
}

function withoutCounting(lines: readonly Balance[], counting: readonly string[]): Balance[] {
  if (counting.length === 0) return [...lines];
  const shapes = new Set(
    lines
      .filter(([line, balance]) => balance > 0 && counting.some(text => isPartOf(text, line)))
      .map(([line]) => withoutFigures(line)),
  );
  return lines.filter(([line]) => !shapes.has(withoutFigures(line)));
}

const isPartOf = (one: string, other: string): boolean =>
  one.includes(other) || other.includes(one);

interface Unsaid {
  readonly line: string;
  /** What it says beyond the known texts, without white space. */
  readonly rest: string;
  readonly known: readonly string[];
}

/** The lines of one side that say more than the known texts, which may be pieces of them or hold them whole. */
function unsaid(lines: readonly Balance[], side: number, said: readonly string[]): Unsaid[] {
  const known = said.filter(text => text !== '').toSorted((a, b) => b.length - a.length);
  return lines
    .filter(([, balance]) => balance * side > 0)
    .map(([line]) => ({ line, rest: residue(line, known), known }))
    .filter(({ rest }) => rest !== '');
}

/** Lines that differ from every line of the other side, also in their words. */
function newsAgainst(lines: readonly Unsaid[], others: readonly Unsaid[]): Unsaid[] {
  const twins = new Set(others.map(({ rest }) => rest));
  const fresh = lines.filter(({ rest }) => !twins.has(rest));
  if (fresh.length === 0) return [];
  const rests = unmatched(
    fresh.map(({ line }) => line),
    others.map(({ line }) => line),
  );
  return fresh.filter(({ known }, at) => residue(rests[at] ?? '', known) !== '');
}

function residue(text: string, known: readonly string[]): string {
  let rest = text;
  for (const each of known) {
    if (rest === '' || holds(each, rest)) return '';
    rest = collapse(without(rest, each));
  }
  return rest.replaceAll(' ', '');
}

const SHORT = 2;

/** A figure or a letter is found in any text: it has to stand there by itself. */
const holds = (text: string, part: string): boolean =>
  part.length > SHORT ? text.includes(part) : text.split(' ').includes(part);

const without = (text: string, part: string): string =>
  part.length > SHORT
    ? text.replaceAll(part, ' ')
    : text
        .split(' ')
        .filter(word => word !== part)
        .join(' ');
