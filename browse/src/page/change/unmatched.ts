import { collapse } from '#page/one-line.ts';

/** Words of each side that are aligned; the time grows with their product. */
const MAX_WORDS = 1000;

/**
 * Of each line, the words that have no counterpart in the other lines. The words are aligned across the ends of lines by
 * a longest common subsequence.
 */
export function unmatched(lines: readonly string[], others: readonly string[]): string[] {
  const words = wordsOf(lines);
  const isMatched = align(words, wordsOf(others));
  const rests = Array.from(lines, (): string[] => []);
  for (const [at, { raw, line }] of words.entries()) rests[line]?.push(isMatched[at] ? ' ' : raw);
  return rests.map(rest => collapse(rest.join('')));
}

interface Word {
  readonly text: string;
  /** As it stands in its line, with the space behind it. */
  readonly raw: string;
  readonly line: number;
}

/** Two elements side by side have no space between their texts: `FileEdit`. */
const WORD_STARTS = /(?<=\s)|(?<=\p{Ll})(?=\p{Lu})/u;

const wordsOf = (lines: readonly string[]): Word[] =>
  lines.flatMap((each, line) =>
    each.split(WORD_STARTS).map(raw => ({ text: raw.trimEnd(), raw, line })),
  );

/** Whether each word of the left has a counterpart; what lies beyond the bound has none. */
function align(left: readonly Word[], right: readonly Word[]): readonly boolean[] {
  const [head, tail] = commonEnds(left, right);
  const isMatched = left.map((_, at) => at < head || at >= left.length - tail);
  const height = Math.min(left.length - head - tail, MAX_WORDS);
  const width = Math.min(right.length - head - tail, MAX_WORDS);
  const isSame = (row: number, column: number): boolean =>
    left[head + row]?.text === right[head + column]?.text;
  const lengths = commonLengths(height, width, isSame);
  const at = (row: number, column: number): number => lengths[row * (width + 1) + column] ?? 0;
  let [row, column] = [0, 0];
  while (row < height && column < width)
    if (isSame(row, column)) {
      isMatched[head + row++] = true;
      column++;
    } else if (at(row + 1, column) >= at(row, column + 1)) row++;
    else column++;
  return isMatched;
}

/** How many words are the same from the start, and of the others from the end. */
function commonEnds(left: readonly Word[], right: readonly Word[]): [number, number] {
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head]?.text === right[head]?.text) head++;
  let tail = 0;
  while (tail < shorter - head && left.at(-1 - tail)?.text === right.at(-1 - tail)?.text) tail++;
  return [head, tail];
}

/** The length of the longest common subsequence from each pair of places to the ends, row by row. */
function commonLengths(
  height: number,
  width: number,
  isSame: (row: number, column: number) => boolean,
): Uint16Array {
  const lengths = new Uint16Array((height + 1) * (width + 1));
  for (let row = height - 1; row >= 0; row--)
    for (let column = width - 1; column >= 0; column--) {
      const here = row * (width + 1) + column;
      const below = here + width + 1;
      lengths[here] = isSame(row, column)
        ? (lengths[below + 1] ?? 0) + 1
        : Math.max(lengths[below] ?? 0, lengths[here + 1] ?? 0);
    }
  return lengths;
}
