import { describe, expect, test } from 'bun:test';

import { isAlive, mayBeAlive, ownIdentity, startTimeOf } from '#platform/processes.ts';

const NOBODY = 999_999_999;

describe('a process identity', () => {
  test('is of a live process while that process runs', () => {
    expect(isAlive(ownIdentity())).toBe(true);
    expect(mayBeAlive(ownIdentity())).toBe(true);
  });

  test.each([
    ['a pid that nobody has', { pid: NOBODY, startTime: '1' }],
    ['a pid that nobody has and no start time', { pid: NOBODY, startTime: '' }],
    ['a live pid with another start time', { pid: process.pid, startTime: '1' }],
    ['a live pid without a start time', { pid: process.pid, startTime: '' }],
    ['no number', { pid: Number.NaN, startTime: '1' }],
  ])('is of nobody with %s', (_, identity) => {
    expect(isAlive(identity)).toBe(false);
  });

  test('is of nobody once the process has ended', async () => {
    const child = Bun.spawn(['sleep', '60']);
    const identity = { pid: child.pid, startTime: startTimeOf(child.pid) ?? '' };
    expect(isAlive(identity)).toBe(true);

    child.kill('SIGKILL');
    await child.exited;

    expect(isAlive(identity)).toBe(false);
    expect(mayBeAlive(identity)).toBe(false);
  });

  test('is read right when the name of the process holds brackets and spaces', async () => {
    const child = Bun.spawn(['sh', '-c', 'printf ") S 1 (x" > /proc/self/comm; echo; read wait'], {
      stdin: 'pipe',
      stdout: 'pipe',
    });
    await child.stdout.getReader().read();
    const clockTicks = Number(startTimeOf(child.pid));
    await child.stdin.end();
    await child.exited;

    expect(clockTicks).toBeGreaterThanOrEqual(Number(ownIdentity().startTime));
  });
});
