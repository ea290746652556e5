import { describe, expect, test } from 'bun:test';

import { tagSize } from '#browser/annotate/draw.ts';
import { type Wanted, placeTags } from '#browser/annotate/place.ts';
import { type Rect, grow, overlaps } from '#browser/annotate/rect.ts';

const SCREEN = { width: 1280, height: 720 };
const PAGE = { width: 2000, height: 2000 };

const wanted = (boxes: readonly Rect[]): Wanted[] =>
  boxes.map((box, index) => ({ box, tag: tagSize(`e${index + 1}`) }));

const rect = (left: number, top: number, width: number, height: number): Rect => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});

const times = (count: number, box: (index: number) => Rect): Rect[] =>
  Array.from({ length: count }, (_, index) => box(index));

const CROWDS = {
  'a table of 40x10 cells': [
    SCREEN,
    times(400, i => rect(10 + (i % 20) * 40, 20 + Math.floor(i / 20) * 10, 40, 10)),
  ],
  '500 boxes in one place': [SCREEN, times(500, () => rect(600, 300, 80, 30))],
  'boxes nested in each other': [
    SCREEN,
    times(60, i => rect(i * 8, i * 5, 1280 - i * 16, 720 - i * 10)),
  ],
  '2000 boxes in rows': [
    PAGE,
    times(2000, i => rect((i % 40) * 50, Math.floor(i / 40) * 40, 44, 16)),
  ],
  'boxes at every edge': [
    SCREEN,
    [rect(0, 0, 20, 8), rect(1270, 0, 10, 8), rect(0, 712, 9, 8), rect(1278, 718, 2, 2)],
  ],
} as const;

describe.each(Object.entries(CROWDS))('placeTags with %s', (_, [image, boxes]) => {
  const places = placeTags(image, wanted(boxes));
  const tags = places.flatMap(place => (place ? [place.tag] : []));

  test('keeps a pixel between any two tags', () => {
    const pairs = tags.flatMap((tag, i) =>
      tags.slice(i + 1).filter(other => overlaps(grow(tag, 1), other)),
    );
    expect(pairs).toEqual([]);
  });

  test('keeps every tag whole and within the image', () => {
    for (const [index, place] of places.entries()) {
      if (!place) continue;
      const { left, top, right, bottom } = place.tag;
      expect({ width: right - left, height: bottom - top }).toEqual(tagSize(`e${index + 1}`));
      expect(left >= 0 && top >= 0 && right <= image.width && bottom <= image.height).toBe(true);
    }
  });

  test('answers the same again', () => {
    expect(placeTags(image, wanted(boxes))).toEqual(places);
  });
});

describe('placeTags', () => {
  test('leaves nothing without a tag where there is room elsewhere', () => {
    for (const name of ['a table of 40x10 cells', '500 boxes in one place'] as const) {
      const [image, boxes] = CROWDS[name];
      expect(placeTags(image, wanted(boxes)).filter(place => !place)).toEqual([]);
    }
  });

  test('puts a tag above the left corner of a box that stands alone', () => {
    const [place] = placeTags(SCREEN, wanted([rect(100, 100, 80, 24)]));
    expect(place).toEqual({ tag: { left: 100, top: 82, right: 126, bottom: 100 }, distant: false });
  });

  test('hides no other box where one side is free', () => {
    const boxes = times(9, i => rect(300, 100 + i * 24, 200, 24));
    for (const [index, place] of placeTags(SCREEN, wanted(boxes)).entries()) {
      const others = boxes.filter((_, other) => other !== index);
      const hides = others.filter(box => place && overlaps(place.tag, box));
      expect(hides).toEqual([]);
    }
  });

  test('moves away from the box when its sides are taken, and says so', () => {
    const places = placeTags(SCREEN, wanted(times(40, () => rect(600, 300, 80, 30))));
    expect(places.some(place => place?.distant)).toBe(true);
    const farthest = Math.max(...places.map(place => Math.abs((place?.tag.top ?? 9999) - 300)));
    expect(farthest).toBeLessThan(200);
  });

  test('fills a small image and leaves the rest without a tag', () => {
    const image = { width: 120, height: 60 };
    const places = placeTags(image, wanted(times(100, () => rect(10, 10, 90, 40))));
    const placed = places.filter(place => place).length;
    expect(placed).toBeGreaterThan(5);
    expect(placed).toBeLessThan(15);
  });

  test.each([
    [30, 10],
    [10, 100],
    [1, 1],
  ])('places nothing in an image of %dx%d, too small for a tag', (width, height) => {
    const box = { left: 0, top: 0, right: 1, bottom: 1 };
    expect(placeTags({ width, height }, [{ box, tag: tagSize('e1') }])).toEqual([undefined]);
  });

  test('takes no mark at all', () => {
    expect(placeTags(SCREEN, [])).toEqual([]);
  });
});
