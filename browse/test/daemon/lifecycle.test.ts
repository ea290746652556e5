import { describe, expect, test } from 'bun:test';

import { Lifecycle } from '#daemon/lifecycle.ts';

interface Options {
  readonly leave?: () => void;
  readonly closeBrowser?: () => Promise<void>;
}

/** Ends a daemon of these parts and gives what it did, in order, once it has exited. */
async function end({ leave, closeBrowser }: Options, reason: string, code?: number) {
  const did: string[] = [];
  const { promise: exited, resolve } = Promise.withResolvers<number>();
  const lifecycle = new Lifecycle(
    {
      logger: { log: event => did.push(event), bug: where => did.push(`bug in ${where}`) },
      leave: () => {
        did.push('leave');
        leave?.();
      },
      closeBrowser: async () => {
        did.push('close');
        await closeBrowser?.();
      },
      drain: async () => void did.push('drain'),
      exit: resolve,
    },
    20,
  );
  void lifecycle.end(reason, code);
  void lifecycle.end('a second reason', 9);
  return { did, code: await exited };
}

const fail = (): never => {
  throw new Error('disk full');
};

describe('the end of a daemon', () => {
  test('happens once, in order, and with the code of the first reason', async () => {
    expect(await end({}, 'idle')).toEqual({
      did: ['ending: idle', 'leave', 'close', 'drain', 'ended'],
      code: 0,
    });
  });

  test('is not stopped by what fails on the way', async () => {
    const ended = await end({ leave: fail, closeBrowser: async () => fail() }, 'stop', 1);

    expect(ended).toEqual({
      did: [
        'ending: stop',
        'leave',
        'bug in leaving',
        'close',
        'bug in closing the browser',
        'drain',
        'ended',
      ],
      code: 1,
    });
  });

  test('is forced when the browser does not close', async () => {
    const { promise: never } = Promise.withResolvers<void>();

    const { did, code } = await end({ closeBrowser: async () => await never }, 'stop');

    expect(did.at(-1)).toBe('the end took too long');
    expect(code).toBe(1);
  });
});
