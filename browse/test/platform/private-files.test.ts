import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';

import {
  createPrivateFile,
  makeOwnDirectory,
  makePrivateDirectory,
  readOwnFile,
  writePrivateFile,
} from '#platform/private-files.ts';

import { failureOf } from '../support/expect-failure.ts';
import { modeOf, temporaryFolder } from '../support/temporary.ts';

const isRoot = process.getuid?.() === 0;

describe('makePrivateDirectory', () => {
  test('makes what is missing for its owner alone, closed to git', () => {
    using folder = temporaryFolder();

    makePrivateDirectory(folder.at('a', 'b'));

    expect([folder.at('a'), folder.at('a', 'b')].map(path => modeOf(statSync(path)))).toEqual([
      '700',
      '700',
    ]);
    expect(readFileSync(folder.at('a', 'b', '.gitignore'), 'utf8')).toBe('*\n');
  });

  test('closes a .gstack that was open to readers', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('.gstack'), { mode: 0o755 });

    makePrivateDirectory(folder.at('.gstack'));

    expect(modeOf(statSync(folder.at('.gstack')))).toBe('700');
    expect(existsSync(folder.at('.gstack', '.gitignore'))).toBe(true);
  });

  test('leaves a directory that its user made as it is', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('mine'), { mode: 0o755 });

    makePrivateDirectory(folder.at('mine'));

    expect(modeOf(statSync(folder.at('mine')))).toBe('755');
    expect(readdirSync(folder.at('mine'))).toEqual([]);
  });

  test('keeps a .gitignore that is there', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('.gstack'));
    writeFileSync(folder.at('.gstack', '.gitignore'), 'own rules\n');

    makePrivateDirectory(folder.at('.gstack'));

    expect(readFileSync(folder.at('.gstack', '.gitignore'), 'utf8')).toBe('own rules\n');
  });

  test.each([
    [
      'others may write to',
      (path: string) => {
        mkdirSync(path);
        chmodSync(path, 0o777);
      },
    ],
    ['is a link', (path: string) => symlinkSync('/', path)],
    ['is a dangling link', (path: string) => symlinkSync('/nowhere/at/all', path)],
    ['is a file', (path: string) => writeFileSync(path, '')],
  ])('refuses what %s', (_, make) => {
    using folder = temporaryFolder();
    make(folder.at('place'));

    const failure = failureOf(() => makePrivateDirectory(folder.at('place')));

    expect(failure).toMatchObject({ code: 'environment' });
    expect(failure.hint).toContain('BROWSE_STATE_FILE');
  });

  test.skipIf(!isRoot)('refuses a directory of another user', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('.gstack'));
    chownSync(folder.at('.gstack'), 12_345, 12_345);

    expect(failureOf(() => makePrivateDirectory(folder.at('.gstack'))).message).toContain(
      'not a directory of this user',
    );
  });
});

describe('makeOwnDirectory', () => {
  test('says whether it made it', () => {
    using folder = temporaryFolder();

    expect(makeOwnDirectory(folder.at('x'), '')).toBe(true);
    expect(makeOwnDirectory(folder.at('x'), '')).toBe(false);
  });
});

describe('a private file', () => {
  test('can be read and written by its owner alone', () => {
    using folder = temporaryFolder();

    writePrivateFile(folder.at('f'), 'content');

    expect(modeOf(statSync(folder.at('f')))).toBe('600');
    expect(readFileSync(folder.at('f'), 'utf8')).toBe('content');
  });

  test('replaces one that was open, and leaves no draft', () => {
    using folder = temporaryFolder();
    writeFileSync(folder.at('f'), 'old', { mode: 0o666 });

    writePrivateFile(folder.at('f'), 'new');

    expect(modeOf(statSync(folder.at('f')))).toBe('600');
    expect(readdirSync(folder.path)).toEqual(['f']);
  });

  test('replaces a link instead of writing through it', () => {
    using folder = temporaryFolder();
    writeFileSync(folder.at('victim'), 'untouched');
    symlinkSync(folder.at('victim'), folder.at('f'));

    writePrivateFile(folder.at('f'), 'new');

    expect(readFileSync(folder.at('victim'), 'utf8')).toBe('untouched');
    expect(readFileSync(folder.at('f'), 'utf8')).toBe('new');
  });

  test('that cannot be written leaves no draft', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('f'));

    expect(() => writePrivateFile(folder.at('f'), 'new')).toThrow();

    expect(readdirSync(folder.path)).toEqual(['f']);
  });

  test('is created with its content, for its owner alone, and leaves no draft', () => {
    using folder = temporaryFolder();

    createPrivateFile(folder.at('f'), 'content');

    expect(modeOf(statSync(folder.at('f')))).toBe('600');
    expect(readFileSync(folder.at('f'), 'utf8')).toBe('content');
    expect(readdirSync(folder.path)).toEqual(['f']);
  });

  test.each([
    ['a file', (path: string) => writeFileSync(path, '')],
    ['a dangling link', (path: string) => symlinkSync('/nowhere/at/all', path)],
  ])('is not created where there is %s', (_, make) => {
    using folder = temporaryFolder();
    make(folder.at('f'));

    expect(() => createPrivateFile(folder.at('f'), 'x')).toThrow('EEXIST');
    expect(readdirSync(folder.path)).toEqual(['f']);
  });
});

describe('readOwnFile', () => {
  test('reads a file that only its owner could have written', () => {
    using folder = temporaryFolder();
    writePrivateFile(folder.at('f'), 'content');

    expect(readOwnFile(folder.at('f'))).toBe('content');
  });

  test.each([
    ['is absent', () => undefined],
    ['is a folder', (path: string) => mkdirSync(path)],
    [
      'is a link',
      (path: string) => {
        writePrivateFile(`${path}2`, '');
        symlinkSync(`${path}2`, path);
      },
    ],
    [
      'its group may write',
      (path: string) => {
        writeFileSync(path, '');
        chmodSync(path, 0o660);
      },
    ],
    [
      'all may write',
      (path: string) => {
        writeFileSync(path, '');
        chmodSync(path, 0o602);
      },
    ],
  ])('gives nothing when the file %s', (_, make) => {
    using folder = temporaryFolder();
    make(folder.at('f'));

    expect(readOwnFile(folder.at('f'))).toBeUndefined();
  });

  test.skipIf(!isRoot)('gives nothing when the file belongs to another user', () => {
    using folder = temporaryFolder();
    writePrivateFile(folder.at('f'), 'planted');
    chownSync(folder.at('f'), 12_345, 12_345);

    expect(readOwnFile(folder.at('f'))).toBeUndefined();
  });
});
