/**
 * Runs the tests whose path contains one of the given words, or all of them, and closes with
 * `N passed, N failed`, counted from the runner's own report. `--checks` runs the checks before
 * them. From the first other option on, arguments go to `bun test`.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const ROOT = resolve(import.meta.dir, '..');
const LONGEST_RUN_MS = 15 * 60_000;
const WORKERS = 2;

const { withChecks, words, options } = readArguments(process.argv.slice(2));
await setUp();
const failedChecks = withChecks ? await runChecks() : 0;
const counts = await runTests().catch((error: unknown): Counts => {
  console.error(error);
  return { passed: 0, failed: 1, skipped: 0 };
});
const failed = counts.failed + failedChecks;
const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
console.log(`${counts.passed} passed, ${failed} failed${skipped}`);
process.exit(failed === 0 ? 0 : 1);

function readArguments(argv: string[]) {
  const rest = argv.filter(word => word !== '--checks');
  const firstOption = rest.findIndex(word => word.startsWith('-'));
  const end = firstOption === -1 ? rest.length : firstOption;
  return {
    withChecks: rest.length < argv.length,
    words: rest.slice(0, end),
    options: rest.slice(end),
  };
}

/** The tests drive the compiled binary: a stale one would be the wrong thing to test. */
async function setUp(): Promise<void> {
  const setup = Bun.spawn(['./setup', '--for-tests'], {
    cwd: ROOT,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  const code = await setup.exited;
  if (code === 0) return;
  console.log('0 passed, 1 failed');
  process.exit(1);
}

async function runChecks(): Promise<number> {
  const check = Bun.spawn([process.execPath, 'scripts/check.ts'], {
    cwd: ROOT,
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  return await check.exited;
}

async function runTests(): Promise<Counts> {
  const files = await selectFiles();
  if (files.length === 0) return failure(`No test file has ${words.join(' or ')} in its path`);

  const folder = await mkdtemp(join(tmpdir(), 'browse-test-'));
  try {
    const report = join(folder, 'report.xml');
    const status = await runBunTest(files, report);
    if (!(await Bun.file(report).exists())) {
      return failure(`The test run ended without a report (${status})`);
    }
    return count(await Bun.file(report).text(), files, status);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function selectFiles(): Promise<string[]> {
  const found = await Array.fromAsync(
    new Bun.Glob('{browse,browser-skills,extension,scripts,test}/**/*.test.ts').scan({ cwd: ROOT }),
  );
  const wanted = words.map(word => word.replace(/^\.\//, ''));
  return found
    .filter(file => !file.includes('node_modules/'))
    .filter(file => wanted.length === 0 || wanted.some(word => file.includes(word)))
    .toSorted();
}

async function runBunTest(files: readonly string[], report: string): Promise<string> {
  const run = Bun.spawn(
    [
      process.execPath,
      'test',
      `--parallel=${WORKERS}`,
      '--reporter=junit',
      `--reporter-outfile=${report}`,
      ...options,
      ...files.map(file => `./${file}`),
    ],
    {
      cwd: ROOT,
      env: { ...process.env, GSTACK_CHROMIUM_PATH: await chromium() },
      stdin: 'ignore',
      stdout: 'inherit',
      stderr: 'inherit',
      timeout: LONGEST_RUN_MS,
      killSignal: 'SIGKILL',
    },
  );
  const code = await run.exited;
  return run.signalCode === null ? `exit status ${code}` : `killed by ${run.signalCode}`;
}

/** The browser that the tests drive: the one the caller names, else the one that the set-up saw start. */
async function chromium(): Promise<string> {
  return (
    process.env['GSTACK_CHROMIUM_PATH'] ||
    (await Bun.file(join(ROOT, '.tools/chromium')).text()).trim()
  );
}

function count(report: string, files: readonly string[], status: string): Counts {
  const totals = /<testsuites\b[^>]*>/.exec(report)?.[0] ?? '';
  const read = (name: string): number =>
    Number(new RegExp(`\\b${name}="(\\d+)"`).exec(totals)?.[1] ?? 0);
  const [tests, failures, errors, skipped] = [
    read('tests'),
    read('failures'),
    read('errors'),
    read('skipped'),
  ];
  const silent = options.length === 0 ? silentFiles(report, files) : [];
  for (const file of silent)
    console.log(`No test of ${file} reported: it did not load, or is empty`);

  const passed = tests - failures - errors - skipped;
  let failed = failures + errors + silent.length;
  if (failed === 0 && (passed === 0 || status !== 'exit status 0')) {
    console.log(passed === 0 ? 'No test ran' : `The test run failed (${status})`);
    failed = 1;
  }
  return { passed, failed, skipped };
}

/** A file that throws while it loads is missing from the report instead of failing in it. */
function silentFiles(report: string, files: readonly string[]): string[] {
  const reported = new Set(
    [...report.matchAll(/<testsuite\b[^>]*\bfile="([^"]*)"/g)].map(match => match[1]),
  );
  return files.filter(file => !reported.has(file));
}

function failure(reason: string): Counts {
  console.log(reason);
  return { passed: 0, failed: 1, skipped: 0 };
}
