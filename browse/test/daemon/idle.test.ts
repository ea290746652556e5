import { describe, expect, test } from 'bun:test';

import { IdleClock } from '#daemon/idle.ts';

describe('the idle clock', () => {
  test('calls back when nothing happens', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();

    const clock = new IdleClock(
      5,
      () => false,
      () => resolve('idle'),
    );

    expect(await promise).toBe('idle');
    clock.stop();
  });

  test('waits while something runs', async () => {
    let asked = 0;
    const { promise, resolve } = Promise.withResolvers<number>();

    const clock = new IdleClock(
      2,
      () => ++asked < 4,
      () => resolve(asked),
    );

    expect(await promise).toBe(4);
    clock.stop();
  });

  test.each([
    ['0 means never', 0],
    ['more than a timer can hold is not at once', Number.MAX_SAFE_INTEGER],
  ])('%s', async (_, ms) => {
    let calls = 0;
    const clock = new IdleClock(
      ms,
      () => false,
      () => calls++,
    );
    const other = Promise.withResolvers<void>();
    const later = new IdleClock(20, () => false, other.resolve);

    await other.promise;

    expect(calls).toBe(0);
    for (const each of [clock, later]) each.stop();
  });
});
