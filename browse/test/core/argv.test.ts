import { describe, expect, test } from 'bun:test';

import type { FlagShape } from '#core/argv.ts';
import { tokenize } from '#core/argv.ts';

import { failureOf, returnsOrRefuses } from '../support/expect-failure.ts';
import { Dice } from '../support/random.ts';

const SHAPES: readonly FlagShape[] = [
  { name: 'interactive', short: 'i', takesValue: false },
  { name: 'compact', short: 'c', takesValue: false },
  { name: 'depth', short: 'd', takesValue: true },
  { name: 'from-file', takesValue: true },
];

/** Positionals, those behind `--` marked, and flags as plain data. */
function read(argv: readonly string[]): {
  words: string[];
  flags: Record<string, readonly string[]>;
} {
  const { positionals, flags } = tokenize(argv, SHAPES, 'browse snapshot');
  return {
    words: positionals.map(({ value, literal }) => (literal ? `=${value}` : value)),
    flags: Object.fromEntries(flags),
  };
}

describe('tokenize', () => {
  test.each([
    ['no words', [], [], {}],
    ['words', ['a', 'b c', ''], ['a', 'b c', ''], {}],
    ['a switch', ['--interactive'], [], { interactive: [''] }],
    ['a switch by its letter', ['-i'], [], { interactive: [''] }],
    ['a bundle of switches', ['-ic'], [], { interactive: [''], compact: [''] }],
    [
      'a bundle whose last takes a value',
      ['-icd', '3'],
      [],
      { interactive: [''], compact: [''], depth: ['3'] },
    ],
    ['a value in the next word', ['--depth', '3', 'x'], ['x'], { depth: ['3'] }],
    ['a value behind =', ['--depth=3', 'x'], ['x'], { depth: ['3'] }],
    ['an empty value behind =', ['--from-file='], [], { 'from-file': [''] }],
    ['a value that holds =', ['--from-file=a=b'], [], { 'from-file': ['a=b'] }],
    [
      'a value that looks like a flag',
      ['--from-file', '--depth'],
      [],
      { 'from-file': ['--depth'] },
    ],
    ['a flag given twice', ['-d', '1', '--depth', '2'], [], { depth: ['1', '2'] }],
    ['negative numbers as words', ['-1', '-0.5', '-.5'], ['-1', '-0.5', '-.5'], {}],
    ['a lone dash as a word', ['-'], ['-'], {}],
    ['what stands behind --', ['a', '--', '-i', '--', '-'], ['a', '=-i', '=--', '=-'], {}],
    ['flags between words', ['a', '-i', 'b'], ['a', 'b'], { interactive: [''] }],
  ] as const)('reads %s', (_, argv, words, flags) => {
    expect(read(argv)).toEqual({
      words: [...words],
      flags,
    });
  });

  test.each([
    ['an unknown flag', ['--wat'], 'Cannot use flag --wat: no such flag'],
    ['an unknown flag with a value', ['--wat=1'], 'Cannot use flag --wat: no such flag'],
    ['an unknown letter', ['-z'], 'Cannot use flag -z: no such flag'],
    ['an unknown letter in a bundle', ['-iz'], 'Cannot use flag -z: no such flag'],
    ['a letter with a value inside a bundle', ['-dic', '3'], 'Cannot use flag -dic: no such flag'],
    ['a missing value', ['--depth'], 'Cannot read --depth: it needs a value'],
    ['a missing value of a letter', ['-d'], 'Cannot read -d: it needs a value'],
    ['a missing value before --', ['-d', '--', '3'], 'Cannot read -d: it needs a value'],
    ['a value for a switch', ['--compact=yes'], 'Cannot read --compact: it takes no value'],
    ['three dashes', ['---'], 'Cannot use flag ---: no such flag'],
  ] as const)('refuses %s', (_, argv, message) => {
    expect(failureOf(() => read(argv))).toMatchObject({ code: 'usage', message });
  });

  test.each([
    ['--detph', 'Did you mean --depth?'],
    ['--fromfile', 'Did you mean --from-file?'],
    ['--interactiv', 'Did you mean --interactive?'],
  ])('suggests for %s what was meant', (typed, hint) => {
    expect(failureOf(() => read([typed])).hint).toStartWith(hint);
  });

  test('says how a value that starts with a dash is typed', () => {
    expect(failureOf(() => read(['-word'])).hint).toContain('put -- before a value');
  });

  test('never throws anything but a usage error', () => {
    const dice = new Dice(1);
    const parts = [
      '-',
      '--',
      '=',
      'i',
      'c',
      'd',
      'depth',
      '0',
      '.',
      '',
      ' ',
      '\0',
      'é',
      '🔑',
      '\ud800',
    ];
    for (let round = 0; round < 4_000; round++) {
      const argv = Array.from({ length: dice.below(6) }, () => dice.several(parts, 5).join(''));
      expect(returnsOrRefuses(() => read(argv))).toBe('fine');
    }
  });
});
