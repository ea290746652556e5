import type { Route } from '#daemon/route.ts';

/** Says that the daemon lives, to anybody on this machine, and nothing else. */
export const healthRoute = (version: string): Route => ({
  method: 'GET',
  path: '/health',
  auth: 'none',
  handle: async () => Response.json({ status: 'ok', version }),
});
