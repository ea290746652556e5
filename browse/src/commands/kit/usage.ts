import type { FlagShape } from '#core/argv.ts';

import type { Arg } from './args.ts';
import type { Command } from './define.ts';

/** `fill <target> <value> [--submit]`. */
export function usageOf(command: Command): string {
  const args = Object.entries(command.args).map(([name, arg]) => argumentUsage(name, arg));
  const flags = Object.entries(command.flags).map(([name, arg]) => `[${flagUsage(name, arg)}]`);
  return [command.name, ...args, ...flags].join(' ');
}

function argumentUsage(name: string, { arity, choices }: Arg<unknown>): string {
  const shown = choices ? choices.join('|') : name;
  if (arity === 'many') return `<${shown}>...`;
  return arity === 'optional' ? `[${shown}]` : `<${shown}>`;
}

/** `--wait load|networkidle` or `-d, --depth <depth>`. */
function flagUsage(name: string, { arity, choices, letter }: Arg<unknown>): string {
  const short = letter ? `-${letter}, ` : '';
  if (arity === 'switch') return `${short}--${flagName(name)}`;
  return `${short}--${flagName(name)} ${choices ? choices.join('|') : `<${flagName(name)}>`}`;
}

/** `fromFile` as it is typed: `from-file`. */
export const flagName = (key: string): string =>
  key.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** A command's flags as the tokenizer needs them. */
export const flagShapes = (command: Command): FlagShape[] =>
  Object.entries(command.flags).map(([key, { arity, letter }]) => ({
    name: flagName(key),
    takesValue: arity !== 'switch',
    ...(letter !== undefined && { short: letter }),
  }));
