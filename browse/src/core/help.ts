import { usage } from './errors.ts';
import type { CommandManifest, FlagManifest, Manifest } from './manifest.ts';
import { suggest } from './suggest.ts';

/** The command of this name or alias in a manifest. */
export const findInManifest = (manifest: Manifest, name: string): CommandManifest | undefined =>
  manifest.commands.find(command => command.name === name || command.aliases.includes(name));

/** The error for a command that does not exist, with the nearest one that does. */
export function unknownCommand(name: string, known: readonly string[]): Error {
  const nearest = suggest(name, known);
  const meant = nearest === undefined ? '' : `Did you mean ${nearest}? `;
  return usage(
    `Cannot run "${name}": no such command`,
    `${meant}Run \`browse help\` for all commands.`,
  );
}

/** The help of one command, or the overview; the data is what `--json` prints. @throws BrowseError `usage` */
export function helpFor(
  manifest: Manifest,
  name: string | undefined,
): { text: string; data: unknown } {
  if (name === undefined) return { text: overview(manifest), data: manifest };
  const command = findInManifest(manifest, name);
  if (!command)
    throw unknownCommand(
      name,
      manifest.commands.flatMap(known => [known.name, ...known.aliases]),
    );
  return { text: commandHelp(command), data: command };
}

function overview({ categories, commands, globalFlags }: Manifest): string {
  const sections = categories.map(category => {
    const rows = commands.filter(command => command.category === category);
    return [
      `${category}:`,
      ...rows.map(({ name, description }) => `  ${name.padEnd(15)} ${description}`),
    ].join('\n');
  });
  return [
    'Usage: browse <command> [arguments] [flags]',
    '',
    'Targets: an @ref from `browse snapshot -i`, CSS, text=…, role=button[name="Save"], label=…,',
    "placeholder=…, testid=…, alt=…, title=…, xpath=…, or getByRole('button', { name: 'Save' }).",
    '',
    ...sections.flatMap(section => [section, '']),
    'flags of every command:',
    ...globalFlags.map(flagRow),
    '',
    'Exit codes: 0 done, 1 failed, 2 usage, 3 environment, 4 timeout, 5 no such target, 6 denied, 7 busy.',
    'Run `browse help <command>` for its arguments and an example.',
  ].join('\n');
}

function commandHelp(command: CommandManifest): string {
  const { usage: line, description, aliases, args, flags, example } = command;
  return [
    `Usage: browse ${line}`,
    '',
    description,
    ...(aliases.length > 0 ? [`Also called: ${aliases.join(', ')}`] : []),
    ...(args.length > 0
      ? ['', 'arguments:', ...args.map(({ name, about }) => `  ${name.padEnd(20)} ${about}`)]
      : []),
    ...(flags.length > 0 ? ['', 'flags:', ...flags.map(flagRow)] : []),
    '',
    `Example: browse ${example}`,
  ].join('\n');
}

function flagRow({ name, short, about, takesValue, choices }: FlagManifest): string {
  const letter = short === undefined ? '' : `-${short}, `;
  const left = `${letter}--${name}${takesValue ? ' …' : ''}`;
  return `  ${left.padEnd(20)} ${about}${choices ? ` (${choices.join(', ')})` : ''}`;
}
