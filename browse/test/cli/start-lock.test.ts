import { describe, expect, test } from 'bun:test';
import {
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';

import { tryStartLock } from '#cli/start-lock.ts';
import { ownIdentity } from '#platform/processes.ts';

import { modeOf, temporaryFolder } from '../support/temporary.ts';

describe('a start lock', () => {
  test('is held by one at a time and given back', () => {
    using folder = temporaryFolder();
    const path = folder.at('browse.lock');

    const first = tryStartLock(path);

    expect(first).toBeDefined();
    expect(modeOf(statSync(path))).toBe('600');
    expect(tryStartLock(path)).toBeUndefined();
    first?.[Symbol.dispose]();
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test.each([
    ['a dead process', '999999999 1 x'],
    ['a live pid that is another process by now', `${process.pid} 1 x`],
    ['nobody', 'garbage'],
    ['something that is no text', '\0\0\0'],
    ['somebody who could not write it', ''],
  ])('that belongs to %s is taken over', (_, content) => {
    using folder = temporaryFolder();
    writeFileSync(folder.at('browse.lock'), content, { mode: 0o600 });

    using lock = tryStartLock(folder.at('browse.lock'));

    expect(lock).toBeDefined();
    expect(readdirSync(folder.path)).toEqual(['browse.lock']);
  });

  test('that belongs to a live process is respected', () => {
    using folder = temporaryFolder();
    const { pid, startTime } = ownIdentity();
    writeFileSync(folder.at('browse.lock'), `${pid} ${startTime} x`, { mode: 0o600 });

    expect(tryStartLock(folder.at('browse.lock'))).toBeUndefined();
    expect(readdirSync(folder.path)).toEqual(['browse.lock']);
  });

  test('taken sweeps away what dead processes had not finished, and nothing else', () => {
    using folder = temporaryFolder();
    const draft = (pid: number): string => `.browse-${pid}-${crypto.randomUUID()}.tmp`;
    const [dead, alive] = [draft(999_999_999), draft(process.pid)];
    for (const name of [dead, alive, '.browse-1.tmp', 'notes.tmp'])
      writeFileSync(folder.at(name), '');

    using _lock = tryStartLock(folder.at('browse.lock'));

    expect(readdirSync(folder.path).toSorted()).toEqual(
      [alive, '.browse-1.tmp', 'notes.tmp', 'browse.lock'].toSorted(),
    );
  });

  test('given back late is not taken from its new owner', () => {
    using folder = temporaryFolder();
    const path = folder.at('browse.lock');
    const late = tryStartLock(path);
    writeFileSync(path, 'another owner');

    late?.[Symbol.dispose]();

    expect(readFileSync(path, 'utf8')).toBe('another owner');
  });

  test.each([
    ['a link', (path: string) => symlinkSync('/nowhere/at/all', path)],
    ['a folder', (path: string) => mkdirSync(path)],
  ])('whose name is taken by %s is free in the end', (_, make) => {
    using folder = temporaryFolder();
    make(folder.at('browse.lock'));

    using lock = tryStartLock(folder.at('browse.lock')) ?? tryStartLock(folder.at('browse.lock'));

    expect(lock).toBeDefined();
  });
});
