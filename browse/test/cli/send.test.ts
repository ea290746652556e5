import { describe, expect, test } from 'bun:test';

import { send } from '#cli/send.ts';
import type { HttpAnswer, Trouble } from '#cli/send.ts';
import type { DaemonState } from '#platform/state-file.ts';
import { ROUTES } from '#protocol/routes.ts';

const DAEMON: DaemonState = {
  pid: process.pid,
  startTime: '1',
  port: 0,
  token: 'the-token',
  instance: 'this-one',
  startedAt: '2026-01-31T12:00:00.000Z',
  version: '1.2.3',
};

interface Exchange {
  readonly answer: HttpAnswer | Trouble;
  readonly received: string;
}

/** Sends one command to a server that answers in these pieces, and then hangs up or stays silent. */
async function exchange(
  pieces: readonly (string | Uint8Array)[],
  { hangsUp = true, timeout = 2_000, argument = 'x' } = {},
): Promise<Exchange> {
  let received = '';
  using server = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      async data(socket, chunk) {
        received += chunk.toString();
        if (!received.endsWith('}')) return;
        for (const piece of pieces) {
          socket.write(piece);
          socket.flush();
          await new Promise(resolve => setImmediate(resolve));
        }
        if (hangsUp) socket.end();
      },
    },
  });
  const body = { command: 'goto', args: [argument], cwd: '/' };
  const request = { to: ROUTES.command, body };
  const answer = await send({ ...DAEMON, port: server.port }, request, timeout);
  return { answer, received };
}

const head = (length: number, ...more: readonly string[]): string =>
  [
    'HTTP/1.1 200 OK',
    `Content-Length: ${length}`,
    'Browse-Instance: this-one',
    ...more,
    '',
    '',
  ].join('\r\n');

describe('a command sent to the daemon', () => {
  test('is one HTTP request with the token', async () => {
    const { received } = await exchange([head(0)]);

    const [lines = '', body = ''] = received.split('\r\n\r\n');
    expect(lines).toStartWith('POST /command HTTP/1.1\r\nHost: 127.0.0.1:');
    expect(lines).toContain('\r\nAuthorization: Bearer the-token\r\n');
    expect(lines).toContain(`\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`);
    expect(JSON.parse(body)).toEqual({ command: 'goto', args: ['x'], cwd: '/' });
  });

  test('counts its length in bytes', async () => {
    const { received } = await exchange([head(0)], { argument: 'ü🔑' });

    expect(received).toContain(
      `Content-Length: ${Buffer.byteLength(received.split('\r\n\r\n')[1] ?? '')}`,
    );
  });

  test.each([
    ['at once', [`${head(5)}hello`]],
    ['in head and body', [head(5), 'hello']],
    ['byte by byte', Array.from(`${head(5)}hello`)],
    ['with the empty line cut', [head(5).slice(0, -2), '\r\nhello']],
  ])('is answered %s', async (_, pieces) => {
    const { answer } = await exchange(pieces);

    expect(answer).toMatchObject({ status: 200, body: 'hello' });
  });

  test('is answered in any script, also when a character is cut in two', async () => {
    const bytes = Buffer.from(`${head(7)}aé🔑`);

    const { answer } = await exchange([bytes.subarray(0, -2), bytes.subarray(-2)]);

    expect(answer).toMatchObject({ body: 'aé🔑' });
  });

  test.each([
    [
      'another instance',
      ['HTTP/1.1 200 OK\r\nContent-Length: 0\r\nBrowse-Instance: other\r\n\r\n'],
      'foreign',
    ],
    ['an ordinary web server', ['HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'], 'foreign'],
    ['what is no HTTP', ['SSH-2.0-OpenSSH_9\r\n'], 'foreign'],
    ['endless headers', ['x'.repeat(70_000)], 'foreign'],
    ['nobody', [], 'broken'],
    ['half a body', [head(10), 'hello'], 'broken'],
  ] as const)('that is answered by %s is %s', async (_, pieces, trouble) => {
    expect((await exchange(pieces)).answer).toBe(trouble);
  });

  test('that is never answered is given up', async () => {
    expect((await exchange([], { hangsUp: false, timeout: 20 })).answer).toBe('silent');
  });

  test('that nobody listens for is refused', async () => {
    const server = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { data: () => undefined },
    });
    const { port } = server;
    server.stop(true);

    expect(await send({ ...DAEMON, port }, { to: ROUTES.command, body: {} }, 1_000)).toBe(
      'refused',
    );
  });

  test('of 8 MB arrives whole', async () => {
    const { answer, received } = await exchange([head(2), 'ok'], {
      argument: 'x'.repeat(8_000_000),
      timeout: 5_000,
    });

    expect(answer).toMatchObject({ body: 'ok' });
    expect(received.length).toBeGreaterThan(8_000_000);
  });
});
