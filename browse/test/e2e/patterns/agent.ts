import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';

import type { Browse } from '../../support/browse.ts';
import { startBrowse } from '../../support/browse.ts';
import { inside } from '../../support/shown.ts';
import { serve } from '../../support/site.ts';

/** An element as a line of a snapshot or of an effect shows it. */
interface Shown {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  /** What stands in brackets behind the name: `checked`, `level=2`. */
  readonly states: readonly string[];
  /** What stands behind the colon. */
  readonly value: string;
}

/** A snapshot, asked as an agent asks it: by role and name. */
interface View {
  readonly text: string;
  /** The only element of this role and name; anything else fails the test. */
  readonly the: (role: string, name: string) => Shown;
  readonly has: (role: string, name: string) => boolean;
  /** The names of all elements of a role, in the order of the page. */
  readonly names: (role: string) => readonly string[];
}

/** What a command that acts said came of it. */
interface Effect {
  readonly text: string;
  /** Our own words on the first line. */
  readonly first: string;
  readonly changed: (role: string, name: string) => Shown;
  readonly added: (role: string, name: string) => Shown;
  readonly removed: (role: string, name: string) => Shown;
  /** `role "name"` of what the keyboard now acts on, the active descendant before the focus; empty if it does not tell. */
  readonly at: string;
  /** What alerts, live regions and new lines of text say. */
  readonly said: readonly string[];
}

/** Drives the fixtures of this folder through the command line as an agent would. */
export interface Agent extends AsyncDisposable {
  /** Opens a fixture by its file name and looks at what can be operated. */
  readonly open: (fixture: string) => Promise<View>;
  /** `snapshot -i`. */
  readonly look: () => Promise<View>;
  /** The whole snapshot. */
  readonly read: () => Promise<View>;
  /** Runs a command that has to succeed. */
  readonly act: (...words: readonly string[]) => Promise<Effect>;
  readonly browse: Browse;
}

/** Starts a browser of its own and serves the fixtures of this folder. */
export async function startAgent(): Promise<Agent> {
  const browse = await startBrowse();
  const site = await serve(fixtures());
  const run = async (...words: readonly string[]): Promise<string> => {
    const { stdout, stderr, code } = await browse(...words);
    if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  };
  const look = async (): Promise<View> => toView(await run('snapshot', '-i', '--all'));
  return {
    open: async fixture => {
      await run('goto', site.at(fixture));
      return await look();
    },
    look,
    read: async () => toView(await run('snapshot', '--all')),
    act: async (...words) => toEffect(await run(...words)),
    browse,
    [Symbol.asyncDispose]: async () => {
      await browse[Symbol.asyncDispose]();
      await site[Symbol.asyncDispose]();
    },
  };
}

/** The pages by path: `tree.html` is served at `/tree`. */
function fixtures(): Record<string, string> {
  const files = readdirSync(import.meta.dir).filter(file => file.endsWith('.html'));
  return Object.fromEntries(
    files.map(file => [
      `/${basename(file, '.html')}`,
      readFileSync(join(import.meta.dir, file), 'utf8'),
    ]),
  );
}

const LINE = /(?<ref>@[ec]\d+) \[(?<role>[\w-]+)\](?: "(?<name>(?:[^"\\]|\\.)*)")?(?<rest>.*)$/;

function shownIn(line: string): Shown[] {
  const { ref, role, name = '', rest = '' } = LINE.exec(line)?.groups ?? {};
  if (ref === undefined || role === undefined) return [];
  const states = [...rest.matchAll(/\[([^\]]+)\]/g)].flatMap(([, inner = '']) => inner.split(' '));
  return [{ ref, role, name, states, value: /: (.*)$/.exec(rest)?.[1] ?? '' }];
}

const isCalled =
  (role: string, name: string) =>
  (each: Shown): boolean =>
    each.role === role && each.name === name;

function only(
  shown: readonly Shown[],
  [role, name]: readonly [string, string],
  text: string,
): Shown {
  const found = shown.filter(isCalled(role, name));
  const [first] = found;
  if (!first || found.length > 1)
    throw new Error(`${found.length} lines show [${role}] "${name}", not one:\n${text}`);
  return first;
}

function toView(text: string): View {
  const shown = inside(text).split('\n').flatMap(shownIn);
  return {
    text,
    the: (role, name) => only(shown, [role, name], text),
    has: (role, name) => shown.some(isCalled(role, name)),
    names: role => shown.filter(each => each.role === role).map(({ name }) => name),
  };
}

function toEffect(text: string): Effect {
  const lines = text.split('\n');
  const told = (sign: string): Shown[] =>
    lines.filter(line => line.startsWith(`${sign} @`)).flatMap(shownIn);
  const by =
    (sign: string): Effect['changed'] =>
    (role, name) =>
      only(told(sign), [role, name], text);
  const here = [...told('~'), ...told('+')];
  const active = here.filter(({ states }) => states.includes('active'));
  const focused = [...told('focus'), ...here.filter(({ states }) => states.includes('focused'))];
  const [reached] = active.length > 0 ? active : focused;
  return {
    text,
    first: lines[0] ?? '',
    changed: by('~'),
    added: by('+'),
    removed: by('-'),
    at: reached ? `${reached.role} "${reached.name}"` : '',
    said: lines.flatMap(line => /^(?:!|\+ text) .*?"(.*)"$/.exec(line)?.[1] ?? []),
  };
}
