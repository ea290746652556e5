import { afterEach, describe, expect, test } from 'bun:test';

import { VARIABLES, checkVariables, readVariable } from '#platform/env.ts';

import { failureOf } from '../support/expect-failure.ts';

type Key = keyof typeof VARIABLES;

const HALF_AN_HOUR = 1_800_000;
const FIFTY_MB = 52_428_800;

const GOOD: Readonly<Record<Key, readonly (readonly [string | undefined, unknown])[]>> = {
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
  ],
  port: [
    [undefined, 0],
    ['8080', 8_080],
    ['65535', 65_535],
  ],
  tab: [
    [undefined, undefined],
    ['', undefined],
    ['2', 2],
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
  ],
};

const BAD: readonly (readonly [Key, string, string])[] = [
  ['idleTimeout', '-1', 'a whole number from 0'],
  ['idleTimeout', '1.5', 'a whole number from 0'],
  ['idleTimeout', 'soon', 'a whole number from 0'],
  ['idleTimeout', '1e400', 'a whole number from 0'],
  ['idleTimeout', ' ', 'a whole number from 0'],
  ['idleTimeout', '9007199254740993', 'a whole number from 0'],
  ['port', '65536', 'a whole number from 0 to 65535'],
  ['port', 'http', 'a whole number from 0 to 65535'],
  ['tab', '0', 'a tab id'],
  ['tab', 'first', 'a tab id'],
  ['maxHtmlBytes', 'a lot', 'a whole number from 0'],
];

const before = { ...process.env };
afterEach(() => {
  for (const { name } of Object.values(VARIABLES)) {
    if (before[name] === undefined) delete process.env[name];
    else process.env[name] = before[name];
  }
});

function set(key: Key, raw: string | undefined): void {
  const { name } = VARIABLES[key];
  if (raw === undefined) delete process.env[name];
  else process.env[name] = raw;
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are its keys
describe.each(Object.keys(GOOD) as Key[])('the variable %s', key => {
  test.each([...GOOD[key]])('of %p is understood as %p', (raw, value) => {
    set(key, raw);

    const understood: unknown = readVariable(key);

    expect(understood).toBe(value);
    expect(checkVariables).not.toThrow();
  });
});

describe('a malformed variable', () => {
  test.each(BAD)('%s of %p is refused by name: it must be %s', (key, raw, wanted) => {
    const { name } = VARIABLES[key];
    set(key, raw);

    const failure = failureOf(() => readVariable(key));

    expect(failure.message).toBe(`Cannot read ${name} "${raw}": must be ${wanted}`);
    expect(failure).toMatchObject({ code: 'usage', hint: expect.stringMatching(/\S/) });
    expect(failureOf(checkVariables).message).toBe(failure.message);
  });

  test('cannot write to the terminal', () => {
    set('port', '\u001b[2J\n');

    const { message } = failureOf(checkVariables);

    expect(message).not.toContain('\u001b');
    expect(message).not.toContain('\n');
  });
});

test('the table shows the number that counts', () => {
  const { idleTimeout, maxHtmlBytes } = VARIABLES;

  expect([idleTimeout.default, maxHtmlBytes.default]).toEqual([
    String(HALF_AN_HOUR),
    String(FIFTY_MB),
  ]);
});

test('every variable has a name of its own', () => {
  const names = Object.values(VARIABLES).map(({ name }) => name);

  expect(new Set(names).size).toBe(names.length);
});
