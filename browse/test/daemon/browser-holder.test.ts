import { describe, expect, test } from 'bun:test';
import { EventEmitter } from 'node:events';

import type { Launched } from '#browser/launch.ts';
import { Capture } from '#capture/capture.ts';
import { environment } from '#core/errors.ts';
import { BrowserHolder } from '#daemon/browser-holder.ts';

import { rejectionOf } from '../support/expect-failure.ts';

/** A browser that can do nothing but end, and opens no context. */
class DeadBrowser extends EventEmitter {
  closed = 0;
  readonly newContext = async (): Promise<never> => await Promise.reject(new Error('no context'));
  readonly close = async (): Promise<void> => {
    this.closed++;
    this.emit('disconnected');
  };
}

function hold(launch: () => Promise<Launched>) {
  const said: string[] = [];
  const nowhere = { append: () => undefined };
  const capture = new Capture({ console: nowhere, network: nowhere, dialog: nowhere }, () => {
    throw new Error('nothing is logged');
  });
  const holder = new BrowserHolder(launch, capture, {
    onCrash: () => said.push('crash'),
    onFailed: ({ message }) => said.push(`failed: ${message}`),
    onNotice: notice => said.push(`notice: ${notice}`),
  });
  return { holder, said };
}

/** Launched, and then of no use. */
function launchDead(): { readonly browser: DeadBrowser; readonly launch: () => Promise<Launched> } {
  const browser = new DeadBrowser();
  const launched = { browser, executable: '/bin/chromium', notice: 'no sandbox' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the holder uses no more of it
  return { browser, launch: async () => launched as unknown as Launched };
}

describe('the holder of the browser', () => {
  test('says why the browser could not start, to whoever asks and to whoever listens', async () => {
    const failure = environment('Cannot start /bin/false: it ended');
    const { holder, said } = hold(async () => await Promise.reject(failure));

    expect(holder.failure).toBeUndefined();
    expect(await rejectionOf(holder.session())).toBe(failure);
    expect(holder).toMatchObject({ failure, running: undefined });
    expect(said).toEqual([`failed: ${failure.message}`]);
    await holder.close();
  });

  test('keeps a browser whose first tab cannot open, and closes it', async () => {
    const { browser, launch } = launchDead();
    const { holder, said } = hold(launch);

    expect(await rejectionOf(holder.session())).toMatchObject({
      code: 'environment',
      message: 'Cannot use the browser: no context',
    });
    await holder.close();

    expect(browser.closed).toBe(1);
    expect(said).toEqual(['notice: no sandbox', 'failed: Cannot use the browser: no context']);
  });

  test('does not call it a failure that the browser is closed while it starts', async () => {
    const { promise, resolve } = Promise.withResolvers<Launched>();
    const { holder, said } = hold(async () => await promise);
    const { browser, launch } = launchDead();

    const closing = holder.close();
    resolve(await launch());
    await closing;
    await rejectionOf(holder.session());

    expect(browser.closed).toBe(1);
    expect(said).toEqual(['notice: no sandbox']);
  });
});
