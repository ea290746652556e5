import { isAuthentic } from '#auth/authenticate.ts';
import { BrowseError, FAILURES, denied, notFound } from '#core/errors.ts';
import type { Logger } from '#platform/logger.ts';
import type { Failure } from '#protocol/command.ts';
import { INSTANCE_HEADER } from '#protocol/command.ts';

import type { Route } from './route.ts';

interface Identity {
  readonly token: string;
  readonly instance: string;
  /** `127.0.0.1:<port>`, the only Host that is answered. */
  readonly host: () => string;
}

/** The handler of a listener: what a route does not name is 404, and every error becomes one JSON shape. */
export function createHandler(
  routes: readonly Route[],
  { token, instance, host }: Identity,
  logger: Logger,
): (request: Request) => Promise<Response> {
  return async request => {
    const response = await answer(routes, request, { token, host }).catch((error: unknown) =>
      toResponse(error, logger),
    );
    response.headers.set(INSTANCE_HEADER, instance);
    return response;
  };
}

async function answer(
  routes: readonly Route[],
  request: Request,
  { token, host }: Pick<Identity, 'token' | 'host'>,
): Promise<Response> {
  const { headers, method, url } = request;
  refuseBrowsers(headers, host());
  const { pathname } = new URL(url);
  const route = routes.find(
    candidate => candidate.path === pathname && candidate.method === method,
  );
  if (!route) throw notFound(`Cannot ${method} ${pathname}: no such route`);
  if (route.auth === 'root' && !isAuthentic(headers.get('authorization'), token))
    throw new BrowseError('unauthenticated', 'Cannot accept the request: wrong or missing token', {
      hint: 'Send the token of the state file as Authorization: Bearer.',
    });
  return await route.handle(request);
}

/** A web page can reach this port but can hide neither its origin nor, when it rebinds a name, its host. */
function refuseBrowsers(headers: Headers, host: string): void {
  if (headers.get('host') !== host)
    throw denied('Cannot accept the request: its Host is not this daemon');
  if (headers.has('origin') || headers.has('sec-fetch-site'))
    throw denied('Cannot accept the request: it comes from a web page');
}

function toResponse(error: unknown, logger: Logger): Response {
  const isKnown = error instanceof BrowseError;
  if (!isKnown || error.code === 'internal')
    logger.bug('a request', isKnown ? (error.cause ?? error) : error);
  const { code, message, hint } = isKnown
    ? error
    : new BrowseError(
        'internal',
        'Cannot finish the command: an unexpected error, see the daemon log',
        {
          hint: 'Run `browse status`; if it happens again, report it.',
        },
      );
  const failure: Failure = {
    success: false,
    error: { code, message, ...(hint !== undefined && { hint }) },
  };
  return Response.json(failure, { status: FAILURES[code].status });
}
