import { withoutFigures } from './calm.ts';
import { collapse, oneLine } from '#page/one-line.ts';

const MAX_LINES = 5;
const MAX_LINE = 120;
const MAX_COMPARED = 400;

export interface TextDiff {
  /** Lines that appeared, said by nothing in `said`. */
  readonly appeared: readonly string[];
  /** Text came, went or moved that nothing in `said` accounts for. */
  readonly isUnaccounted: boolean;
}

/**
 * Compares the text of a page by its lines, leaving out what other findings say already, and lines in which a text of
 * `counting` stands and only figures differ.
 */
export function diffText(
  before: string,
  after: string,
  { said, counting }: { readonly said: readonly string[]; readonly counting: readonly string[] },
): TextDiff {
  if (before === after) return { appeared: [], isUnaccounted: false };
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
  const differing = [...counts].filter(([, balance]) => balance !== 0).slice(0, MAX_COMPARED);
  const changed = withoutCounting(differing, counting);
  if (differing.length > 0 && changed.length === 0) return { appeared: [], isUnaccounted: false };
  if (changed.length === 0) return { appeared: [], isUnaccounted: isReordered(before, after) };
  const known = said.filter(text => text !== '').toSorted((a, b) => b.length - a.length);
  const lost = new Set<string>();
  for (const [line, balance] of changed) if (balance < 0) lost.add(residue(line, known));
  const kept = new Set<string>();
  const appeared: string[] = [];
  for (const [line, balance] of changed) {
    const rest = balance > 0 ? residue(line, known) : '';
    if (lost.has(rest)) kept.add(rest);
    else if (rest !== '') appeared.push(oneLine(line, MAX_LINE));
  }
  const isLost = [...lost].some(rest => rest !== '' && !kept.has(rest));
  return { appeared: appeared.slice(0, MAX_LINES), isUnaccounted: isLost || appeared.length > 0 };
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

type Balance = readonly [line: string, balance: number];

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

const isReordered = (before: string, after: string): boolean =>
  collapse(before) !== collapse(after);

/** What a line says beyond the known texts, which may be pieces of it or hold it whole. */
function residue(line: string, known: readonly string[]): string {
  let rest = line;
  for (const text of known) {
    if (text.includes(rest)) return '';
    rest = rest.replaceAll(text, ' ').trim();
    if (rest === '') return '';
  }
  return rest.replace(/\s+/g, '');
}
