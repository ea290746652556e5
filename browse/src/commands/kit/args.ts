import type { Effect } from '#core/effects.ts';
import { usage } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';
import type { Target } from '#core/target.ts';
import { parseTarget } from '#core/target.ts';

import { absolutePath } from './path.ts';
import { parseUrl } from './url.ts';

/** What a value is read in: the caller's directory, and the usage line that an error shows. */
export interface Surroundings {
  readonly cwd: string;
  readonly usageLine: string;
}

interface Reading<T> {
  readonly value: T;
  /** What the value does outside the page. The gate judges it, so commands check nothing. */
  readonly effects: readonly Effect[];
}

/** A declared argument or flag whose value is a `T`. */
export interface Arg<T> {
  readonly about: string;
  /** How many words it takes; a switch is a flag without a value. */
  readonly arity: 'one' | 'optional' | 'many' | 'switch';
  readonly choices?: readonly string[];
  /** The kinds of effect its values can have. */
  readonly does: readonly Effect['kind'][];
  /** The one-letter form of a flag. */
  readonly letter?: string;
  /** `-` stands for what the caller sent on standard input. */
  readonly readsStdin: boolean;
  readonly read: (words: readonly string[], name: string, around: Surroundings) => Reading<T>;
}

type Parse<T> = (word: string, name: string, around: Surroundings) => T;

interface Kind<T> {
  readonly does?: Effect['kind'];
  readonly effects?: (value: T) => readonly Effect[];
  readonly choices?: readonly string[];
  readonly readsStdin?: boolean;
}

const one = <T>(about: string, parse: Parse<T>, kind: Kind<T> = {}): Arg<T> => ({
  about,
  arity: 'one',
  readsStdin: kind.readsStdin ?? false,
  does: kind.does ? [kind.does] : [],
  ...(kind.choices && { choices: kind.choices }),
  read: (words, name, around) => {
    const value = parse(words[0] ?? '', name, around);
    return { value, effects: kind.effects?.(value) ?? [] };
  },
});

interface Range {
  readonly min?: number;
  readonly max?: number;
}

const parseNumber =
  ({ min = -Infinity, max = Infinity }: Range, whole: boolean): Parse<number> =>
  (word, name, { usageLine }) => {
    const value = Number(word);
    if (word.trim() === '' || !Number.isFinite(value) || (whole && !Number.isSafeInteger(value)))
      throw usage(
        `Cannot read ${name} as a ${whole ? 'whole ' : ''}number: got "${plainLine(word)}"`,
        usageLine,
      );
    if (value < min || value > max)
      throw usage(`Cannot set ${name} to ${word}: must be ${min} to ${max}`, usageLine);
    return value;
  };

const parseChoice =
  <C extends string>(choices: readonly C[]): Parse<C> =>
  (word, name, { usageLine }) => {
    const choice = choices.find(candidate => candidate === word);
    if (choice === undefined)
      throw usage(
        `Cannot set ${name} to "${plainLine(word)}": must be ${choices.join(', ')}`,
        usageLine,
      );
    return choice;
  };

type TargetOrPath = { readonly target: Target } | { readonly path: string };

const TARGET_FORM =
  /^(?:@|#|\[|\.[a-z_-]|\/\/|(?:ref|text|role|label|placeholder|testid|alt|title|xpath|css)=|getBy|locator\(|[ec]\d+$)/i;
const IMAGE_NAME = /\.(?:png|jpe?g|webp)$/i;

const looksLikeTarget = (word: string): boolean => TARGET_FORM.test(word) && !IMAGE_NAME.test(word);

/** The kinds of argument a command may declare. What a value does outside the page follows from its kind. */
export const arg = {
  /** Any text; `-` reads standard input. */
  text: (about: string): Arg<string> => one(about, word => word, { readsStdin: true }),
  /** Any text, a dash included. */
  word: (about: string): Arg<string> => one(about, word => word),
  /** JavaScript for the page; `-` reads standard input. */
  script: (about: string): Arg<string> =>
    one(about, word => word, {
      readsStdin: true,
      does: 'runs-script',
      effects: () => [{ kind: 'runs-script' }],
    }),
  target: (about: string): Arg<Target> => one(about, parseTarget),
  url: (about: string): Arg<URL> =>
    one(about, parseUrl, { does: 'navigates', effects: url => [{ kind: 'navigates', url }] }),
  readPath: (about: string): Arg<string> =>
    one(about, absolutePath, {
      does: 'reads-file',
      effects: path => [{ kind: 'reads-file', path }],
    }),
  writePath: (about: string): Arg<string> =>
    one(about, absolutePath, {
      does: 'writes-file',
      effects: path => [{ kind: 'writes-file', path }],
    }),
  /** An element, or a file to write: an image's name and what has no form of a target is a path. */
  targetOrWritePath: (about: string): Arg<TargetOrPath> =>
    one(
      about,
      (word, name, around) =>
        looksLikeTarget(word)
          ? { target: parseTarget(word) }
          : { path: absolutePath(word, name, around) },
      {
        does: 'writes-file',
        effects: value => ('path' in value ? [{ kind: 'writes-file', path: value.path }] : []),
      },
    ),
  number: (about: string, range: Range = {}): Arg<number> => one(about, parseNumber(range, false)),
  integer: (about: string, range: Range = {}): Arg<number> => one(about, parseNumber(range, true)),
  choice: <const C extends string>(about: string, choices: readonly C[]): Arg<C> =>
    one(about, parseChoice(choices), { choices }),
  flag: (about: string): Arg<boolean> => ({
    about,
    arity: 'switch',
    readsStdin: false,
    does: [],
    read: () => ({ value: true, effects: [] }),
  }),
  optional: <T>(inner: Arg<T>): Arg<T | undefined> => ({
    ...inner,
    arity: 'optional',
    read: (words, name, around) =>
      words.length === 0 ? { value: undefined, effects: [] } : inner.read(words, name, around),
  }),
  many: <T>(inner: Arg<T>): Arg<readonly T[]> => ({
    ...inner,
    arity: 'many',
    read: (words, name, around) => {
      const readings = words.map(word => inner.read([word], name, around));
      return {
        value: readings.map(reading => reading.value),
        effects: readings.flatMap(reading => reading.effects),
      };
    },
  }),
  /** Gives a flag its one-letter form. */
  short: <T>(letter: string, inner: Arg<T>): Arg<T> => ({ ...inner, letter }),
} as const;

export type ArgShape = Readonly<Record<string, Arg<unknown>>>;
export type ArgValues<S extends ArgShape> = {
  readonly [K in keyof S]: S[K] extends Arg<infer T> ? T : never;
};
