import { describe, expect, test } from 'bun:test';

import { listenOnFreePort } from '#platform/ports.ts';

import { failureOf } from '../support/expect-failure.ts';

describe('listenOnFreePort', () => {
  const taken = (port: number): never => {
    throw Object.assign(new Error(`port ${port}`), { code: 'EADDRINUSE' });
  };

  test('tries ports below the ones the kernel hands out', () => {
    const ports = Array.from({ length: 500 }, () => listenOnFreePort(0, port => port));

    expect(ports.every(port => port >= 10_000 && port <= 49_151)).toBe(true);
  });

  test('takes the next one when one is taken', () => {
    let tries = 0;

    const port = listenOnFreePort(0, candidate => (++tries < 5 ? taken(candidate) : candidate));

    expect(tries).toBe(5);
    expect(port).toBeGreaterThan(0);
  });

  test.each([
    ['five are taken', 0, 5, 'EADDRINUSE'],
    ['the fixed one is taken', 8_080, 1, 'EADDRINUSE'],
    ['it is not allowed', 0, 1, 'EPERM'],
  ] as const)('gives up when %s, and names the errno', (_, fixed, wanted, code) => {
    let tries = 0;

    const failure = failureOf(() =>
      listenOnFreePort(fixed, () => {
        tries++;
        throw Object.assign(new Error('no'), { code });
      }),
    );

    expect({ tries, code: failure.code }).toEqual({ tries: wanted, code: 'environment' });
    expect(failure.message).toEndWith(`: ${code}`);
  });
});
