import { describe, expect, test } from 'bun:test';

import { manifest } from '#cli/manifest.ts';
import { readLine } from '#cli/words.ts';

import { failureOf, returnsOrRefuses } from '../support/expect-failure.ts';
import { Dice } from '../support/random.ts';

const read = (...argv: readonly string[]) => readLine(argv, manifest);

/** The parts of a command's line that were given. */
function command(...argv: readonly string[]) {
  const line = read(...argv);
  if (line.kind !== 'command') throw new Error(`it is ${line.kind}`);
  const flags = Object.entries(line.flags).filter(
    ([, value]) => value !== undefined && value !== false,
  );
  return {
    name: line.command.name,
    args: line.args,
    flags: Object.fromEntries(flags),
    stdin: line.readsStdin,
  };
}

describe('a command line', () => {
  test.each([
    [['url'], 'url', [], {}],
    [['open', 'a'], 'goto', ['a'], {}],
    [['--json', 'url'], 'url', [], { json: true }],
    [['url', '--json', '--quiet'], 'url', [], { json: true, quiet: true }],
    [['--tab', '2', 'url'], 'url', [], { tab: 2 }],
    [['url', '--tab=2'], 'url', [], { tab: 2 }],
    [
      ['goto', '--timeout', '500', 'a', '--max-output=9'],
      'goto',
      ['a'],
      { timeout: 500, maxOutput: 9 },
    ],
    [['fill', '@e1', '--json', 'x'], 'fill', ['@e1', 'x'], { json: true }],
    [['fill', '@e1', '--', '--json'], 'fill', ['@e1', '--', '--json'], {}],
    [['snapshot', '-s', '--json'], 'snapshot', ['-s', '--json'], {}],
    [['snapshot', '-i', '-d', '2'], 'snapshot', ['-i', '-d', '2'], {}],
  ] as const)('%j is understood', (argv, name, args, flags) => {
    expect(command(...argv)).toEqual({ name, args: [...args], flags, stdin: false });
  });

  test.each([
    [['js', '-'], true],
    [['fill', '@e1', '-'], true],
    [['fill', '-', 'x'], false],
    [['js', '--', '-'], false],
    [['type', '-'], true],
  ] as const)('%j reads standard input: %p', (argv, stdin) => {
    expect(command(...argv).stdin).toBe(stdin);
  });

  test.each([
    [['--version'], { kind: 'version', json: false }],
    [['url', '--version'], { kind: 'version', json: false }],
    [[], { kind: 'help', name: undefined, json: false }],
    [['--json'], { kind: 'help', name: undefined, json: true }],
    [['--help'], { kind: 'help', name: undefined, json: false }],
    [['help', 'url', '--json'], { kind: 'help', name: 'url', json: true }],
    [['click', '-h'], { kind: 'help', name: 'click', json: false }],
    [['help', '--help'], { kind: 'help', name: undefined, json: false }],
  ] as const)('%j asks for something that needs no daemon', (argv, line) => {
    expect(read(...argv)).toEqual(line);
  });

  test.each([
    [['gto'], 'Cannot run "gto": no such command', 'Did you mean goto?'],
    [['--wat'], 'Cannot use flag --wat', '`browse help`'],
    [['--wat', 'url'], 'Cannot use flag --wat', 'Usage: browse url'],
    [['url', '--wat'], 'Cannot use flag --wat', 'Usage: browse url'],
    [['click'], '<target> is missing', 'Usage: browse click'],
    [['url', 'x'], 'unexpected argument "x"', 'Usage: browse url'],
    [['url', '--tab'], 'Cannot read --tab: it needs a value', '`browse help`'],
    [['url', '--tab', '0'], 'Cannot read --tab "0"', '`browse help`'],
    [['url', '--tab', '-1'], 'Cannot read --tab "-1"', '`browse help`'],
    [['url', '--tab', '1.5'], 'Cannot read --tab "1.5"', '`browse help`'],
    [['url', '--timeout', '9999999999'], 'Cannot read --timeout "9999999999"', '`browse help`'],
    [['url', '--max-output='], 'Cannot read --max-output ""', '`browse help`'],
  ] as const)('%j is refused, and the hint says what to type', (argv, message, hint) => {
    const failure = failureOf(() => read(...argv));

    expect(failure.code).toBe('usage');
    expect(failure.message).toContain(message);
    expect(failure.hint).toContain(hint);
  });

  test('of any words is understood or refused', () => {
    const dice = new Dice(5);
    const parts = [
      'goto',
      'click',
      'js',
      'help',
      '--json',
      '--tab',
      '--tab=',
      '1',
      '-',
      '--',
      '-h',
      '-i',
      'x',
      '',
      '\0',
      '-ic',
    ];
    for (let round = 0; round < 3_000; round++)
      expect(returnsOrRefuses(() => read(...dice.several(parts, 6)))).toBe('fine');
  });

  test.each(manifest.commands.map(({ name, example }) => [name, example]))(
    'in the example of %s is understood: %s',
    (name, example) => {
      const words = [...(example ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(
        ([, quoted, bare]) => quoted ?? bare ?? '',
      );
      const line = read(...words);

      expect(line.kind === 'command' ? line.command.name : line.kind).toBe(name);
    },
  );
});
