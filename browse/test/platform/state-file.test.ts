import { describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';

import type { DaemonState } from '#platform/state-file.ts';
import { readDaemonState } from '#platform/state-file.ts';

import { Dice } from '../support/random.ts';
import { temporaryFolder } from '../support/temporary.ts';

const GOOD: DaemonState = {
  pid: 4_242,
  startTime: '123456',
  port: 34_567,
  token: '0b5f0c6e-6d3c-4e5a-9c1d-0123456789ab',
  instance: '11111111-2222-4333-8444-555555555555',
  startedAt: '2026-01-31T12:00:00.000Z',
  version: '1.2.3',
};

function read(content: string | Uint8Array): DaemonState | undefined {
  using folder = temporaryFolder();
  writeFileSync(folder.at('browse.json'), content, { mode: 0o600 });
  return readDaemonState(folder.at('browse.json'));
}

const { token: _, ...WITHOUT_TOKEN } = GOOD;

describe('a state file', () => {
  test('says where the daemon is', () => {
    expect(read(JSON.stringify(GOOD))).toEqual(GOOD);
  });

  test('may hold fields that a later version adds', () => {
    expect(read(JSON.stringify({ ...GOOD, later: true }))).toMatchObject(GOOD);
  });

  test.each([
    ['is empty', ''],
    ['is not JSON', 'pid 42'],
    ['is cut off', JSON.stringify(GOOD).slice(0, -1)],
    ['is two objects', `${JSON.stringify(GOOD)}${JSON.stringify(GOOD)}`],
    ['is null', 'null'],
    ['is a list', '[1]'],
    ['is a text', '"x"'],
    ['lacks a field', JSON.stringify(WITHOUT_TOKEN)],
    ['has a port of 0', JSON.stringify({ ...GOOD, port: 0 })],
    ['has a port beyond the last', JSON.stringify({ ...GOOD, port: 65_536 })],
    ['has a port that is no whole number', JSON.stringify({ ...GOOD, port: 1.5 })],
    ['has a port that is a text', JSON.stringify({ ...GOOD, port: '80' })],
    ['names process 1', JSON.stringify({ ...GOOD, pid: 1 })],
    ['names a process group', JSON.stringify({ ...GOOD, pid: -5 })],
    ['has an empty token', JSON.stringify({ ...GOOD, token: '' })],
    ['has a token that would end a header', JSON.stringify({ ...GOOD, token: 'a\r\nb' })],
    ['has a token that no header can hold', JSON.stringify({ ...GOOD, token: 'ü🔑' })],
    ['has an empty start time', JSON.stringify({ ...GOOD, startTime: '' })],
    ['has a number as instance', JSON.stringify({ ...GOOD, instance: 5 })],
    ['is not UTF-8', new Uint8Array([0xff, 0xfe, 0x00, 0x7b])],
  ])('that %s is as good as absent', (_, content) => {
    expect(read(content)).toBeUndefined();
  });

  test('is read or ignored, whatever it holds', () => {
    using folder = temporaryFolder();
    const path = folder.at('browse.json');
    const good = JSON.stringify(GOOD);
    const dice = new Dice(3);
    const noise = ['"', '{', '}', ',', ':', '0', '-', 'null', '\\', '\0', '\ud800', ' '];
    for (let round = 0; round < 2_000; round++) {
      const at = dice.below(good.length);
      const damaged =
        good.slice(0, at) + dice.several(noise, 3).join('') + good.slice(at + dice.below(4));
      writeFileSync(path, damaged, { mode: 0o600 });
      const state = readDaemonState(path);
      expect(state === undefined || (state.pid > 1 && state.port > 0)).toBe(true);
    }
  });
});
