/** Whole pixels of an image; right and bottom are the first pixels outside. */
export interface Rect {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The rectangle of this size whose top left corner is here. */
export const rectAt = (left: number, top: number, { width, height }: Size): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

/** The rectangle with a margin on every side. */
export const grow = (rect: Rect, by: number): Rect => ({
  left: rect.left - by,
  top: rect.top - by,
  right: rect.right + by,
  bottom: rect.bottom + by,
});

/** Whether both share a pixel. */
export const overlaps = (one: Rect, other: Rect): boolean =>
  one.left < other.right &&
  other.left < one.right &&
  one.top < other.bottom &&
  other.top < one.bottom;

/** The distance in px between two rectangles, 0 when they touch. */
export const gapBetween = (one: Rect, other: Rect): number =>
  Math.hypot(
    Math.max(0, one.left - other.right, other.left - one.right),
    Math.max(0, one.top - other.bottom, other.top - one.bottom),
  );

/** The part of a rectangle that lies in another; its sides cross when there is none. */
export const intersect = (one: Rect, other: Rect): Rect => ({
  left: Math.max(one.left, other.left),
  top: Math.max(one.top, other.top),
  right: Math.min(one.right, other.right),
  bottom: Math.min(one.bottom, other.bottom),
});

/** Pixels inside, 0 when the sides cross. */
export const areaOf = ({ left, top, right, bottom }: Rect): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

/** The number closest to a value within bounds; the lower bound wins when they cross. */
export const clamp = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(value, high));
