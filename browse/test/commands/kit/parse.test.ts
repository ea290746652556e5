import { describe, expect, test } from 'bun:test';

import { arg } from '#commands/kit/args.ts';
import type { Command } from '#commands/kit/define.ts';
import { defineCommand } from '#commands/kit/define.ts';
import { parseWords } from '#commands/kit/parse.ts';
import { reply } from '#commands/kit/reply.ts';
import { usageOf } from '#commands/kit/usage.ts';

import { failureOf } from '../../support/expect-failure.ts';

const shared = {
  name: 'sample',
  kind: 'read',
  category: 'reading',
  description: 'A sample',
  example: 'sample',
  on: 'daemon',
  scope: 'read',
  origin: 'own',
  deadline: 1_000,
  run: async () => reply(''),
} as const;

const COMMAND: Command = defineCommand({
  ...shared,
  args: { value: arg.text('A text'), mode: arg.optional(arg.choice('A mode', ['fast', 'slow'])) },
  flags: {
    count: arg.short('n', arg.integer('A count', { min: 1, max: 9 })),
    ratio: arg.number('A ratio', { min: 0 }),
    fromFile: arg.readPath('A file'),
    out: arg.writePath('A file'),
    all: arg.short('a', arg.flag('Everything')),
  },
});

const MANY: Command = defineCommand({
  ...shared,
  args: { target: arg.target('An element'), values: arg.many(arg.word('A value')) },
});

const PLACE: Command = defineCommand({
  ...shared,
  args: { place: arg.optional(arg.targetOrWritePath('An element or a file')) },
});

const read = (command: Command, args: readonly string[], stdin?: string) =>
  parseWords(command, { args, cwd: '/home/ada', stdin });

describe('the words of a command', () => {
  test.each([
    ['one argument', ['x'], { value: 'x', mode: undefined }],
    ['an empty argument', [''], { value: '', mode: undefined }],
    ['both arguments', ['x', 'fast'], { value: 'x', mode: 'fast' }],
    ['a whole number', ['x', '-n', '3'], { value: 'x', mode: undefined, count: 3 }],
    ['a fraction', ['x', '--ratio=0.5'], { value: 'x', mode: undefined, ratio: 0.5 }],
    ['a switch', ['-a', 'x'], { value: 'x', mode: undefined, all: true }],
    [
      'a bundle with a value',
      ['x', '-an', '3'],
      { value: 'x', mode: undefined, all: true, count: 3 },
    ],
    ['a negative number as text', ['-5'], { value: '-5', mode: undefined }],
    ['a text behind --', ['--', '--all'], { value: '--all', mode: undefined }],
  ] as const)('are understood: %s', (_, args, input) => {
    expect(read(COMMAND, args).input).toEqual(input);
  });

  test.each([
    ['nothing', [], '<value> is missing'],
    ['an argument too many', ['x', 'fast', 'y'], 'unexpected argument "y"'],
    ['a choice that is none', ['x', 'medium'], 'Cannot set mode to "medium": must be fast, slow'],
    [
      'a text as number',
      ['x', '-n', 'three'],
      'Cannot read --count as a whole number: got "three"',
    ],
    ['an empty number', ['x', '--count='], 'Cannot read --count as a whole number: got ""'],
    ['a fraction as whole number', ['x', '-n', '1.5'], 'Cannot read --count as a whole number'],
    ['no finite number', ['x', '--ratio', 'Infinity'], 'Cannot read --ratio as a number'],
    ['a number that is too small', ['x', '-n', '0'], 'Cannot set --count to 0: must be 1 to 9'],
    ['a number that is too large', ['x', '-n', '10'], 'Cannot set --count to 10: must be 1 to 9'],
    ['a negative ratio', ['x', '--ratio', '-1'], 'Cannot set --ratio to -1'],
    ['a flag given twice', ['x', '-n', '1', '--count', '2'], '--count is given twice'],
    ['a switch given twice', ['x', '-a', '-a'], '--all is given twice'],
    ['an unknown flag', ['x', '--al'], 'Cannot use flag --al'],
    ['an empty path', ['x', '--out', ''], 'Cannot read --out as a path'],
    ['a path with a NUL', ['x', '--out', 'a\0b'], 'Cannot read --out as a path'],
    ['- without standard input', ['-'], 'nothing was sent on standard input'],
  ] as const)('are refused: %s', (_, args, message) => {
    const failure = failureOf(() => read(COMMAND, args));

    expect(failure.code).toBe('usage');
    expect(failure.message).toContain(message);
  });

  test.each([
    ['- as standard input', ['-'], 'typed', 'typed'],
    ['- as an empty standard input', ['-'], '', ''],
    ['- behind -- as a dash', ['--', '-'], 'typed', '-'],
    ['-- as nothing', ['x', '--'], 'typed', 'x'],
  ] as const)('read %s', (_, args, stdin, value) => {
    expect(read(COMMAND, args, stdin).input).toMatchObject({ value });
  });

  test('that are many are all read', () => {
    expect(read(MANY, ['@e1', 'a', '', '-1']).input).toMatchObject({ values: ['a', '', '-1'] });
  });

  test.each([
    ['none', ['@e1']],
    ['not even the first', []],
  ] as const)('that should be many are missed: %s', (_, args) => {
    expect(failureOf(() => read(MANY, args)).message).toContain('is missing');
  });

  test('say which files they mean, from the directory of the caller', () => {
    const { effects } = read(COMMAND, ['x', '--from-file', '../in.html', '--out', '/tmp/out.png']);

    expect(effects).toEqual([
      { kind: 'reads-file', path: '/home/in.html' },
      { kind: 'writes-file', path: '/tmp/out.png' },
    ]);
  });

  test.each([
    ['@e3', 'target'],
    ['#main', 'target'],
    ['.card', 'target'],
    ['[name=q]', 'target'],
    ['text=Save', 'target'],
    ["getByRole('button')", 'target'],
    ['shot.png', '/home/ada/shot.png'],
    ['./shot', '/home/ada/shot'],
    ['../shot.jpeg', '/home/shot.jpeg'],
    ['.hidden.png', '/home/ada/.hidden.png'],
    ['/tmp/x', '/tmp/x'],
  ])('name an element or a file: %s', (typed, expected) => {
    const { input, effects } = read(PLACE, [typed]);

    if (expected === 'target')
      expect({ input, effects }).toMatchObject({ input: { place: { target: {} } }, effects: [] });
    else expect(effects).toEqual([{ kind: 'writes-file', path: expected }]);
  });
});

describe('a usage line', () => {
  test('shows arguments, choices and flags', () => {
    expect(usageOf(COMMAND)).toBe(
      'sample <value> [fast|slow] [-n, --count <count>] [--ratio <ratio>] [--from-file <from-file>] [--out <out>] [-a, --all]',
    );
    expect(usageOf(MANY)).toBe('sample <target> <values>...');
  });
});
