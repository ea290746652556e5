import { type Rgba, textColorOn } from './colors.ts';
import { GLYPH, GLYPHS, UNKNOWN_GLYPH } from './font.ts';
import type { Raster } from './png.ts';
import { type Rect, type Size, clamp, rectAt } from './rect.ts';

/** Every dimension of a tag, in px of the image. */
export const TAG = { glyphScale: 2, padding: 2, letterSpacing: 2 } as const;
/** Width of the outline of a box, in px of the image. */
export const OUTLINE = 2;

const ADVANCE = GLYPH.width * TAG.glyphScale + TAG.letterSpacing;

/** The size of the tag that holds a label, in px. */
export const tagSize = (label: string): Size => ({
  width: Array.from(label).length * ADVANCE - TAG.letterSpacing + 2 * TAG.padding,
  height: GLYPH.height * TAG.glyphScale + 2 * TAG.padding,
});

/** Fills a rectangle, clipped to the image; a translucent colour is laid over what is there. */
function fillRect(raster: Raster, rect: Rect, color: Rgba): void {
  const left = clamp(rect.left, 0, raster.width);
  const right = clamp(rect.right, 0, raster.width);
  const bottom = clamp(rect.bottom, 0, raster.height);
  for (let y = clamp(rect.top, 0, raster.height); y < bottom; y++)
    for (let x = left; x < right; x++) blend(raster, x, y, color);
}

function blend({ data, stride, channels }: Raster, x: number, y: number, color: Rgba): void {
  const at = y * stride + 1 + x * channels;
  const { a } = color;
  data[at] = mix(data[at] ?? 0, color.r, a);
  data[at + 1] = mix(data[at + 1] ?? 0, color.g, a);
  data[at + 2] = mix(data[at + 2] ?? 0, color.b, a);
  if (channels === 4) data[at + 3] = mix(data[at + 3] ?? 0, 255, a);
}

const mix = (below: number, above: number, alpha: number): number =>
  alpha === 1 ? above : Math.round(below + (above - below) * alpha);

/** Draws the outline along the inner side of a box, each pixel once. */
export function drawOutline(raster: Raster, box: Rect, color: Rgba): void {
  const { left, right, top, bottom } = box;
  const innerTop = Math.min(top + OUTLINE, bottom);
  const innerBottom = Math.max(bottom - OUTLINE, innerTop);
  const innerLeft = Math.min(left + OUTLINE, right);
  const innerRight = Math.max(right - OUTLINE, innerLeft);
  fillRect(raster, { left, right, top, bottom: innerTop }, color);
  fillRect(raster, { left, right, top: innerBottom, bottom }, color);
  fillRect(raster, { left, right: innerLeft, top: innerTop, bottom: innerBottom }, color);
  fillRect(raster, { left: innerRight, right, top: innerTop, bottom: innerBottom }, color);
}

/** Draws a line, 1 px wide, between the two places where a tag and its box come closest. */
export function drawLeader(raster: Raster, tag: Rect, box: Rect, color: Rgba): void {
  const [fromX, toX] = closest(tag.left, tag.right, box.left, box.right);
  const [fromY, toY] = closest(tag.top, tag.bottom, box.top, box.bottom);
  const steps = Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY), 1);
  for (let step = 0; step <= steps; step++) {
    const left = Math.round(fromX + ((toX - fromX) * step) / steps);
    const top = Math.round(fromY + ((toY - fromY) * step) / steps);
    fillRect(raster, { left, top, right: left + 1, bottom: top + 1 }, color);
  }
}

/** One pixel of each of two spans, as near to each other as can be. */
function closest(low: number, high: number, otherLow: number, otherHigh: number): [number, number] {
  if (high <= otherLow) return [high - 1, otherLow];
  if (otherHigh <= low) return [low, otherHigh - 1];
  const shared = Math.floor((Math.max(low, otherLow) + Math.min(high, otherHigh) - 1) / 2);
  return [shared, shared];
}

/** Draws a filled tag with its label in black or white; a tag is opaque even where its colour is not. */
export function drawTag(raster: Raster, tag: Rect, label: string, color: Rgba): void {
  fillRect(raster, tag, { ...color, a: 1 });
  const ink = { ...textColorOn(color), a: 1 };
  const top = tag.top + TAG.padding;
  for (const [index, character] of Array.from(label).entries())
    for (const dot of dotsOf(character, tag.left + TAG.padding + index * ADVANCE, top))
      fillRect(raster, dot, ink);
}

/** The squares that make up a glyph whose top left corner is here. */
function dotsOf(character: string, left: number, top: number): Rect[] {
  const scale = TAG.glyphScale;
  const side = { width: scale, height: scale };
  return (GLYPHS.get(character) ?? UNKNOWN_GLYPH).flatMap((bits, row) =>
    COLUMNS.filter(column => ((bits >> (GLYPH.width - 1 - column)) & 1) === 1).map(column =>
      rectAt(left + column * scale, top + row * scale, side),
    ),
  );
}

const COLUMNS = Array.from({ length: GLYPH.width }, (_, column) => column);
