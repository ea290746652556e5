import type { CommandManifest, Manifest } from '../../browse/src/core/manifest.ts';
import { VARIABLES } from '../../browse/src/platform/env.ts';
import type { Address } from '../../browse/src/protocol/routes.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [row(...head), `|${' --- |'.repeat(head.length)}`, ...rows.map(cells => row(...cells))].join(
    '\n',
  );

/** Every command with its usage and what it does, by category. */
export function commandTable({ categories, commands }: Manifest): string {
  return categories
    .map(category => {
      const rows = commands.filter(command => command.category === category);
      return `### ${category}\n\n${table(['Command', 'What it does', 'Example'], rows.map(commandRow))}`;
    })
    .join('\n\n');
}

function commandRow({ usage, description, aliases, example }: CommandManifest): string[] {
  const also =
    aliases.length > 0 ? ` (also ${aliases.map(alias => `\`${alias}\``).join(', ')})` : '';
  return [`\`${usage}\``, `${description}${also}`, `\`browse ${example}\``];
}

/** The flags that go with every command. */
export const flagTable = ({ globalFlags }: Manifest): string =>
  table(
    ['Flag', 'What it does'],
    globalFlags.map(({ name, short, takesValue, about }) => [
      `\`${short === undefined ? '' : `-${short}, `}--${name}${takesValue ? ' …' : ''}\``,
      about,
    ]),
  );

/** Every environment variable. */
export const environmentTable = (): string =>
  table(
    ['Variable', 'Default', 'What it does'],
    Object.values(VARIABLES).map(({ name, default: standard, about }) => [
      `\`${name}\``,
      standard,
      about,
    ]),
  );

const AUTHENTICATION = {
  none: 'none; never carries a token',
  root: 'bearer token of the state file',
} as const satisfies Record<Address['auth'], string>;

/** The security review sheet: every command with what it may touch, and every route. */
export function surfaceDocument({ commands }: Manifest, routes: readonly Address[]): string {
  const rows = commands.map(command => [
    `\`${command.name}\``,
    command.kind,
    command.scope,
    command.tunnel ? 'yes' : 'no',
    command.origin,
    command.on,
    effectsOf(command).join(', ') || '-',
    `${command.deadline / 1000} s`,
  ]);
  const addresses = routes.map(({ method, path, auth, about }) => [
    `\`${method} ${path}\``,
    about,
    AUTHENTICATION[auth],
  ]);
  return `# The surface

Generated from the definitions of commands and routes by \`bun run generate\`; do not edit. A change of what a command may do
shows up here as a changed line.

- **scope**: what a token must hold · **tunnel**: may be run by a paired remote agent
- **origin**: \`page\` output is wrapped as untrusted, \`own\` output is not
- **on**: \`tab\` waits for its tab, \`browser\` and \`daemon\` never wait for a page
- **effects**: what its arguments may do outside the page, each judged by the gate before the command runs

${table(['Command', 'kind', 'scope', 'tunnel', 'origin', 'on', 'effects', 'deadline'], rows)}

The daemon listens on 127.0.0.1 alone.

${table(['Route', 'What it does', 'Authentication'], addresses)}
`;
}

const effectsOf = ({ args, flags }: CommandManifest): readonly string[] => [
  ...new Set([...args, ...flags].flatMap(({ does = [] }) => does)),
];
