import { describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';

import { assertSafePath } from '#platform/safe-paths.ts';

import { failureOf } from '../support/expect-failure.ts';
import type { TemporaryFolder } from '../support/temporary.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** `cwd` with a state directory and links out of it, beside `outside` and `temporary`. */
function playground(): TemporaryFolder {
  const folder = temporaryFolder();
  for (const name of ['cwd', 'cwd/sub', 'cwd/.gstack', 'outside', 'temporary', 'cwd-twin'])
    mkdirSync(folder.at(name));
  writeFileSync(folder.at('outside', 'secret'), '');
  const links = {
    'cwd/leaf': folder.at('outside', 'secret'),
    'cwd/way-out': folder.at('outside'),
    'cwd/relative': '../outside',
    'cwd/dangling': folder.at('outside', 'not-yet'),
    'cwd/chain': 'dangling',
    'cwd/loop': 'loop',
    'cwd/inside': 'sub',
    'cwd/to-state': '.gstack',
    'temporary/way-out': folder.at('outside'),
  };
  for (const [name, target] of Object.entries(links)) symlinkSync(target, folder.at(name));
  return folder;
}

const check = (folder: TemporaryFolder, path: string): void =>
  assertSafePath(folder.at(path), {
    cwd: folder.at('cwd'),
    temporary: folder.at('temporary'),
    stateDirectory: folder.at('cwd', '.gstack'),
  });

describe('a path', () => {
  test.each([
    ['in the directory', 'cwd/file.png'],
    ['the directory itself', 'cwd'],
    ['below it', 'cwd/sub/file.png'],
    ['below it, in folders that do not exist yet', 'cwd/a/b/c.png'],
    ['with .. that stays within', 'cwd/sub/../file.png'],
    ['with a name that begins with dots', 'cwd/..file'],
    ['through a link that stays within', 'cwd/inside/file.png'],
    ['in the temporary folder', 'temporary/file.png'],
  ])('%s is allowed', (_, path) => {
    using folder = playground();

    expect(() => check(folder, path)).not.toThrow();
  });

  test.each([
    ['outside', 'outside/secret'],
    ['with .. that leads out', 'cwd/../outside/secret'],
    ['that is the parent', '.'],
    ['in a folder whose name begins the same', 'cwd-twin/file'],
    ['that is a link to a file outside', 'cwd/leaf'],
    ['through a link to a folder outside', 'cwd/way-out/file'],
    ['through a relative link', 'cwd/relative/file'],
    ['that does not exist, behind a link', 'cwd/way-out/a/b'],
    ['that is a dangling link out', 'cwd/dangling'],
    ['that is a link to a dangling link out', 'cwd/chain'],
    ['through a link in the temporary folder', 'temporary/way-out/x'],
  ])('%s is denied', (_, path) => {
    using folder = playground();

    const failure = failureOf(() => check(folder, path));

    expect(failure).toMatchObject({ code: 'denied' });
    expect(failure.message).toContain('Path must be within: ');
    expect(failure.hint).toBe('Name a file in the current directory or in the temporary folder.');
  });

  test.each([
    'cwd/.gstack',
    'cwd/.gstack/browse.json',
    'cwd/to-state/browse.json',
    'cwd/sub/../.gstack/new',
  ])('to the state directory is denied: %s', path => {
    using folder = playground();

    expect(failureOf(() => check(folder, path))).toMatchObject({
      code: 'denied',
      message: expect.stringContaining('the state directory is closed to commands'),
    });
  });

  test('that is a link to itself ends in a decision', () => {
    using folder = playground();

    expect(() => check(folder, 'cwd/loop')).not.toThrow();
  });
});
