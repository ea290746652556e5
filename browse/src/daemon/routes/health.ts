import type { Route } from '#daemon/route.ts';
import { ROUTES } from '#protocol/routes.ts';

/** Says that the daemon lives, to anybody on this machine, and nothing else. */
export const healthRoute = (version: string): Route => ({
  ...ROUTES.health,
  handle: async () => Response.json({ status: 'ok', version }),
});
