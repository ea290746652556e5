import { toManifest } from '../browse/src/commands/kit/manifest.ts';
import { commands } from '../browse/src/commands/registry.ts';
import { ROUTES } from '../browse/src/protocol/routes.ts';
import { commandTable, environmentTable, flagTable, surfaceDocument } from './generate/tables.ts';

/** A generated file: its path and how its content follows from what it holds now. */
interface Output {
  readonly path: string;
  readonly make: (current: string) => string;
}

const manifest = toManifest(commands);

const outputs: readonly Output[] = [
  {
    path: 'browse/src/cli/manifest.json',
    make: () => `${JSON.stringify(manifest, undefined, 2)}\n`,
  },
  { path: 'docs/surface.md', make: () => surfaceDocument(manifest, Object.values(ROUTES)) },
  {
    path: 'BROWSER.md',
    make: current =>
      replaceSections(current, {
        commands: commandTable(manifest),
        flags: flagTable(manifest),
        environment: environmentTable(),
      }),
  },
  { path: 'CLAUDE.md', make: current => replaceSections(current, { commands: commandNames() }) },
];

function commandNames(): string {
  return manifest.categories
    .map(category => {
      const names = manifest.commands.filter(command => command.category === category);
      return `- ${category}: ${names.map(({ name }) => `\`${name}\``).join(' ')}`;
    })
    .join('\n');
}

/** Replaces what stands between `<!-- generated:NAME -->` and `<!-- /generated -->`; throws when a section is missing. */
function replaceSections(current: string, sections: Readonly<Record<string, string>>): string {
  let document = current;
  for (const [name, content] of Object.entries(sections)) {
    const start = `<!-- generated:${name} -->`;
    const from = document.indexOf(start);
    const to = document.indexOf('<!-- /generated -->', from);
    if (from < 0 || to < 0) throw new Error(`no section ${start}`);
    document = `${document.slice(0, from + start.length)}\n\n${content}\n\n${document.slice(to)}`;
  }
  return document;
}

const isCheck = process.argv.includes('--check');
const stale: string[] = [];
for (const { path, make } of outputs) {
  const file = Bun.file(path);
  const current = (await file.exists()) ? await file.text() : '';
  const wanted = make(current);
  if (wanted === current) continue;
  stale.push(path);
  if (!isCheck) await Bun.write(path, wanted);
}
if (isCheck && stale.length > 0) {
  console.error(`stale: ${stale.join(', ')}; run \`bun run generate\``);
  process.exit(1);
}
if (!isCheck) console.error(stale.length > 0 ? `wrote ${stale.join(', ')}` : 'nothing to do');
