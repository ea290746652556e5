import { describe, expect, test } from 'bun:test';

import { healthRoute } from '#daemon/routes/health.ts';

describe('the route of the health', () => {
  test('says that the daemon lives and nothing more', async () => {
    const { auth, handle } = healthRoute('1.2.3');

    expect(auth).toBe('none');
    expect(await (await handle(new Request('http://a/health'))).json()).toEqual({
      status: 'ok',
      version: '1.2.3',
    });
  });
});
