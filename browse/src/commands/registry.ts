import dialogs from './dialogs.ts';
import fields from './fields.ts';
import interaction from './interaction.ts';
import type { Command } from './kit/define.ts';
import logs from './logs.ts';
import navigation from './navigation.ts';
import reading from './reading.ts';
import script from './script.ts';
import selecting from './selecting.ts';
import server from './server.ts';
import snapshot from './snapshot.ts';
import tabs from './tabs.ts';
import visual from './visual.ts';
import waiting from './waiting.ts';

/** Every command, in the order help shows them. */
export const commands: readonly Command[] = [
  ...navigation,
  ...waiting,
  ...reading,
  ...snapshot,
  ...interaction,
  ...fields,
  ...selecting,
  ...dialogs,
  ...visual,
  ...script,
  ...tabs,
  ...logs,
  ...server,
];

const byName = new Map<string, Command>();
for (const command of commands) {
  for (const name of [command.name, ...command.aliases]) {
    if (byName.has(name)) throw new Error(`Two commands are called "${name}"`);
    byName.set(name, command);
  }
}

/** The command of this name or alias. */
export const findCommand = (name: string): Command | undefined => byName.get(name);

/** Every name a command may be called by. */
export const commandNames = (): string[] => [...byName.keys()];
