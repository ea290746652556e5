import { type Rect, gapBetween } from './rect.ts';

/** Channels from 0 to 255. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

export interface Rgba extends Rgb {
  /** From 0, not to be seen, to 1. */
  readonly a: number;
}

const BLACK: Rgb = { r: 0, g: 0, b: 0 };
const WHITE: Rgb = { r: 255, g: 255, b: 255 };

/** Of middle luminance, so that each stands out from light and from dark pages and carries white text. */
export const PALETTE: readonly Rgba[] = [
  { r: 214, g: 0, b: 60, a: 1 },
  { r: 0, g: 98, b: 214, a: 1 },
  { r: 10, g: 125, b: 51, a: 1 },
  { r: 138, g: 43, b: 226, a: 1 },
  { r: 176, g: 84, b: 0, a: 1 },
  { r: 0, g: 120, b: 138, a: 1 },
  { r: 194, g: 24, b: 143, a: 1 },
  { r: 98, g: 110, b: 0, a: 1 },
];

/** One hash, one keyword or one function; Bun itself passes over whatever follows a colour. */
const ONE_COLOR = /^(?:#[\da-f]+|[a-z]+|[a-z-]+\((?:[^()]|\([^()]*\))*\))$/u;

/**
 * Reads one CSS colour, in any notation that Bun can turn into sRGB. Answers nothing for anything else,
 * and for a colour that nobody can see.
 */
export function parseColor(text: string): Rgba | undefined {
  const name = text.trim().toLowerCase();
  if (!ONE_COLOR.test(name)) return undefined;
  const color: unknown = Bun.color(name, '{rgba}');
  // Bun answers with text for colours that depend on a page, such as `currentColor`.
  return isRgba(color) && color.a > 0 ? color : undefined;
}

const isRgba = (value: unknown): value is Rgba =>
  typeof value === 'object' && value !== null && 'a' in value && typeof value.a === 'number';

/** Black or white, whichever has more contrast to the background. */
export const textColorOn = (background: Rgb): Rgb =>
  contrast(BLACK, background) > contrast(WHITE, background) ? BLACK : WHITE;

/** Contrast ratio of WCAG 2.2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance({ r, g, b }: Rgb): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

function linear(channel: number): number {
  const value = channel / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Boxes that begin in the same or adjoining squares of this side, in px, are neighbours. */
const NEIGHBOURHOOD = 64;
/** How many of the latest boxes of a square count, so that a crowd in one place costs no more than a row. */
const REMEMBERED = 16;

interface Colored {
  readonly box: Rect;
  /** Index into the palette. */
  readonly color: number;
}

/** Gives each box the colour of the palette that is farthest from it so far, in constant time per box. */
export function chooseColors(boxes: readonly Rect[]): Rgba[] {
  const squares = new Map<string, Colored[]>();
  return boxes.map((box, index) => {
    const column = Math.floor(box.left / NEIGHBOURHOOD);
    const row = Math.floor(box.top / NEIGHBOURHOOD);
    const near = AROUND.flatMap(([dx, dy]) => squares.get(`${column + dx},${row + dy}`) ?? []);
    const color = leastNear(box, near, index);
    const here = squares.get(`${column},${row}`) ?? [];
    squares.set(`${column},${row}`, [...here, { box, color }].slice(-REMEMBERED));
    return PALETTE[color] ?? { ...BLACK, a: 1 };
  });
}

const AROUND = [-1, 0, 1].flatMap(dx => [-1, 0, 1].map(dy => [dx, dy] as const));

/** The colour least near; of equals the first from `start` on. */
function leastNear(box: Rect, near: readonly Colored[], start: number): number {
  const nearness = PALETTE.map(() => 0);
  for (const other of near)
    nearness[other.color] =
      (nearness[other.color] ?? 0) + 1 / (1 + gapBetween(box, other.box) ** 2);
  let best = start % PALETTE.length;
  for (let step = 1; step < PALETTE.length; step++) {
    const color = (start + step) % PALETTE.length;
    if ((nearness[color] ?? 0) < (nearness[best] ?? 0)) best = color;
  }
  return best;
}
