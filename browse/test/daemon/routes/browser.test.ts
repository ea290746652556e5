import { describe, expect, test } from 'bun:test';

import { browserRoute } from '#daemon/routes/browser.ts';
import { environment } from '#core/errors.ts';

import { rejectionOf } from '../../support/expect-failure.ts';

describe('the route of the browser', () => {
  const request = new Request('http://a/browser', { method: 'POST' });

  test('answers with the executable, and only to the owner', async () => {
    const { auth, handle } = browserRoute(async () => '/bin/chromium');

    expect(auth).toBe('root');
    expect(await (await handle(request)).json()).toEqual({ executable: '/bin/chromium' });
  });

  test('fails as the browser does', async () => {
    const failure = environment('Cannot start /bin/false: it ended');

    const { handle } = browserRoute(async () => await Promise.reject(failure));

    expect(await rejectionOf(handle(request))).toBe(failure);
  });
});
