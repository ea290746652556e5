import { type Rect, overlaps } from './rect.ts';

/** Side of the squares by which tags are found, in px: about the size of a tag. */
const CELL = 32;

/** The tags placed so far. As they never overlap, a square touches few, and looking one up takes constant time. */
export class PlacedTags {
  readonly #cells: Rect[][] = [];
  readonly #columns: number;

  constructor(imageWidth: number) {
    this.#columns = Math.ceil(imageWidth / CELL) + 2;
  }

  /** A placed tag that shares a pixel with a rectangle. */
  blocking(rect: Rect): Rect | undefined {
    const [lastRow, lastColumn] = [cellOf(rect.bottom - 1), cellOf(rect.right - 1)];
    for (let row = cellOf(rect.top); row <= lastRow; row++)
      for (let column = cellOf(rect.left); column <= lastColumn; column++)
        for (const tag of this.#cells[row * this.#columns + column] ?? NONE)
          if (overlaps(tag, rect)) return tag;
    return undefined;
  }

  add(tag: Rect): void {
    const [lastRow, lastColumn] = [cellOf(tag.bottom - 1), cellOf(tag.right - 1)];
    for (let row = cellOf(tag.top); row <= lastRow; row++)
      for (let column = cellOf(tag.left); column <= lastColumn; column++) {
        const cell = row * this.#columns + column;
        (this.#cells[cell] ??= []).push(tag);
      }
  }
}

const NONE: readonly Rect[] = [];

const cellOf = (at: number): number => Math.floor(at / CELL);
