import { describe, expect, test } from 'bun:test';

import { VARIABLES } from '#platform/env.ts';

const HALF_AN_HOUR = 1_800_000;
const FIFTY_MB = 52_428_800;

const ROWS: Readonly<
  Record<keyof typeof VARIABLES, readonly (readonly [string | undefined, unknown])[]>
> = {
  stateFile: [
    [undefined, undefined],
    ['', undefined],
    ['a.json', 'a.json'],
  ],
  idleTimeout: [
    [undefined, HALF_AN_HOUR],
    ['', HALF_AN_HOUR],
    ['0', 0],
    ['1500', 1_500],
    ['-1', HALF_AN_HOUR],
    ['1.5', HALF_AN_HOUR],
    ['soon', HALF_AN_HOUR],
    ['1e400', HALF_AN_HOUR],
  ],
  port: [
    [undefined, 0],
    ['8080', 8_080],
    ['65535', 65_535],
    ['65536', 0],
    ['http', 0],
  ],
  tab: [
    [undefined, undefined],
    ['', undefined],
    ['2', '2'],
  ],
  chromium: [
    [undefined, undefined],
    ['', undefined],
    ['/bin/chromium', '/bin/chromium'],
  ],
  playwrightBrowsers: [
    [undefined, undefined],
    ['', undefined],
    ['/browsers', '/browsers'],
  ],
  cacheHome: [
    [undefined, undefined],
    ['', undefined],
    ['/cache', '/cache'],
  ],
  maxHtmlBytes: [
    [undefined, FIFTY_MB],
    ['1000', 1_000],
    ['a lot', FIFTY_MB],
  ],
};

describe.each(Object.entries(ROWS))('the variable %s', (key, rows) => {
  test.each([...rows])('of %p is understood as %p', (raw, value) => {
    const { parse } = Object.entries(VARIABLES).find(([name]) => name === key)?.[1] ?? {};

    const understood: unknown = parse?.(raw);

    expect(understood).toBe(value);
  });
});

test('every variable has its rows and a name of its own', () => {
  const names = Object.values(VARIABLES).map(({ name }) => name);

  expect(Object.keys(ROWS).toSorted()).toEqual(Object.keys(VARIABLES).toSorted());
  expect(new Set(names).size).toBe(names.length);
});
