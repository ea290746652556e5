import type { CommandManifest, Manifest } from '#core/manifest.ts';
import { GLOBAL_FLAGS } from '#core/manifest.ts';

import type { Command } from './define.ts';
import { CATEGORIES } from './define.ts';
import { flagName, usageOf } from './usage.ts';

/** The registry as data. */
export const toManifest = (commands: readonly Command[]): Manifest => ({
  categories: CATEGORIES.filter(category =>
    commands.some(command => command.category === category),
  ),
  globalFlags: GLOBAL_FLAGS,
  commands: commands.map(describe),
});

const describe = (command: Command): CommandManifest => ({
  name: command.name,
  aliases: command.aliases,
  category: command.category,
  kind: command.kind,
  description: command.description,
  usage: usageOf(command),
  example: command.example,
  scope: command.scope,
  tunnel: command.tunnel === true,
  origin: command.origin,
  on: command.run.on,
  deadline: command.deadline,
  ...(command.whenStopped !== undefined && { whenStopped: command.whenStopped }),
  ...(command.afterwards !== undefined && { afterwards: command.afterwards }),
  args: Object.entries(command.args).map(([name, { about, arity, readsStdin, choices, does }]) => ({
    name,
    about,
    required: arity !== 'optional',
    many: arity === 'many',
    readsStdin,
    ...(choices && { choices }),
    ...(does.length > 0 && { does }),
  })),
  flags: Object.entries(command.flags).map(([key, { about, arity, letter, choices, does }]) => ({
    name: flagName(key),
    ...(letter !== undefined && { short: letter }),
    about,
    takesValue: arity !== 'switch',
    ...(choices && { choices }),
    ...(does.length > 0 && { does }),
  })),
});
