/** Compiles `browse/dist/browse`: one executable that needs neither Bun nor packages beside it. */
import { chmod, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import packageJson from '../package.json' with { type: 'json' };
import { playwrightInline } from './playwright-inline.ts';

const ROOT = resolve(import.meta.dir, '..');
const TARGET = join(ROOT, 'browse/dist/browse');

/** What the binary is made of. `bin/state.sh` compares the same list with the binary's age. */
const SOURCES = [
  'browse/src',
  'scripts/build.ts',
  'scripts/playwright-inline.ts',
  'package.json',
  'bun.lock',
  '.bun-version',
];

const builtFrom = await newestSource();
const draft = join(ROOT, `browse/dist/.browse-${process.pid}`);
await mkdir(join(ROOT, 'browse/dist'), { recursive: true });
try {
  await compile(draft);
  await chmod(draft, 0o755);
  await utimes(draft, builtFrom, builtFrom);
  await rename(draft, TARGET);
} finally {
  await rm(draft, { force: true });
}
const { size } = await stat(TARGET);
console.error(`built browse/dist/browse (${Math.round(size / 1e6)} MB)`);

async function compile(outfile: string): Promise<void> {
  await Bun.build({
    entrypoints: [join(ROOT, 'browse/src/main.ts')],
    root: ROOT,
    minify: true,
    bytecode: true,
    format: 'esm',
    // The daemon's half, Playwright included, stays unread while the command line runs.
    splitting: true,
    sourcemap: 'none',
    plugins: [playwrightInline],
    define: {
      'process.env.BROWSE_BUILD_VERSION': JSON.stringify(packageJson.version),
      'process.env.BROWSE_BUILD_COMMIT': JSON.stringify(commit()),
    },
    compile: {
      outfile,
      // The program runs inside other people's projects: none of their files may configure it.
      autoloadDotenv: false,
      autoloadBunfig: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
  });
}

function commit(): string {
  const head = git('rev-parse', '--short=12', 'HEAD');
  if (!head) return 'unknown';
  return git('status', '--porcelain', '--', ...SOURCES) ? `${head}-dirty` : head;
}

function git(...command: string[]): string {
  try {
    const run = Bun.spawnSync(['git', ...command], {
      cwd: ROOT,
      stdin: 'ignore',
      stderr: 'ignore',
    });
    return run.success ? run.stdout.toString().trim() : '';
  } catch {
    // No git on this machine: the sources came as an archive.
    return '';
  }
}

/**
 * The binary takes the age of its newest source, a little rounded up, so that an edit made while
 * it was being compiled counts as newer.
 */
async function newestSource(): Promise<Date> {
  const files = await readdir(join(ROOT, 'browse/src'), { recursive: true });
  const gitDirectory = git('rev-parse', '--absolute-git-dir');
  const paths = [
    ...SOURCES.map(source => join(ROOT, source)),
    ...files.map(file => join(ROOT, 'browse/src', file)),
    ...(gitDirectory ? [join(gitDirectory, 'logs/HEAD')] : []),
  ];
  const ages = await Promise.all(paths.map(path => modifiedAt(path)));
  return new Date(Math.ceil(Math.max(...ages)) + 1);
}

async function modifiedAt(path: string): Promise<number> {
  const found = await stat(path).catch(() => undefined);
  return found?.mtimeMs ?? 0;
}
