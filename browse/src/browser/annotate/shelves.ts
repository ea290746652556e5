import { type Rect, type Size, clamp } from './rect.ts';

interface Segment {
  readonly from: number;
  readonly to: number;
}

/**
 * The image as rows of the height of a tag, each the list of what is free in it. Crowded rows are short
 * lists, as a segment narrower than any tag is dropped.
 */
export class Shelves {
  readonly count: number;
  readonly #rows: Segment[][];
  readonly #pitch: number;
  readonly #height: number;
  readonly #gap: number;
  readonly #narrowest: number;

  /** `tag` is the size of the smallest tag; every tag is as high as it. */
  constructor(image: Size, tag: Size, gap: number) {
    this.#height = tag.height;
    this.#pitch = tag.height + gap;
    this.#gap = gap;
    this.#narrowest = tag.width;
    this.count = Math.max(0, Math.floor((image.height + gap) / this.#pitch));
    this.#rows = Array.from({ length: this.count }, () => [{ from: 0, to: image.width }]);
  }

  /** The top edge of a row. */
  topOf(row: number): number {
    return row * this.#pitch;
  }

  /** The row whose top edge is closest to a height. */
  closestTo(top: number): number {
    return clamp(Math.round(top / this.#pitch), 0, this.count - 1);
  }

  /** The left edge closest to `home` at which a width is free in a row. */
  nearest(row: number, home: number, width: number): number | undefined {
    let best: number | undefined;
    for (const { from, to } of this.#rows[row] ?? []) {
      if (to - from < width) continue;
      const left = clamp(home, from, to - width);
      if (best === undefined || Math.abs(left - home) < Math.abs(best - home)) best = left;
    }
    return best;
  }

  /** Takes the place of a tag, and the gap around it, out of the rows it lies in. */
  block(tag: Rect): void {
    const [top, bottom] = [tag.top - this.#gap, tag.bottom + this.#gap];
    const first = Math.max(0, Math.floor((top - this.#height) / this.#pitch) + 1);
    for (let row = first; row < this.count && this.topOf(row) < bottom; row++)
      this.#rows[row] = this.#without(row, tag.left - this.#gap, tag.right + this.#gap);
  }

  #without(row: number, from: number, to: number): Segment[] {
    return (this.#rows[row] ?? []).flatMap(free =>
      to <= free.from || free.to <= from
        ? [free]
        : [
            { from: free.from, to: from },
            { from: to, to: free.to },
          ].filter(rest => rest.to - rest.from >= this.#narrowest),
    );
  }
}
