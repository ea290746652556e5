import { describe, expect, test } from 'bun:test';

import { type Annotated, type Mark, annotate } from '#browser/annotate/annotate.ts';
import { PALETTE, parseColor } from '#browser/annotate/colors.ts';
import { TAG, tagSize } from '#browser/annotate/draw.ts';
import { GLYPH, GLYPHS } from '#browser/annotate/font.ts';
import { placeTags } from '#browser/annotate/place.ts';
import { type Raster, decodePng, encodePng } from '#browser/annotate/png.ts';
import type { Rect } from '#browser/annotate/rect.ts';
import { BrowseError } from '#core/errors.ts';

const GREY = [200, 200, 200];
const RED = parseColor('red');

describe('annotate', () => {
  test('outlines a box two pixels thick, inside it, and leaves all else alone', async () => {
    const { raster } = await draw([mark('e1', [100, 100, 60, 30], RED)]);

    for (const [x, y] of [
      [100, 100],
      [101, 101],
      [159, 129],
      [158, 128],
      [130, 101],
      [130, 128],
      [101, 115],
      [158, 115],
    ] as const)
      expect(pixel(raster, x, y)).toEqual([255, 0, 0]);
    for (const [x, y] of [
      [99, 115],
      [160, 115],
      [130, 130],
      [102, 102],
      [157, 127],
      [130, 115],
      [140, 99],
    ] as const)
      expect(pixel(raster, x, y)).toEqual(GREY);
  });

  test('writes the label above the box, readable', async () => {
    const { raster } = await draw([mark('e12', [100, 100, 60, 30], RED)]);
    const { width, height } = tagSize('e12');
    expect(pixel(raster, 100, 100 - height)).toEqual([255, 0, 0]);
    expect(pixel(raster, 100 + width, 100 - height)).toEqual(GREY);
    expect(readTag(raster, { left: 100, top: 100 - height, right: 100 + width, bottom: 100 })).toBe(
      'e12',
    );
  });

  test('has a glyph of its own for every character of a ref', () => {
    const characters = '0123456789abcdefghijklmnopqrstuvwxyz@-';
    expect([...GLYPHS.keys()].join('')).toBe(characters);
    expect(new Set([...GLYPHS.values()].map(rows => rows.join())).size).toBe(characters.length);
    for (const rows of GLYPHS.values()) {
      expect(rows).toHaveLength(GLYPH.height);
      expect(rows.every(row => row >= 0 && row < 32)).toBe(true);
    }
  });

  test.each([
    ['a table', tableOf(200, 10, 40, 10)],
    ['a crowd', Array.from({ length: 300 }, (_, i) => mark(`@c${i}`, [400, 300, 50, 20]))],
    ['links', tableOf(120, 6, 90, 24)],
  ])('every label of %s can be read back', async (_, marks) => {
    const image = { width: 1280, height: 720 };
    const { raster, unlabelled } = await draw(marks, image);
    const places = placeTags(
      image,
      marks.map(({ label, box }) => ({ box: rectOf(box), tag: tagSize(label) })),
    );

    const read = places.map(place => place && readTag(raster, place.tag));

    expect(unlabelled).toEqual([]);
    expect(read).toEqual(marks.map(({ label }) => label));
  });

  test('multiplies boxes by the scale', async () => {
    const { raster } = await draw([mark('e1', [200, 200, 100, 60], RED)], SMALL, 0.5);
    expect(pixel(raster, 100, 100)).toEqual([255, 0, 0]);
    expect(pixel(raster, 149, 129)).toEqual([255, 0, 0]);
    expect(pixel(raster, 150, 130)).toEqual(GREY);
  });

  test('closes the outline of a box that reaches beyond the image', async () => {
    const { raster, drawn } = await draw([mark('e1', [-50, 40, 1e9, 1e300], RED)]);
    expect(drawn).toBe(1);
    expect(pixel(raster, 0, 100)).toEqual([255, 0, 0]);
    expect(pixel(raster, 299, 100)).toEqual([255, 0, 0]);
    expect(pixel(raster, 150, 199)).toEqual([255, 0, 0]);
    expect(pixel(raster, 150, 100)).toEqual(GREY);
  });

  test.each([
    ['no width', [50, 50, 0, 20]],
    ['no height', [50, 50, 20, 0]],
    ['no size', [50, 50, 0, 0]],
    ['a fraction of a pixel', [50.2, 50.2, 0.1, 0.1]],
  ] satisfies [string, Box][])('shows where a box with %s is', async (_, box) => {
    const { raster, drawn, outside } = await draw([mark('e1', box, RED)]);
    expect({ drawn, outside }).toEqual({ drawn: 1, outside: [] });
    expect(pixel(raster, 50, 50)).toEqual([255, 0, 0]);
    expect(pixel(raster, 51, 51)).toEqual([255, 0, 0]);
  });

  test.each([
    ['left of the image', [-30, 50, 30, 20]],
    ['above it', [50, -20, 30, 20]],
    ['right of it', [300, 50, 30, 20]],
    ['below it', [50, 200, 30, 20]],
    ['nowhere', [Number.NaN, 50, 30, 20]],
    ['of unknown width', [50, 50, Number.NaN, 20]],
    ['at infinity', [Number.POSITIVE_INFINITY, 50, 30, 20]],
    ['of negative width', [50, 50, -30, 20]],
    ['of negative height', [50, 50, 30, -20]],
  ] satisfies [string, Box][])('lists a box %s and does not draw it', async (_, box) => {
    const result = await draw([mark('e7', box)]);
    expect(result).toMatchObject({ drawn: 0, outside: ['e7'], unlabelled: [] });
    expect(result.raster.data.equals(blank(SMALL).data)).toBe(true);
  });

  test('counts the boxes whose label has no room, and outlines them', async () => {
    const { drawn, unlabelled, raster } = await draw(
      [mark('e1', [2, 2, 10, 8], RED), mark('e2', [2, 2, 10, 8], RED)],
      { width: 30, height: 20 },
    );
    expect({ drawn, unlabelled }).toEqual({ drawn: 2, unlabelled: ['e2'] });
    expect(pixel(raster, 1, 19)).toEqual(GREY);
  });

  test('takes its colours from the palette, and another for the neighbour', async () => {
    const { raster } = await draw([mark('e1', [50, 50, 40, 20]), mark('e2', [90, 50, 40, 20])]);
    const palette = PALETTE.map(({ r, g, b }) => [r, g, b].join());
    const [one, other] = [pixel(raster, 50, 69).join(), pixel(raster, 129, 69).join()];
    expect(palette).toContain(one);
    expect(palette).toContain(other);
    expect(one).not.toBe(other);
  });

  test('lays a translucent colour over the page once, and keeps its tag opaque', async () => {
    const { raster } = await draw([mark('e1', [100, 100, 60, 30], { r: 0, g: 0, b: 0, a: 0.5 })]);
    for (const [x, y] of [
      [100, 100],
      [130, 100],
      [100, 115],
      [159, 129],
    ] as const)
      expect(pixel(raster, x, y)).toEqual([100, 100, 100]);
    expect(pixel(raster, 100, 99)).toEqual([0, 0, 0]);
  });

  test('draws on a transparent screenshot', async () => {
    const stride = 1 + 300 * 4;
    const clear: Raster = {
      ...blank(SMALL),
      channels: 4,
      stride,
      data: Buffer.alloc(stride * 200),
    };
    const { bytes } = await annotate(
      await encodePng(clear),
      [mark('e1', [100, 100, 60, 30], RED)],
      {
        scale: 1,
      },
    );
    const raster = await decodePng(bytes);
    expect(pixel(raster, 100, 100)).toEqual([255, 0, 0, 255]);
    expect(pixel(raster, 130, 115)).toEqual([0, 0, 0, 0]);
  });

  test('joins a distant label to its box by a line', async () => {
    const taken = Array.from({ length: 12 }, (_, i) => mark(`e${i}`, [140, 90, 12, 12], RED));
    const { raster } = await draw(taken);
    const places = placeTags(
      SMALL,
      taken.map(({ label, box }) => ({ box: rectOf(box), tag: tagSize(label) })),
    );
    const above = places.find(
      place => place?.distant && place.tag.bottom < 90 && place.tag.left === 140,
    );
    expect(above).toBeDefined();
    const bottom = above?.tag.bottom ?? 0;
    const column = Array.from({ length: 12 }, (_, x) => pixel(raster, 140 + x, bottom).join());
    expect(column).toContain('255,0,0');
  });

  test('draws the same picture again', async () => {
    const marks = tableOf(100, 10, 40, 10);
    const [one, other] = [await draw(marks), await draw(marks)];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });

  test('refuses a broken PNG', async () => {
    const png = await encodePng(blank(SMALL));
    const failure = await annotate(png.subarray(0, -30), [], { scale: 1 }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(BrowseError);
    expect(failure).toMatchObject({
      message: 'Cannot draw on the screenshot: its PNG is broken (it ends too early)',
    });
  });
});

const SMALL = { width: 300, height: 200 };

async function draw(
  marks: readonly Mark[],
  size = SMALL,
  scale = 1,
): Promise<Annotated & { raster: Raster & { data: Buffer } }> {
  const drawn = await annotate(await encodePng(blank(size)), marks, { scale });
  const raster = await decodePng(drawn.bytes);
  return { ...drawn, raster: { ...raster, data: Buffer.from(raster.data) } };
}

function blank({ width, height }: { width: number; height: number }): Raster & { data: Buffer } {
  const stride = 1 + width * 3;
  const data = Buffer.alloc(stride * height, 200);
  for (let y = 0; y < height; y++) data.writeUInt8(0, y * stride);
  return { width, height, channels: 3, stride, data, ancillary: [] };
}

type Box = readonly [x: number, y: number, width: number, height: number];

const mark = (label: string, [x, y, width, height]: Box, color?: Mark['color']): Mark => ({
  label,
  box: { x, y, width, height },
  color,
});

function tableOf(count: number, columns: number, width: number, height: number): Mark[] {
  return Array.from({ length: count }, (_, i) =>
    mark(`e${i + 1}`, [
      10 + (i % columns) * width,
      20 + Math.floor(i / columns) * height,
      width,
      height,
    ]),
  );
}

const rectOf = ({ x, y, width, height }: Mark['box']): Rect => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

function pixel({ data, stride, channels }: Raster, x: number, y: number): number[] {
  const at = y * stride + 1 + x * channels;
  return [...data.subarray(at, at + channels)];
}

/** Reads a tag by comparing each character cell with the font; whatever is not exactly a glyph reads as `?`. */
function readTag(raster: Raster, tag: Rect): string {
  const background = pixel(raster, tag.left, tag.top).join();
  const { glyphScale: scale, padding, letterSpacing } = TAG;
  let text = '';
  for (
    let left = tag.left + padding;
    left + padding < tag.right;
    left += GLYPH.width * scale + letterSpacing
  ) {
    const rows = Array.from({ length: GLYPH.height }, (_, row) => {
      let bits = 0;
      for (let column = 0; column < GLYPH.width; column++) {
        const dots = [0, 1].flatMap(dx =>
          [0, 1].map(dy =>
            pixel(raster, left + column * scale + dx, tag.top + padding + row * scale + dy).join(),
          ),
        );
        if (new Set(dots).size > 1) return -1;
        bits = bits * 2 + (dots[0] === background ? 0 : 1);
      }
      return bits;
    });
    text += [...GLYPHS].find(([, glyph]) => glyph.join() === rows.join())?.[0] ?? '?';
  }
  return text;
}
