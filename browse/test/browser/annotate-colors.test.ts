import { describe, expect, test } from 'bun:test';

import {
  PALETTE,
  chooseColors,
  contrast,
  parseColor,
  textColorOn,
} from '#browser/annotate/colors.ts';

describe('parseColor', () => {
  test.each([
    ['red', { r: 255, g: 0, b: 0, a: 1 }],
    [' RebeccaPurple ', { r: 102, g: 51, b: 153, a: 1 }],
    ['#0f0', { r: 0, g: 255, b: 0, a: 1 }],
    ['rgb(1, 2, 3)', { r: 1, g: 2, b: 3, a: 1 }],
    ['rgb(1 2 3 / 50%)', { r: 1, g: 2, b: 3, a: 0.5 }],
    ['hsl(240 100% 50%)', { r: 0, g: 0, b: 255, a: 1 }],
    ['color-mix(in srgb, red, blue)', { r: 128, g: 0, b: 128, a: 1 }],
  ])('reads %s', (text, { a, ...rgb }) => {
    expect(parseColor(text)).toEqual({ ...rgb, a: expect.closeTo(a, 2) });
  });

  test.each([
    '',
    'redish',
    '12',
    '12px',
    'red blue',
    'red;',
    'rgb(1,2,3) rgb(4,5,6)',
    'inherit',
    'currentColor',
    'canvastext',
    'transparent',
    'rgb(1 2 3 / 0)',
    'url(http://localhost/)',
  ])('does not take "%s" for a colour', text => {
    expect(parseColor(text)).toBeUndefined();
  });

  test('does not take a bottomless expression for a colour', () => {
    expect(parseColor(`rgb(${'calc('.repeat(100_000)}`)).toBeUndefined();
    expect(parseColor(`rgb(${'()'.repeat(100_000)}`)).toBeUndefined();
  });
});

test.each(PALETTE.map(color => [JSON.stringify(color), color] as const))(
  'palette colour %s can be seen on black and on white, and its text can be read',
  (_, color) => {
    expect(contrast(color, { r: 0, g: 0, b: 0 })).toBeGreaterThan(3);
    expect(contrast(color, { r: 255, g: 255, b: 255 })).toBeGreaterThan(3);
    expect(contrast(color, textColorOn(color))).toBeGreaterThan(4.5);
  },
);

test.each([
  ['#ffffff', 0],
  ['yellow', 0],
  ['lime', 0],
  ['#000', 255],
  ['navy', 255],
])('text on %s is of level %d', (background, level) => {
  const color = parseColor(background);
  expect(color && textColorOn(color)).toEqual({ r: level, g: level, b: level });
});

test.each([5, 8, 16])(
  'boxes next to each other in a table of %d columns differ in colour',
  columns => {
    const cells = Array.from({ length: columns * 12 }, (_, i) => {
      const [left, top] = [(i % columns) * 40, Math.floor(i / columns) * 10];
      return { left, top, right: left + 40, bottom: top + 10 };
    });

    const colors = chooseColors(cells);

    const alike = colors.filter(
      (color, i) =>
        color === colors[i + columns] || ((i + 1) % columns !== 0 && color === colors[i + 1]),
    );
    expect(alike).toEqual([]);
  },
);
