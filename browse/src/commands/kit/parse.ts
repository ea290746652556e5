import type { Positional } from '#core/argv.ts';
import { tokenize } from '#core/argv.ts';
import type { Effect } from '#core/effects.ts';
import { usage } from '#core/errors.ts';

import type { Arg, Surroundings } from './args.ts';
import type { Command, Input } from './define.ts';
import { flagName, flagShapes, usageOf } from './usage.ts';

/** A command's words, understood. */
export interface Parsed {
  readonly input: Input;
  readonly effects: readonly Effect[];
}

export interface Words {
  readonly cwd: string;
  readonly args: readonly string[];
  /** What `-` stands for. */
  readonly stdin?: string | undefined;
}

/**
 * Reads the words of a call by the command's own declaration.
 * @throws BrowseError `usage` naming what is wrong, with the usage line
 */
export function parseWords(command: Command, words: Words): Parsed {
  const usageLine = `browse ${usageOf(command)}`;
  const around: Surroundings = { cwd: words.cwd, usageLine: `Usage: ${usageLine}` };
  const { positionals, flags } = tokenize(words.args, flagShapes(command), usageLine);
  const input: Record<string, unknown> = {};
  const effects: Effect[] = [];
  const put = (name: string, arg: Arg<unknown>, values: readonly string[]): void => {
    const reading = arg.read(values, name, around);
    input[name] = reading.value;
    effects.push(...reading.effects);
  };

  let next = 0;
  for (const [name, arg] of Object.entries(command.args)) {
    const given =
      arg.arity === 'many' ? positionals.slice(next) : positionals.slice(next, next + 1);
    if (given.length === 0 && arg.arity !== 'optional')
      throw usage(`Cannot run ${command.name}: <${name}> is missing`, `Usage: ${usageLine}`);
    next += given.length;
    put(
      name,
      arg,
      given.map(positional => valueOf(positional, arg, words)),
    );
  }
  const extra = positionals[next];
  if (extra)
    throw usage(
      `Cannot run ${command.name}: unexpected argument "${extra.value}"`,
      `Usage: ${usageLine}`,
    );

  for (const [key, arg] of Object.entries(command.flags)) {
    const values = flags.get(flagName(key));
    if (!values) continue;
    if (values.length > 1 && arg.arity !== 'many')
      throw usage(
        `Cannot run ${command.name}: --${flagName(key)} is given twice`,
        `Usage: ${usageLine}`,
      );
    put(
      key,
      { ...arg, read: (given, _, within) => arg.read(given, `--${flagName(key)}`, within) },
      values,
    );
  }
  return { input, effects };
}

function valueOf({ value, literal }: Positional, arg: Arg<unknown>, { stdin }: Words): string {
  if (value !== '-' || literal || !arg.readsStdin) return value;
  if (stdin === undefined)
    throw usage(
      'Cannot read "-": nothing was sent on standard input',
      'Write -- before a dash that is meant as text.',
    );
  return stdin;
}
