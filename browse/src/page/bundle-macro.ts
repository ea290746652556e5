/**
 * Runs while a module that imports it is transpiled, in `bun run`, `bun test` and `bun build` alike.
 * A child process does the bundling because `Bun.build` would wait for the very build it is part of.
 */
export function bundlePageEngine(): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(
    [
      process.execPath,
      'build',
      `${import.meta.dir}/main.ts`,
      '--format=iife',
      '--minify',
      '--target=browser',
    ],
    { env: { ...process.env, BUN_BE_BUN: '1' } },
  );
  const bundle = stdout.toString().trim();
  if (exitCode === 0 && bundle !== '') return asExpression(bundle);

  const message = `Cannot bundle the page engine: ${stderr.toString().trim() || `exit ${exitCode}`}`;
  // Bun drops the message of an error thrown in a macro.
  process.stderr.write(`${message}\n`);
  throw new Error(message);
}

/** Playwright evaluates the source between parentheses, so it has to be one expression. */
function asExpression(bundle: string): string {
  return `(() => { let engine; const install = made => { engine = made; }; ${bundle}\nreturn engine; })()`;
}
