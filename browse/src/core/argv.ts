import { usage } from './errors.ts';
import { suggest } from './suggest.ts';

/** What the tokenizer must know of a flag. */
export interface FlagShape {
  readonly name: string;
  readonly short?: string;
  readonly takesValue: boolean;
}

export interface Positional {
  readonly value: string;
  /** It stood behind `--`, so `-` is a dash and not standard input. */
  readonly literal: boolean;
}

export interface Tokens {
  readonly positionals: readonly Positional[];
  /** Flag name → its values in order; a flag without a value holds `''`. */
  readonly flags: ReadonlyMap<string, readonly string[]>;
}

const NUMBER = /^-\.?\d/;

/**
 * Splits a command's words into positionals and flags: `--name value`, `--name=value`, `-x value`,
 * bundles such as `-ic`, and `--`, after which every word is a positional.
 * @throws BrowseError `usage` for an unknown flag, a missing value, or a value given to a switch
 */
export function tokenize(
  argv: readonly string[],
  shapes: readonly FlagShape[],
  usageLine: string,
): Tokens {
  const end = argv.indexOf('--');
  const behind = end < 0 ? [] : argv.slice(end + 1).map(value => ({ value, literal: true }));
  const words = end < 0 ? argv : argv.slice(0, end);
  const positionals: Positional[] = [];
  const flags = new Map<string, string[]>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    if (isPositional(word)) {
      positionals.push({ value: word, literal: false });
      continue;
    }
    for (const flag of flagsIn(word, shapes, usageLine)) {
      const value = valueOf(flag, words[index + 1], usageLine);
      if (flag.shape.takesValue && flag.inline === undefined) index++;
      flags.set(flag.shape.name, [...(flags.get(flag.shape.name) ?? []), value]);
    }
  }
  return { positionals: [...positionals, ...behind], flags };
}

function valueOf(
  { shape, given, inline }: Given,
  next: string | undefined,
  usageLine: string,
): string {
  if (!shape.takesValue && inline !== undefined)
    throw usage(`Cannot read ${given}: it takes no value`, `Usage: ${usageLine}`);
  const value = shape.takesValue ? (inline ?? next) : '';
  if (value === undefined)
    throw usage(`Cannot read ${given}: it needs a value`, `Usage: ${usageLine}`);
  return value;
}

const isPositional = (word: string): boolean =>
  !word.startsWith('-') || word === '-' || NUMBER.test(word);

interface Given {
  readonly shape: FlagShape;
  readonly given: string;
  readonly inline: string | undefined;
}

function flagsIn(word: string, shapes: readonly FlagShape[], usageLine: string): Given[] {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    const given = equals < 0 ? word : word.slice(0, equals);
    const shape = shapes.find(candidate => `--${candidate.name}` === given);
    if (!shape) throw unknownFlag(given, shapes, usageLine);
    return [{ shape, given, inline: equals < 0 ? undefined : word.slice(equals + 1) }];
  }
  return Array.from(word.slice(1), (letter, position): Given => {
    const shape = shapes.find(candidate => candidate.short === letter);
    if (!shape || (shape.takesValue && position < word.length - 2))
      throw unknownFlag(position === 0 ? word : `-${letter}`, shapes, usageLine);
    return { shape, given: `-${letter}`, inline: undefined };
  });
}

function unknownFlag(given: string, shapes: readonly FlagShape[], usageLine: string): Error {
  const nearest = suggest(
    given.replace(/^-+/, ''),
    shapes.map(shape => shape.name),
  );
  const meant = nearest ? `Did you mean --${nearest}? ` : '';
  return usage(
    `Cannot use flag ${given}: no such flag`,
    `${meant}Usage: ${usageLine} (put -- before a value that starts with a dash)`,
  );
}
