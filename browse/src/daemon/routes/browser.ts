import type { Route } from '#daemon/route.ts';
import { ROUTES } from '#protocol/routes.ts';

/** Answers once the browser runs, with its executable; `find` fails when it cannot start. */
export const browserRoute = (find: () => Promise<string>): Route => ({
  ...ROUTES.browser,
  handle: async () => Response.json({ executable: await find() }),
});
