import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import packageJson from '../package.json' with { type: 'json' };
import { manifest } from '#cli/manifest.ts';
import { readLine } from '#cli/words.ts';
import { VARIABLES } from '#platform/env.ts';

const ROOT = resolve(import.meta.dir, '..');
const DOCUMENTS = ['*.md', 'docs/**/*.md'].flatMap(pattern =>
  [...new Bun.Glob(pattern).scanSync({ cwd: ROOT })].toSorted(),
);

/** Variables of the set-up scripts, which the program itself never reads. */
const SETUP_VARIABLES = ['BROWSE_BUN_MIRROR'];

describe.each(DOCUMENTS)('%s', path => {
  test('links only to what exists', async () => {
    const links = matches(await read(path), /\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g);

    expect(links.filter(link => !existsSync(join(ROOT, dirname(path), link)))).toEqual([]);
  });

  test('names only paths that exist', async () => {
    const named = spans(await read(path)).filter(span => /^\.?[\w-]+\/[\w./-]*$/.test(span));

    expect(named.filter(span => !isPathOfProject(span))).toEqual([]);
  });

  test('calls only commands and flags that exist', async () => {
    const text = await read(path);
    const calls = [...spans(text), ...shellLines(text)].filter(line =>
      /^(?:bin\/)?browse \S/.test(line),
    );

    expect(calls.map(complaint).filter(found => found !== undefined)).toEqual([]);
  });

  test('runs only scripts that exist', async () => {
    const scripts = matches(await read(path), /\bbun run ([\w:-]+)/g);

    expect(scripts.filter(script => !Object.hasOwn(packageJson.scripts, script))).toEqual([]);
  });

  test('names only environment variables that are read', async () => {
    const known = [...Object.values(VARIABLES).map(variable => variable.name), ...SETUP_VARIABLES];
    const named = matches(await read(path), /\b((?:BROWSE|GSTACK)_[A-Z_]+)\b/g);

    expect(named.filter(name => !known.includes(name))).toEqual([]);
  });
});

test('every environment variable is in BROWSER.md', async () => {
  const text = await read('BROWSER.md');

  expect(Object.values(VARIABLES).filter(({ name }) => !text.includes(`\`${name}\``))).toEqual([]);
});

test.each([
  ['a command that does not exist', 'browse frobnicate'],
  ['a flag that does not exist', 'browse click @e1 --gently'],
])('a document with %s would fail', (_, line) => {
  expect(complaint(line)).toBeDefined();
});

const read = async (path: string): Promise<string> => await Bun.file(join(ROOT, path)).text();

const matches = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), match => match[1] ?? '');

const withoutFences = (text: string): string => text.replace(/^ *```[\s\S]*?^ *```/gm, '');

const spans = (text: string): string[] => matches(withoutFences(text), /`([^`\n]+)`/g);

/** The commands of `sh` blocks, and of transcripts behind a `$`. */
function shellLines(text: string): string[] {
  return matches(text, /^ *```(?:sh|console)\n([\s\S]*?)^ *```/gm)
    .flatMap(block => block.split('\n'))
    .map(line =>
      line
        .trim()
        .replace(/^\$ /, '')
        .replace(/\s+#\s.*$/, ''),
    )
    .flatMap(line => line.split(/ (?:&&|\|) /));
}

function isPathOfProject(span: string): boolean {
  const candidates = [span, join('browse/src', span), join('browse/src', `${span}.ts`)];
  const isBuilt =
    span === 'browse/dist/browse' ||
    span.startsWith('.gstack/') ||
    /^\.(?:tools|cache)\//.test(span);
  return isBuilt || candidates.some(candidate => existsSync(join(ROOT, candidate)));
}

function complaint(line: string): string | undefined {
  const words = matches(line, /("(?:[^"\\]|\\.)*"|'[^']*'|\S+)/g).map(word =>
    word.replace(/^(["'])(.*)\1$/s, '$2'),
  );
  try {
    readLine(words.slice(1), manifest);
    return undefined;
  } catch (error) {
    return `${line}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
