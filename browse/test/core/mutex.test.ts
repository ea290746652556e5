import { describe, expect, test } from 'bun:test';

import { Mutex } from '#core/mutex.ts';

import { rejectionOf } from '../support/expect-failure.ts';

const never = new AbortController().signal;

describe('a mutex', () => {
  test('is held by one and says by whom', async () => {
    const mutex = new Mutex();

    const held = await mutex.acquire('click', never);

    expect(mutex.holder?.label).toBe('click');
    held[Symbol.dispose]();
    expect(mutex.holder).toBeUndefined();
  });

  test('is granted in the order asked, never to two at once', async () => {
    const mutex = new Mutex();
    const order: string[] = [];
    let inside = 0;
    const run = async (name: string): Promise<void> => {
      using _held = await mutex.acquire(name, never);
      expect(++inside).toBe(1);
      await Promise.resolve();
      order.push(name);
      inside--;
    };

    await Promise.all(['a', 'b', 'c', 'd'].map(run));

    expect(order).toEqual(['a', 'b', 'c', 'd']);
  });

  test('cannot be taken in between by somebody who never waited', async () => {
    const mutex = new Mutex();
    const first = await mutex.acquire('first', never);
    const waiting = mutex.acquire('waiting', never);

    first[Symbol.dispose]();
    const late = mutex.acquire('late', never);
    const held = await waiting;

    expect(mutex.holder?.label).toBe('waiting');
    held[Symbol.dispose]();
    (await late)[Symbol.dispose]();
    expect(mutex.holder).toBeUndefined();
  });

  test('rejects who gives up waiting, with the reason, and goes to the next', async () => {
    const mutex = new Mutex();
    const giveUp = new AbortController();
    const first = await mutex.acquire('first', never);
    const impatient = mutex.acquire('impatient', giveUp.signal);
    const patient = mutex.acquire('patient', never);

    giveUp.abort(new Error('too slow'));

    expect(await rejectionOf(impatient)).toEqual(new Error('too slow'));
    first[Symbol.dispose]();
    using _held = await patient;
    expect(mutex.holder?.label).toBe('patient');
  });

  test('is not granted to who had given up before asking', async () => {
    const mutex = new Mutex();

    const late = mutex.acquire('late', AbortSignal.abort(new Error('over')));

    expect(await rejectionOf(late)).toEqual(new Error('over'));

    expect(mutex.holder).toBeUndefined();
  });

  test('stays with its holder when that one aborts after it was granted', async () => {
    const mutex = new Mutex();
    const giveUp = new AbortController();
    const first = await mutex.acquire('first', never);
    const second = mutex.acquire('second', giveUp.signal);
    first[Symbol.dispose]();

    giveUp.abort(new Error('too late'));

    using _held = await second;
    expect(mutex.holder?.label).toBe('second');
  });

  test('given back twice is not taken from the next holder', async () => {
    const mutex = new Mutex();
    const first = await mutex.acquire('first', never);
    first[Symbol.dispose]();
    using _second = await mutex.acquire('second', never);

    first[Symbol.dispose]();

    expect(mutex.holder?.label).toBe('second');
  });

  test('rejects with an error when the reason is none', async () => {
    const mutex = new Mutex();
    const giveUp = new AbortController();
    using _first = await mutex.acquire('first', never);
    const waiting = mutex.acquire('waiting', giveUp.signal);

    giveUp.abort('a text');

    expect(await rejectionOf(waiting)).toBeInstanceOf(Error);
  });
});
