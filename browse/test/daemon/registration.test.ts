import { describe, expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';

import { Registration } from '#daemon/registration.ts';
import { writePrivateFile } from '#platform/private-files.ts';
import { isAlive } from '#platform/processes.ts';
import { readDaemonState } from '#platform/state-file.ts';

import { eventually } from '../support/browse.ts';
import { modeOf, temporaryFolder } from '../support/temporary.ts';

describe('a registration', () => {
  const where = (instance: string) => ({
    instance,
    token: crypto.randomUUID(),
    port: 12_345,
    startedAt: new Date().toISOString(),
  });

  test('tells where this process listens, to its owner alone', () => {
    using folder = temporaryFolder();
    const told = where('this-one');

    const registration = new Registration(folder.at('browse.json'), told, () => undefined);

    const state = readDaemonState(folder.at('browse.json'));
    expect(state).toMatchObject({ ...told, pid: process.pid });
    expect(state && isAlive(state)).toBe(true);
    expect(modeOf(statSync(folder.at('browse.json')))).toBe('600');
    registration.withdraw();
    expect(existsSync(folder.at('browse.json'))).toBe(false);
  });

  test('leaves the file of another daemon alone', () => {
    using folder = temporaryFolder();
    const path = folder.at('browse.json');
    const mine = new Registration(path, where('mine'), () => undefined);
    const other = new Registration(path, where('other'), () => undefined);

    mine.withdraw();

    expect(readDaemonState(path)?.instance).toBe('other');
    other.withdraw();
  });

  test.each([
    ['is deleted', (path: string) => rmSync(path)],
    ['is damaged', (path: string) => writeFileSync(path, '{')],
    ['becomes writable for others', (path: string) => chmodSync(path, 0o666)],
    [
      'is replaced',
      (path: string) =>
        writePrivateFile(path, readFileSync(path, 'utf8').replace('this-one', 'other')),
    ],
  ])('notices when its file %s', async (_, damage) => {
    using folder = temporaryFolder();
    let isLost = false;
    const registration = new Registration(
      folder.at('browse.json'),
      where('this-one'),
      () => {
        isLost = true;
      },
      5,
    );

    damage(folder.at('browse.json'));

    await eventually('the notice', () => isLost, 3_000);
    registration.withdraw();
  });
});
