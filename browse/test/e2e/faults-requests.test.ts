import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';

import { rawRequest } from '../support/raw-http.ts';
import { trackProjects } from '../support/process-tree.ts';

setDefaultTimeout(30_000);
const projects = trackProjects();
const browse = await projects.start();
beforeAll(async () => void (await browse('url')));
afterAll(async () => {
  await browse[Symbol.asyncDispose]();
  await projects.expectNothingLeft();
});

/** What would be seen if any of these requests were carried out. */
const NEW_TAB = JSON.stringify({ command: 'newtab', args: [], cwd: '/' });

const openTabs = async (): Promise<number> => {
  const { stdout } = await browse('tabs', '--json');
  const { data }: { readonly data: readonly unknown[] } = JSON.parse(stdout);
  return data.length;
};

/** A head as the command line sends it, with some of its fields changed or left out. */
function head(changed: Readonly<Record<string, string | undefined>> = {}): string[] {
  const { port, token } = browse.state();
  const fields: Record<string, string | undefined> = {
    Host: `127.0.0.1:${port}`,
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(NEW_TAB)),
    Connection: 'close',
    ...changed,
  };
  return [
    'POST /command HTTP/1.1',
    ...Object.entries(fields).flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}: ${value}`],
    ),
  ];
}

describe('a request', () => {
  test.each([
    ['without a token', 401, { Authorization: undefined }],
    ['with an empty token', 401, { Authorization: 'Bearer ' }],
    ['with a wrong token', 401, { Authorization: `Bearer ${crypto.randomUUID()}` }],
    ['with a multibyte token', 401, { Authorization: 'Bearer \u{1f511}\u00e9\u4e2d' }],
    ['with a foreign Host', 403, { Host: 'attacker.example' }],
    ['with its own Host on another port', 403, { Host: '127.0.0.1:1' }],
    ['with a name for its own Host', 403, { Host: 'localhost' }],
    ['from a web page', 403, { Origin: 'http://attacker.example' }],
    ['from a page without an origin', 403, { Origin: 'null' }],
    ['that a browser marks', 403, { 'Sec-Fetch-Site': 'same-origin' }],
    ['of a form', 400, { 'Content-Type': 'text/plain' }],
    ['without a content type', 400, { 'Content-Type': undefined }],
  ] as const)('%s is refused with %d and changes nothing', async (_, status, changed) => {
    const answer = await rawRequest(browse.state().port, head(changed), [Buffer.from(NEW_TAB)]);

    expect(answer.status).toBe(status);
    expect(await openTabs()).toBe(1);
  });

  test.each([
    ['no JSON', '{"command":"newtab"'],
    ['nothing', ''],
    ['a list', '["newtab"]'],
    ['no command', '{}'],
    ['a number as command', '{"command":1,"cwd":"/"}'],
    ['words that are no texts', '{"command":"newtab","cwd":"/","args":[1]}'],
    ['a command without a directory', '{"command":"newtab"}'],
    ['a relative directory', '{"command":"newtab","cwd":"here"}'],
    ['a tab that is no number', '{"command":"newtab","cwd":"/","tab":"1"}'],
    ['an unknown command', '{"command":"newtabb","cwd":"/"}'],
    ['an argument too many', '{"command":"newtab","cwd":"/","args":["about:blank","x"]}'],
  ] as const)('whose body is %s is a usage error and changes nothing', async (_, body) => {
    const answer = await browse.post('/command', { body });

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ success: false, error: { code: 'usage' } });
    expect(await openTabs()).toBe(1);
  });

  test.each([
    ['GET', '/command'],
    ['POST', '/health'],
    ['POST', '/commands'],
    ['GET', '/'],
  ] as const)('to %s %s finds no route', async (method, path) => {
    const answer = await browse.post(path, { method });

    expect(answer.status).toBe(404);
  });

  test('for the health needs no token and gives none', async () => {
    const answer = await browse.post('/health', { method: 'GET', authenticated: false });

    expect(answer.status).toBe(200);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status: 'ok' });
    expect(text).not.toContain(browse.state().token);
  });

  test('that is not HTTP does no harm', async () => {
    const { status } = await rawRequest(browse.state().port, ['\u0000\u0001 nonsense']);

    expect([0, 400]).toContain(status);
    expect(await browse('url')).toMatchObject({ code: 0 });
  });
});

describe('a body of 100 MB', () => {
  const SIZE = 100_000_000;
  const piece = Buffer.alloc(65_536, 'x');
  const pieces = function* (): Generator<Uint8Array> {
    for (let left = SIZE; left > 0; left -= piece.length) yield piece;
  };
  const chunks = function* (): Generator<Uint8Array> {
    for (const each of pieces())
      yield Buffer.concat([
        Buffer.from(`${each.length.toString(16)}\r\n`),
        each,
        Buffer.from('\r\n'),
      ]);
    yield Buffer.from('0\r\n\r\n');
  };

  test('is refused with 413 before it is read', async () => {
    const { instance, port } = browse.state();

    const answer = await rawRequest(port, head({ 'Content-Length': String(SIZE) }), pieces());

    expect(answer.status).toBe(413);
    expect(answer.sent).toBeLessThan(SIZE / 4);
    expect(await openTabs()).toBe(1);
    expect(browse.state().instance).toBe(instance);
  });

  test('of unstated size is cut off on the way', async () => {
    const { instance, port } = browse.state();

    const answer = await rawRequest(
      port,
      head({ 'Content-Length': undefined, 'Transfer-Encoding': 'chunked' }),
      chunks(),
    );

    expect([0, 413]).toContain(answer.status);
    expect(answer.sent).toBeLessThan(SIZE / 2);
    expect(await openTabs()).toBe(1);
    expect(browse.state().instance).toBe(instance);
  });

  test('is refused without a token as well', async () => {
    const answer = await rawRequest(
      browse.state().port,
      head({ 'Content-Length': String(SIZE), Authorization: undefined }),
      pieces(),
    );

    expect([401, 413]).toContain(answer.status);
    expect(answer.sent).toBeLessThan(SIZE / 4);
  });
});
