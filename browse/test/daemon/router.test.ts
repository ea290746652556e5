import { describe, expect, test } from 'bun:test';

import { BrowseError, FAILURES, usage } from '#core/errors.ts';
import type { FailureCode } from '#core/errors.ts';
import type { Route } from '#daemon/route.ts';
import { createHandler } from '#daemon/router.ts';
import { INSTANCE_HEADER, NOTICE_HEADER } from '#protocol/command.ts';

const HOST = '127.0.0.1:12345';
const TOKEN = 'the-token';

interface Call {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly notices?: string[];
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly instance: string | null;
  readonly notice: string | undefined;
  readonly bugs: readonly unknown[];
  readonly handled: number;
}

const AUTHENTIC = { host: HOST, authorization: `Bearer ${TOKEN}` };

/** Sends one request through a handler with a public and a closed route. */
async function call(
  { method = 'POST', path = '/closed', headers = AUTHENTIC, notices = [] }: Call,
  act: () => Response = () => new Response('handled'),
): Promise<Answer> {
  const bugs: unknown[] = [];
  let handled = 0;
  const handle = async (): Promise<Response> => {
    handled++;
    return act();
  };
  const routes: readonly Route[] = [
    { method: 'GET', path: '/open', auth: 'none', about: '', handle },
    { method: 'POST', path: '/closed', auth: 'root', about: '', handle },
  ];
  const logger = { log: () => undefined, bug: (_: string, thrown: unknown) => bugs.push(thrown) };
  const handler = createHandler(
    { routes, logger, takeNotices: () => notices.splice(0) },
    { token: TOKEN, instance: 'this-one', host: () => HOST },
  );
  const response = await handler(
    new Request(`http://${HOST}${path}`, { method, headers: { ...headers } }),
  );
  const instance = response.headers.get(INSTANCE_HEADER);
  const notice = response.headers.get(NOTICE_HEADER);
  return {
    status: response.status,
    text: await response.text(),
    instance,
    notice: notice === null ? undefined : decodeURIComponent(notice),
    bugs,
    handled,
  };
}

describe('the router', () => {
  test('lets a request with the token through', async () => {
    expect(await call({})).toMatchObject({ status: 200, text: 'handled', handled: 1 });
  });

  test('lets anybody on this machine use an open route', async () => {
    const answer = await call({ method: 'GET', path: '/open', headers: { host: HOST } });

    expect(answer).toMatchObject({ status: 200, handled: 1 });
  });

  test.each([
    ['an unknown path', 404, { path: '/nothing' }],
    ['another method', 404, { method: 'GET' }],
    ['a path that only begins alike', 404, { path: '/closed/more' }],
    ['another method of an open route', 404, { method: 'POST', path: '/open' }],
    ['no token', 401, { headers: { host: HOST } }],
    ['an empty token', 401, { headers: { host: HOST, authorization: 'Bearer ' } }],
    ['a wrong token', 401, { headers: { host: HOST, authorization: 'Bearer another' } }],
    ['no host', 403, { headers: { authorization: `Bearer ${TOKEN}` } }],
    ['a foreign host', 403, { headers: { ...AUTHENTIC, host: 'attacker.example' } }],
    ['another port', 403, { headers: { ...AUTHENTIC, host: '127.0.0.1:1' } }],
    ['a name for this host', 403, { headers: { ...AUTHENTIC, host: 'localhost:12345' } }],
    [
      'a host in which its own only begins',
      403,
      { headers: { ...AUTHENTIC, host: `${HOST}.attacker.example` } },
    ],
    ['an origin', 403, { headers: { ...AUTHENTIC, origin: 'http://attacker.example' } }],
    ['its own origin', 403, { headers: { ...AUTHENTIC, origin: `http://${HOST}` } }],
    ['the origin null', 403, { headers: { ...AUTHENTIC, origin: 'null' } }],
    ['what a browser adds', 403, { headers: { ...AUTHENTIC, 'sec-fetch-site': 'none' } }],
    [
      'an origin, on an open route as well',
      403,
      { method: 'GET', path: '/open', headers: { host: HOST, origin: 'http://a' } },
    ],
    [
      'a foreign host, on an unknown path as well',
      403,
      { path: '/nothing', headers: { host: 'a' } },
    ],
  ] as const)('refuses %s with %d', async (_, status, request) => {
    const answer = await call(request);

    expect(answer).toMatchObject({ status, handled: 0, bugs: [] });
    expect(JSON.parse(answer.text)).toMatchObject({ success: false });
  });

  test.each(Object.entries(FAILURES))(
    'answers a failure of kind %s with its status',
    async (code, { status }) => {
      const answer = await call({}, () => {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of FAILURES are its codes
        throw new BrowseError(code as FailureCode, 'Cannot do it', { hint: 'Do something else.' });
      });

      expect(answer.status).toBe(status);
      expect(JSON.parse(answer.text)).toEqual({
        success: false,
        error: { code, message: 'Cannot do it', hint: 'Do something else.' },
      });
    },
  );

  test('leaves out a hint that is not there', async () => {
    const { text } = await call({}, () => {
      throw usage('Cannot read it');
    });

    expect(JSON.parse(text)).toEqual({
      success: false,
      error: { code: 'usage', message: 'Cannot read it' },
    });
  });

  test('shows nothing of a bug and logs all of it', async () => {
    const bug = new TypeError('secret-path is undefined');

    const answer = await call({}, () => {
      throw bug;
    });

    expect(answer).toMatchObject({ status: 500, bugs: [bug] });
    expect(answer.text).not.toMatch(/secret-path|TypeError|at .*\.ts/);
    expect(JSON.parse(answer.text)).toMatchObject({
      error: { code: 'internal', hint: expect.any(String) },
    });
  });

  test('logs the cause of an internal failure', async () => {
    const cause = new Error('inner');

    const { bugs } = await call({}, () => {
      throw new BrowseError('internal', 'Cannot finish', { cause });
    });

    expect(bugs).toEqual([cause]);
  });

  test.each([
    ['success', {}],
    ['refusal', { headers: {} }],
    ['missing route', { path: '/nothing' }],
  ] as const)('names the daemon in the answer to every %s', async (_, request) => {
    expect((await call(request)).instance).toBe('this-one');
  });

  test('says a notice once, in a header that any text fits in', async () => {
    const notices = ['no sandbox\n', 'ü'];

    expect((await call({ notices })).notice).toBe('no sandbox\n\nü');
    expect((await call({ notices })).notice).toBeUndefined();
  });

  test.each([
    ['a failure', 400, () => usage('Cannot read it')],
    ['a bug', 500, () => new TypeError('oops')],
  ] as const)('says a notice with %s as well', async (_, status, thrown) => {
    const answer = await call({ notices: ['no sandbox'] }, () => {
      throw thrown();
    });

    expect(answer).toMatchObject({ status, notice: 'no sandbox' });
  });

  test('says what comes up while a command runs', async () => {
    const notices: string[] = [];

    const { notice } = await call({ notices }, () => {
      notices.push('no sandbox');
      return new Response('handled');
    });

    expect(notice).toBe('no sandbox');
  });

  test.each([
    ['of an open route', { method: 'GET', path: '/open', headers: { host: HOST } }],
    ['without the token', { headers: { host: HOST } }],
    ['of a web page', { headers: { ...AUTHENTIC, origin: 'http://a' } }],
  ] as const)('keeps its notices from a caller %s', async (_, request) => {
    const notices = ['no sandbox'];

    expect((await call({ ...request, notices })).notice).toBeUndefined();
    expect(notices).toEqual(['no sandbox']);
  });
});
