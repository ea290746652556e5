import type { Address } from '#protocol/routes.ts';

/** One address of the daemon and what answers there. */
export interface Route extends Address {
  readonly handle: (request: Request) => Promise<Response>;
}
