import { isAuthentic } from '#auth/authenticate.ts';
import { BrowseError, FAILURES, denied, notFound } from '#core/errors.ts';
import type { Logger } from '#platform/logger.ts';
import type { Failure } from '#protocol/command.ts';
import { INSTANCE_HEADER, NOTICE_HEADER } from '#protocol/command.ts';

import type { Route } from './route.ts';

interface Identity {
  readonly token: string;
  readonly instance: string;
  /** `127.0.0.1:<port>`, the only Host that is answered. */
  readonly host: () => string;
}

interface Desk {
  readonly routes: readonly Route[];
  readonly logger: Logger;
  /** What is to be said once on standard error, to whoever holds the token. */
  readonly takeNotices: () => readonly string[];
}

/** The handler of a listener: what a route does not name is 404, and every error becomes one JSON shape. */
export function createHandler(
  desk: Desk,
  identity: Identity,
): (request: Request) => Promise<Response> {
  return async request => {
    const response = await answer(desk, identity, request).catch((error: unknown) =>
      toResponse(error, desk.logger),
    );
    response.headers.set(INSTANCE_HEADER, identity.instance);
    return response;
  };
}

async function answer(
  { routes, logger, takeNotices }: Desk,
  { token, host }: Identity,
  request: Request,
): Promise<Response> {
  const { headers, method, url } = request;
  refuseBrowsers(headers, host());
  const { pathname } = new URL(url);
  const route = routes.find(
    candidate => candidate.path === pathname && candidate.method === method,
  );
  if (!route) throw notFound(`Cannot ${method} ${pathname}: no such route`);
  if (route.auth === 'none') return await route.handle(request);
  if (!isAuthentic(headers.get('authorization'), token))
    throw new BrowseError('unauthenticated', 'Cannot accept the request: wrong or missing token', {
      hint: 'Send the token of the state file as Authorization: Bearer.',
    });
  const response = await route.handle(request).catch((error: unknown) => toResponse(error, logger));
  // After the command, which may be what gave cause for one; a failure carries it as well.
  const notices = takeNotices();
  if (notices.length > 0)
    response.headers.set(NOTICE_HEADER, encodeURIComponent(notices.join('\n')));
  return response;
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
