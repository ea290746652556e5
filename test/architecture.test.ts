import { describe, expect, test } from 'bun:test';
import { Glob, Transpiler } from 'bun';
import { join, normalize, resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '..');
const SRC = 'browse/src';

interface Room {
  readonly mayImport: readonly string[];
  /** Rooms it may take types from, though never values. */
  readonly mayNameTypesOf?: readonly string[];
}

/** Every folder of browse/src and what it may import besides itself. ARCHITECTURE.md shows the same. */
const ROOMS: Readonly<Record<string, Room>> = {
  core: { mayImport: [] },
  protocol: { mayImport: [] },
  page: { mayImport: [], mayNameTypesOf: ['core'] },
  platform: { mayImport: ['core'] },
  capture: { mayImport: ['core', 'protocol'] },
  security: { mayImport: ['core', 'protocol', 'platform'] },
  auth: { mayImport: ['core', 'protocol', 'platform'] },
  browser: { mayImport: ['core', 'protocol', 'platform', 'page', 'capture'] },
  commands: { mayImport: ['core', 'protocol', 'browser', 'page', 'capture'] },
  dispatch: {
    mayImport: [
      'core',
      'protocol',
      'platform',
      'auth',
      'security',
      'browser',
      'page',
      'capture',
      'commands',
    ],
  },
  daemon: {
    mayImport: [
      'core',
      'protocol',
      'platform',
      'auth',
      'security',
      'browser',
      'page',
      'capture',
      'commands',
      'dispatch',
    ],
  },
  cli: { mayImport: ['core', 'protocol', 'platform'] },
};

/** Start → what it must not reach through static value imports, however many steps away. */
const OUT_OF_REACH: readonly (readonly [file: string, targets: readonly string[]])[] = [
  ['main.ts', ['playwright-core', 'zod', '#browser', '#daemon']],
  ['cli/main.ts', ['playwright-core', 'zod', '#browser', '#daemon']],
  ['auth/gate.ts', ['playwright-core', '#browser', '#daemon']],
];

interface Import {
  readonly from: string;
  readonly to: string;
  readonly specifier: string;
  readonly kind: 'value' | 'type' | 'dynamic';
}

const sources = await readSources();
const imports = [...sources].flatMap(([file, source]) => importsOf(file, source));

describe('the rooms of browse/src', () => {
  test('are exactly the rooms of the matrix', () => {
    const folders = new Set([...sources.keys()].map(roomOf).filter(room => room !== undefined));

    expect([...folders].toSorted()).toEqual(Object.keys(ROOMS).toSorted());
  });

  test('import only the rooms they may', () => {
    expect(imports.filter(isTrespass).map(describeImport)).toEqual([]);
  });

  test('are entered through #room, never through ..', () => {
    expect(imports.filter(leavesRoomByDots).map(describeImport)).toEqual([]);
  });

  test('are loaded lazily by main.ts alone', () => {
    expect(imports.filter(isLazyDoor).map(describeImport)).toEqual([]);
  });

  test('are drawn the same in ARCHITECTURE.md', async () => {
    const drawn = readRoomTable(await Bun.file(join(ROOT, 'ARCHITECTURE.md')).text());

    expect(drawn).toEqual(
      Object.fromEntries(
        Object.entries(ROOMS).map(([name, room]) => [
          name,
          {
            mayImport: room.mayImport.toSorted(),
            mayNameTypesOf: (room.mayNameTypesOf ?? []).toSorted(),
          },
        ]),
      ),
    );
  });
});

describe('reachability', () => {
  test.each(OUT_OF_REACH)('%s stays away from %p', (file, targets) => {
    const reached = reachableFrom(join(SRC, file), imports);

    expect(reached.filter(path => targets.some(target => isPartOf(path, target)))).toEqual([]);
  });

  test.each(['main.ts', 'cli/main.ts'])('%s exists, so that its rule means something', file => {
    expect(sources.has(join(SRC, file))).toBe(true);
  });
});

