import { describe, expect, test } from 'bun:test';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import { openProfileFolder } from '#daemon/profile-folder.ts';
import { ownIdentity } from '#platform/processes.ts';

import { failureOf } from '../support/expect-failure.ts';
import { modeOf, temporaryFolder } from '../support/temporary.ts';

describe('a profile folder', () => {
  const open = () =>
    openProfileFolder(`/project-${crypto.randomUUID()}/browse.json`, ownIdentity());

  test('is empty, for its owner alone, and gone when it is disposed', () => {
    const profile = open();

    expect(readdirSync(profile.path)).toEqual([]);
    expect(modeOf(statSync(profile.path))).toBe('700');
    expect(modeOf(statSync(dirname(profile.path)))).toBe('700');
    writeFileSync(join(profile.path, 'left'), '');
    profile[Symbol.dispose]();
    expect(existsSync(dirname(profile.path))).toBe(false);
  });

  test('removes what dead daemons left, and only that', () => {
    const stateFile = `/project-${crypto.randomUUID()}/browse.json`;
    const living = openProfileFolder(stateFile, ownIdentity());
    const place = dirname(living.path);
    writeFileSync(join(living.path, 'in use'), '');
    for (const name of ['999999999-abc', `${process.pid}-wrong`, 'profile', '-5-x', '1-x']) {
      mkdirSync(join(place, name));
      writeFileSync(join(place, name, 'left'), '');
    }

    const another = openProfileFolder(stateFile, { pid: process.pid, startTime: 'another' });

    expect(readdirSync(place).toSorted()).toEqual(
      [living.path, another.path].map(path => path.slice(place.length + 1)).toSorted(),
    );
    expect(readdirSync(living.path)).toEqual(['in use']);
    another[Symbol.dispose]();
    living[Symbol.dispose]();
  });

  test.each([
    [
      'a link to a folder of the user',
      (place: string, victim: string) => symlinkSync(victim, place),
    ],
    ['a file', (place: string) => writeFileSync(place, '')],
  ])('that was foreseen and is %s is refused, and nothing is removed', (_, trap) => {
    using victim = temporaryFolder();
    writeFileSync(victim.at('precious'), '');
    const stateFile = `/project-${crypto.randomUUID()}/browse.json`;
    const foreseen = openProfileFolder(stateFile, ownIdentity());
    const place = dirname(foreseen.path);
    foreseen[Symbol.dispose]();
    trap(place, victim.path);

    const failure = failureOf(() => openProfileFolder(stateFile, ownIdentity()));

    expect(failure.code).toBe('environment');
    expect(readdirSync(victim.path)).toEqual(['precious']);
    rmSync(place);
  });
});
