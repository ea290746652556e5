import { type Rgba, chooseColors } from './colors.ts';
import { drawLeader, drawOutline, drawTag, OUTLINE, tagSize } from './draw.ts';
import { placeTags } from './place.ts';
import { decodePng, encodePng } from './png.ts';
import { type Rect, type Size, areaOf, intersect } from './rect.ts';

/** An element to point out in a screenshot. */
export interface Mark {
  /** What its tag says; the font knows digits, small letters, `@` and `-`. */
  readonly label: string;
  /** In CSS px from the top left corner of the image before scaling. */
  readonly box: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  /** A colour of the palette where absent. */
  readonly color?: Rgba | undefined;
}

export interface AnnotateOptions {
  /** Px of the image per CSS px. */
  readonly scale: number;
}

export interface Annotated {
  /** PNG of the same size. */
  readonly bytes: Buffer;
  /** How many boxes are outlined, with or without a label. */
  readonly drawn: number;
  /** Labels of the boxes that are outlined but found no room for a label. */
  readonly unlabelled: readonly string[];
  /** Labels of the marks that are not drawn, as no part of their box lies in the image. */
  readonly outside: readonly string[];
}

interface Boxed {
  readonly mark: Mark;
  readonly box: Rect;
}

/**
 * Draws the outline and the label of every mark on a screenshot. The parts of a box beyond the image are cut
 * off, so that its outline stays closed; no label covers another. The same input gives the same picture.
 * @throws BrowseError `failed` when the PNG is broken, of another kind than Chromium writes, or over 60 megapixels
 */
export async function annotate(
  png: Uint8Array,
  marks: readonly Mark[],
  { scale }: AnnotateOptions,
): Promise<Annotated> {
  const raster = await decodePng(png);
  const boxed: Boxed[] = [];
  const outside: string[] = [];
  for (const mark of marks) {
    const box = boxInImage(mark.box, scale, raster);
    if (box) boxed.push({ mark, box });
    else outside.push(mark.label);
  }
  const palette = chooseColors(boxed.map(({ box }) => box));
  const places = placeTags(
    raster,
    boxed.map(({ mark, box }) => ({ box, tag: tagSize(mark.label) })),
  );
  const marked = boxed.map(({ mark, box }, index) => ({
    label: mark.label,
    box,
    color: mark.color ?? palette[index] ?? BLACK,
    place: places[index],
  }));

  for (const { box, color } of marked) drawOutline(raster, box, color);
  for (const { box, color, place } of marked)
    if (place?.distant) drawLeader(raster, place.tag, box, color);
  for (const { label, color, place } of marked) if (place) drawTag(raster, place.tag, label, color);

  return {
    bytes: await encodePng(raster),
    drawn: marked.length,
    unlabelled: marked.filter(({ place }) => !place).map(({ label }) => label),
    outside,
  };
}

const BLACK: Rgba = { r: 0, g: 0, b: 0, a: 1 };

/** The visible part of a box in px of the image, never thinner than its outline; nothing when there is none. */
function boxInImage(
  { x, y, width, height }: Mark['box'],
  scale: number,
  image: Size,
): Rect | undefined {
  const edges = [x * scale, y * scale, (x + width) * scale, (y + height) * scale];
  const [left = 0, top = 0, right = 0, bottom = 0] = edges.map(edge => Math.round(edge));
  if (!edges.every(edge => Number.isFinite(edge)) || right < left || bottom < top) return undefined;
  const frame = { left: 0, top: 0, right: image.width, bottom: image.height };
  const seen = intersect(thicken({ left, top, right, bottom }), frame);
  return areaOf(seen) > 0 ? seen : undefined;
}

const thicken = ({ left, top, right, bottom }: Rect): Rect => ({
  left,
  top,
  right: Math.max(right, left + OUTLINE),
  bottom: Math.max(bottom, top + OUTLINE),
});