describe('every source file', () => {
  test('has at most 400 lines', async () => {
    const long: string[] = [];
    for await (const file of new Glob('{browse,scripts,test}/**/*.ts').scan(ROOT)) {
      const lines = (await Bun.file(join(ROOT, file)).text()).trimEnd().split('\n').length;
      if (lines > 400) long.push(`${file}: ${lines}`);
    }

    expect(long).toEqual([]);
  });

  test('gives a reason wherever it silences the linter or the compiler', async () => {
    const silent: string[] = [];
    for await (const file of new Glob('{browse,scripts,test}/**/*.ts').scan(ROOT)) {
      const lines = (await Bun.file(join(ROOT, file)).text()).split('\n');
      for (const [index, line] of lines.entries()) {
        if (silencesWithoutReason(line)) silent.push(`${file}:${index + 1}`);
      }
    }

    expect(silent).toEqual([]);
  });
});

describe('these rules notice', () => {
  test.each([
    ['a value from a forbidden room', "import { open } from '#daemon/tab.ts';", isTrespass],
    ['a type from a forbidden room', "import type { Tab } from '#daemon/tab.ts';", isTrespass],
    ['an inline type', "import { type Tab } from '#daemon/tab.ts';", isTrespass],
    ['a passed-on type', "export type { Tab } from '#daemon/tab.ts';", isTrespass],
    ['a passed-on room', "export * from '#daemon/tab.ts';", isTrespass],
    ['a lazy import', "await import('#daemon/tab.ts');", isTrespass],
    ['a lazy door', "await import('#core/errors.ts');", isLazyDoor],
    ['dots into another room', "import { x } from '../core/errors.ts';", leavesRoomByDots],
  ])('%s', (_, source, rule) => {
    expect(importsOf(`${SRC}/auth/planted.ts`, source).filter(rule)).toHaveLength(1);
  });

  test('a path of several steps', () => {
    const planted = [
      ...importsOf(`${SRC}/cli/main.ts`, "import { a } from './a.ts';"),
      ...importsOf(`${SRC}/cli/a.ts`, "export { b } from '#core/b.ts';"),
      ...importsOf(`${SRC}/core/b.ts`, "import { chromium } from 'playwright-core';"),
    ];

    expect(reachableFrom(`${SRC}/cli/main.ts`, planted)).toContain('playwright-core');
  });

  test.each([
    ['oxlint-disable-next-line no-console', true],
    ['oxlint-disable-next-line no-console -- the terminal is the product', false],
    ['@ts-expect-error', true],
  ])('the comment %s', (comment, expected) => {
    expect(silencesWithoutReason(`// ${comment}`)).toBe(expected);
  });
});

async function readSources(): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const file of new Glob(`${SRC}/**/*.ts`).scan(ROOT)) {
    found.set(file, await Bun.file(join(ROOT, file)).text());
  }
  return found;
}

function importsOf(from: string, source: string): Import[] {
  const transpiler = new Transpiler({ loader: 'ts' });
  const values = transpiler.scanImports(source).map(({ path, kind }): Import => ({
    from,
    to: resolveSpecifier(from, path),
    specifier: path,
    kind: kind === 'dynamic-import' ? 'dynamic' : 'value',
  }));
  const known = new Set(values.map(({ specifier }) => specifier));
  const types = transpiler
    .scanImports(withoutTypeKeywords(source))
    .filter(({ path }) => !known.has(path))
    .map(({ path }): Import => ({
      from,
      to: resolveSpecifier(from, path),
      specifier: path,
      kind: 'type',
    }));
  return [...values, ...types];
}

