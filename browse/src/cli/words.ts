import { tokenize } from '#core/argv.ts';
import { usage } from '#core/errors.ts';
import { findInManifest, unknownCommand } from '#core/help.ts';
import type { CommandManifest, FlagManifest, Manifest } from '#core/manifest.ts';

/** The flags that go with every command, as typed. */
interface GlobalFlags {
  readonly tab: number | undefined;
  readonly json: boolean;
  readonly timeout: number | undefined;
  readonly maxOutput: number | undefined;
  readonly quiet: boolean;
}

/** A command line, understood as far as it can be without the daemon. */
export type Line =
  | { readonly kind: 'version'; readonly json: boolean }
  | { readonly kind: 'help'; readonly name: string | undefined; readonly json: boolean }
  | {
      readonly kind: 'command';
      readonly command: CommandManifest;
      readonly args: readonly string[];
      readonly flags: GlobalFlags;
      /** A `-` stands for standard input. */
      readonly readsStdin: boolean;
    };

/**
 * Takes the global flags out of a line, finds the command, and checks its flags and the number of its words.
 * @throws BrowseError `usage`
 */
export function readLine(argv: readonly string[], manifest: Manifest): Line {
  const { name, rest, globals } = separate(argv, manifest);
  if (globals.has('version')) return { kind: 'version', json: globals.has('json') };
  const json = globals.has('json');
  // A command that is called like a switch of every command stands for it: `help click` is `click --help`.
  const isSwitchToo = manifest.globalFlags.some(flag => flag.name === name && !flag.takesValue);
  if (globals.has('help')) return { kind: 'help', name: isSwitchToo ? rest[0] : name, json };
  if (name === undefined && rest.length > 0)
    throw usage(
      'Cannot find a command: it must stand before --',
      'Run `browse help` for all commands.',
    );
  if (name === undefined) return { kind: 'help', name: undefined, json };
  const command = findInManifest(manifest, name);
  if (!command)
    throw unknownCommand(
      name,
      manifest.commands.flatMap(known => [known.name, ...known.aliases]),
    );
  const readsStdin = check(command, rest);
  if (isSwitchToo) return { kind: 'help', name: rest[0], json };
  return { kind: 'command', command, args: rest, readsStdin, flags: readGlobals(globals) };
}

interface Separated {
  readonly name: string | undefined;
  readonly rest: readonly string[];
  readonly globals: ReadonlyMap<string, string>;
}

function separate(argv: readonly string[], manifest: Manifest): Separated {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const globals = new Map<string, string>();
  const rest: string[] = [];
  let name: string | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? '';
    const global = findFlag(manifest.globalFlags, word);
    if (global) {
      globals.set(global.name, globalValue(global, word, words[index + 1]));
      if (global.takesValue && inlineValue(word) === undefined) index++;
    } else if (name === undefined && !word.startsWith('-')) {
      name = word;
    } else {
      const taken = takesNextWord(manifest, name, word) ? words.slice(index, index + 2) : [word];
      rest.push(...taken);
      index += taken.length - 1;
    }
  }
  if (name === undefined && rest[0] !== undefined) throw flagWithoutCommand(rest[0]);
  return { name, rest: [...rest, ...argv.slice(words.length)], globals };
}

const flagWithoutCommand = (flag: string): Error =>
  usage(`Cannot use flag ${flag}: no such flag`, 'Run `browse help` for commands and flags.');

function globalValue(
  { name, takesValue }: FlagManifest,
  word: string,
  next: string | undefined,
): string {
  if (!takesValue) return '';
  const value = inlineValue(word) ?? next;
  if (value === undefined)
    throw usage(`Cannot read --${name}: it needs a value`, 'Run `browse help` for all flags.');
  return value;
}

/** The value of a command's own flag is not a global flag, whatever it looks like. */
function takesNextWord(manifest: Manifest, name: string | undefined, word: string): boolean {
  const flags = name === undefined ? [] : (findInManifest(manifest, name)?.flags ?? []);
  return findFlag(flags, word)?.takesValue === true && inlineValue(word) === undefined;
}

const inlineValue = (word: string): string | undefined =>
  word.includes('=') ? word.slice(word.indexOf('=') + 1) : undefined;

const findFlag = (flags: readonly FlagManifest[], word: string): FlagManifest | undefined =>
  flags.find(({ name, short }) => isFlag(word, name, short));

const isFlag = (word: string, name: string, short: string | undefined): boolean =>
  word === `--${name}` ||
  word.startsWith(`--${name}=`) ||
  (short !== undefined && word === `-${short}`);

/** Whether a `-` among the words stands for standard input. */
function check(
  { name, args, flags, usage: line }: CommandManifest,
  words: readonly string[],
): boolean {
  const usageLine = `browse ${line}`;
  const { positionals } = tokenize(words, flags, usageLine);
  const missing = args.filter(arg => arg.required)[positionals.length];
  if (missing)
    throw usage(`Cannot run ${name}: <${missing.name}> is missing`, `Usage: ${usageLine}`);
  const isBounded = !args.some(arg => arg.many);
  const extra = isBounded ? positionals[args.length] : undefined;
  if (extra)
    throw usage(`Cannot run ${name}: unexpected argument "${extra.value}"`, `Usage: ${usageLine}`);
  return positionals.some(
    ({ value, literal }, index) =>
      value === '-' && !literal && (args[index] ?? args.at(-1))?.readsStdin === true,
  );
}

function readGlobals(globals: ReadonlyMap<string, string>): GlobalFlags {
  const number = (name: string): number | undefined => {
    const typed = globals.get(name);
    if (typed === undefined) return undefined;
    if (!/^[1-9]\d{0,8}$/.test(typed))
      throw usage(
        `Cannot read --${name} "${typed}": must be a whole number from 1`,
        'Run `browse help` for all flags.',
      );
    return Number(typed);
  };
  return {
    tab: number('tab'),
    json: globals.has('json'),
    timeout: number('timeout'),
    maxOutput: number('max-output'),
    quiet: globals.has('quiet'),
  };
}
