import { type Rect, type Size, areaOf, clamp, intersect } from './rect.ts';

/** Side of the squares in which coverage is counted, in px. */
const CELL = 4;

/** How much of a set of boxes a rectangle would hide; a summed-area table, so that each question costs the same. */
export class Coverage {
  readonly #columns: number;
  readonly #rows: number;
  /** At (column, row): cells of boxes above and left of that corner. One column and row wider than the grid. */
  readonly #sums: Float64Array;

  constructor(image: Size, boxes: readonly Rect[]) {
    this.#columns = Math.ceil(image.width / CELL);
    this.#rows = Math.ceil(image.height / CELL);
    const width = this.#columns + 1;
    const sums = new Float64Array(width * (this.#rows + 1));
    const add = (column: number, row: number, by: number) => {
      const at = row * width + column;
      sums[at] = (sums[at] ?? 0) + by;
    };
    for (const box of boxes) {
      const { left, top, right, bottom } = this.#cells(box);
      add(left, top, 1);
      add(right, top, -1);
      add(left, bottom, -1);
      add(right, bottom, 1);
    }
    // Once over the corners gives the boxes on each cell, once more their sum from the origin.
    accumulate(sums, width);
    this.#sums = shift(sums, width);
    accumulate(this.#sums, width);
  }

  /** Pixels of the boxes other than `own` that lie under a rectangle, each box counted by itself. */
  ofOthers(rect: Rect, own: Rect): number {
    const cells = this.#cells(rect);
    const all =
      this.#sum(cells.right, cells.bottom) -
      this.#sum(cells.left, cells.bottom) -
      this.#sum(cells.right, cells.top) +
      this.#sum(cells.left, cells.top);
    return (all - areaOf(intersect(cells, this.#cells(own)))) * CELL * CELL;
  }

  #sum(column: number, row: number): number {
    return this.#sums[row * (this.#columns + 1) + column] ?? 0;
  }

  #cells({ left, top, right, bottom }: Rect): Rect {
    return {
      left: clamp(Math.floor(left / CELL), 0, this.#columns),
      top: clamp(Math.floor(top / CELL), 0, this.#rows),
      right: clamp(Math.ceil(right / CELL), 0, this.#columns),
      bottom: clamp(Math.ceil(bottom / CELL), 0, this.#rows),
    };
  }
}

/** Turns each entry into the sum of all entries above and left of it, itself included. */
function accumulate(sums: Float64Array, width: number): void {
  for (let at = 0; at < sums.length; at++) {
    const left = at % width === 0 ? 0 : (sums[at - 1] ?? 0);
    const above = sums[at - width] ?? 0;
    const aboveLeft = at % width === 0 ? 0 : (sums[at - width - 1] ?? 0);
    sums[at] = (sums[at] ?? 0) + left + above - aboveLeft;
  }
}

/** Moves every entry one to the right and one down, so that the first row and column are zero. */
function shift(counts: Float64Array, width: number): Float64Array {
  const shifted = new Float64Array(counts.length);
  for (let at = width; at < counts.length; at++)
    if (at % width !== 0) shifted[at] = counts[at - width - 1] ?? 0;
  return shifted;
}