/** The transpiler drops imports of types; spelled as imports of values they stay visible. */
function withoutTypeKeywords(source: string): string {
  return source.replaceAll(
    /\b(import|export)\s+(?:type\s+)?([^;'"`()=]*?)\bfrom\b/g,
    (_, keyword: string, names: string) => `${keyword} ${names.replaceAll(/\btype\s+/g, '')}from`,
  );
}

function resolveSpecifier(from: string, specifier: string): string {
  if (specifier.startsWith('#')) return join(SRC, specifier.slice(1));
  if (specifier.startsWith('.')) return normalize(join(from, '..', specifier));
  return specifier;
}

function roomOf(path: string): string | undefined {
  const [room, ...rest] = path.startsWith(`${SRC}/`) ? path.slice(SRC.length + 1).split('/') : [];
  return rest.length > 0 ? room : undefined;
}

function crossesWall({ from, to }: Import): boolean {
  const there = roomOf(to);
  return there !== undefined && there !== roomOf(from);
}

function isTrespass(found: Import): boolean {
  const here = roomOf(found.from);
  const there = roomOf(found.to);
  if (here === undefined || there === undefined || !crossesWall(found)) return false;
  if (ROOMS[here]?.mayImport.includes(there)) return false;
  return !(found.kind === 'type' && ROOMS[here]?.mayNameTypesOf?.includes(there));
}

function leavesRoomByDots(found: Import): boolean {
  return found.specifier.startsWith('..') && crossesWall(found);
}

function isLazyDoor(found: Import): boolean {
  return found.kind === 'dynamic' && crossesWall(found) && found.from !== `${SRC}/main.ts`;
}

function describeImport({ from, specifier, kind }: Import): string {
  return `${from} → ${specifier} (${kind})`;
}

function reachableFrom(start: string, edges: readonly Import[]): string[] {
  const seen = new Set<string>();
  const open = [start];
  for (const file of open) {
    for (const { from, to, kind } of edges) {
      if (from !== file || kind !== 'value' || seen.has(to)) continue;
      seen.add(to);
      open.push(to);
    }
  }
  return [...seen];
}

/** Targets are packages, with whatever lies inside them, or rooms written `#room`. */
function isPartOf(path: string, target: string): boolean {
  const place = target.startsWith('#') ? join(SRC, target.slice(1)) : target;
  return path === place || path.startsWith(`${place}/`);
}

function silencesWithoutReason(line: string): boolean {
  const comment = /\/[/*]\s*(?:oxlint|eslint)-disable|\/[/*]\s*@ts-(?:ignore|nocheck|expect-error)/;
  if (!comment.test(line)) return false;
  return !/ -- \S+ \S+/.test(line) && !/@ts-expect-error\s+(?:-- )?\S+ \S+/.test(line);
}

/**
 * Rows of the table headed `room | may import`: rooms in backticks, then `nothing` or rooms in
 * backticks, then perhaps `(types from …)`. A word outside backticks that is none of these fails.
 */
function readRoomTable(markdown: string): Record<string, Record<keyof Room, string[]>> {
  const lines = markdown.split('\n');
  const head = lines.findIndex(line => /^\|\s*room\s*\|\s*may import/i.test(line));
  if (head === -1) throw new Error('ARCHITECTURE.md has no table headed "| room | may import |"');

  const rows: Record<string, Record<keyof Room, string[]>> = {};
  for (const line of lines.slice(head + 2)) {
    if (!line.startsWith('|')) break;
    const [, rooms = '', allowed = ''] = line.split('|');
    const [, direct = '', typed = ''] =
      /^\s*((?:`[a-z-]+`[\s,]*)+|nothing\s*)(?:\(types from ((?:`[a-z-]+`[\s,]*)+)\))?\s*$/.exec(
        allowed,
      ) ?? unreadable(line);
    for (const room of inBackticks(rooms)) {
      rows[room] = {
        mayImport: inBackticks(direct).toSorted(),
        mayNameTypesOf: inBackticks(typed).toSorted(),
      };
    }
  }
  return rows;
}

function inBackticks(text: string): string[] {
  return [...text.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name ?? '');
}

function unreadable(line: string): never {
  throw new Error(`ARCHITECTURE.md has a row that names no rooms: ${line}`);
}
