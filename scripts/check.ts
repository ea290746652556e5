/** Every check that is not a test. Exits with the number of checks that failed. */
import { resolve } from 'node:path';

const ROOT = resolve(import.meta.dir, '..');

/** Tools run under this Bun, so none of them needs Node. */
const tool = (...command: string[]): string[] => [process.execPath, '--bun', 'run', ...command];

const CHECKS: Readonly<Record<string, string[]>> = {
  format: tool('oxfmt', '--check'),
  lint: tool('oxlint', '--type-aware', '--deny-warnings', '--report-unused-disable-directives'),
  types: tool('tsc', '-p', '.'),
  'page types': tool('tsc', '-p', 'browse/src/page'),
  generated: [process.execPath, 'scripts/generate.ts', '--check'],
  'dead code': tool('knip', '--no-progress'),
};

const runs = Object.entries(CHECKS).map(([name, command]) => runCheck(name, command));
let failed = 0;
for (const run of runs) {
  const { name, ok, seconds, output } = await run;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(11)} ${seconds} s`);
  if (ok) continue;
  failed += 1;
  console.log(output.trimEnd());
}
process.exit(failed);

async function runCheck(name: string, command: string[]) {
  const start = performance.now();
  const run = Bun.spawn(command, { cwd: ROOT, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [stdout, stderr, code] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ]);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  return { name, ok: code === 0, seconds, output: stdout + stderr };
}
