/** Optimal string alignment distance: insert, delete, replace and swap of neighbours cost one each. */
export function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const isSwap = row > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      const swapped = isSwap ? at(beforeLast, column - 2) + 1 : Infinity;
      current.push(Math.min(at(last, column) + 1, at(current, column - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;

/** The known word nearest to what was typed, at most two edits away. */
export function suggest(typed: string, known: Iterable<string>): string | undefined {
  let nearest: string | undefined;
  let distance = Math.min(3, typed.length);
  for (const word of known) {
    const edits = editDistance(typed.toLowerCase(), word.toLowerCase());
    if (edits < distance) [nearest, distance] = [word, edits];
  }
  return nearest;
}
