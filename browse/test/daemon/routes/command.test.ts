import { describe, expect, test } from 'bun:test';

import { commandRoute, readCommandRequest } from '#daemon/routes/command.ts';
import type { CommandRequest } from '#protocol/command.ts';

import { failureOf } from '../../support/expect-failure.ts';

const MESSAGE = 'Cannot read the request: ';

/** With a directory, unless the body is about that, or is no object. */
const withDirectory = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { cwd: '/', ...body } : body;

describe('the body of a command', () => {
  test('needs a command and a directory, and nothing else', () => {
    expect(readCommandRequest({ command: 'url', cwd: '/tmp' })).toEqual({
      command: 'url',
      args: [],
      cwd: '/tmp',
    });
  });

  test('may say everything', () => {
    const full: CommandRequest = {
      command: 'fill',
      args: ['@e1', '-'],
      cwd: '/home/ada',
      stdin: '',
      tab: 2,
      json: true,
      quiet: false,
      timeout: 1_000,
      maxOutput: 2_147_483_647,
    };

    expect(readCommandRequest(full)).toEqual(full);
  });

  test('keeps no field that it does not know', () => {
    expect(readCommandRequest({ command: 'url', cwd: '/', caller: 'root' })).not.toHaveProperty(
      'caller',
    );
  });

  test.each([
    ['nothing', null, 'its body is not an object'],
    ['a list', ['url'], 'its body is not an object'],
    ['a text', 'url', 'its body is not an object'],
    ['no command', {}, '"command" must be a command name'],
    ['an empty command', { command: '' }, '"command" must be a command name'],
    ['a number as command', { command: 1 }, '"command" must be a command name'],
    ['a text as args', { command: 'url', args: '-i' }, '"args" must be a list of texts'],
    ['a number among args', { command: 'url', args: ['a', 1] }, '"args" must be a list of texts'],
    ['null as args', { command: 'url', args: null }, '"args" must be a list of texts'],
    ['no cwd', { command: 'url', cwd: undefined }, '"cwd" must be an absolute path'],
    ['a relative cwd', { command: 'url', cwd: 'home' }, '"cwd" must be an absolute path'],
    ['an empty cwd', { command: 'url', cwd: '' }, '"cwd" must be an absolute path'],
    ['null as cwd', { command: 'url', cwd: null }, '"cwd" must be an absolute path'],
    ['a number as stdin', { command: 'url', stdin: 1 }, '"stdin" must be a text'],
    ['a text as json', { command: 'url', json: 'yes' }, '"json" must be true or false'],
    ['a number as quiet', { command: 'url', quiet: 1 }, '"quiet" must be true or false'],
    ['a text as tab', { command: 'url', tab: '1' }, '"tab" must be a whole number'],
    ['tab 0', { command: 'url', tab: 0 }, '"tab" must be a whole number'],
    ['half a tab', { command: 'url', tab: 1.5 }, '"tab" must be a whole number'],
    ['null as tab', { command: 'url', tab: null }, '"tab" must be a whole number'],
    ['a timeout of 0', { command: 'url', timeout: 0 }, '"timeout" must be a whole number'],
    [
      'an endless timeout',
      { command: 'url', timeout: 2_147_483_648 },
      '"timeout" must be a whole number',
    ],
    ['a negative limit', { command: 'url', maxOutput: -1 }, '"maxOutput" must be a whole number'],
  ])('that is %s is refused by name', (_, body, message) => {
    const failure = failureOf(() => readCommandRequest(withDirectory(body)));

    expect(failure.code).toBe('usage');
    expect(failure.message).toStartWith(`${MESSAGE}${message}`);
  });
});

describe('the route of commands', () => {
  const post = (body: string, type: string | undefined = 'application/json'): Request =>
    new Request('http://127.0.0.1:1/command', {
      method: 'POST',
      body: Buffer.from(body),
      headers: { ...(type !== '' && { 'content-type': type }) },
    });
  const route = () => commandRoute(async ({ command }) => `ran ${command}`);

  test('is closed to all but the owner', () => {
    expect(route()).toMatchObject({ method: 'POST', path: '/command', auth: 'root' });
  });

  test.each([
    ['text', '{"command":"url","cwd":"/"}', 'text/plain; charset=utf-8'],
    ['JSON', '{"command":"url","cwd":"/","json":true}', 'application/json'],
  ])('answers with %s', async (_, body, type) => {
    const response = await route().handle(post(body));

    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe('ran url');
  });

  test.each([
    [
      'another content type',
      post('{"command":"url"}', 'text/plain'),
      'its content type is not application/json',
    ],
    [
      'a type that begins alike',
      post('{"command":"url"}', 'application/jsonp'),
      'its content type is not',
    ],
    ['no content type', post('{"command":"url"}', ''), 'its content type is not application/json'],
    ['what is no JSON', post('{"command":secret'), 'its body is not JSON'],
    ['nothing', post(''), 'its body is not JSON'],
  ])('refuses %s and repeats nothing of it', async (_, request, message) => {
    const failure = await route()
      .handle(request)
      .catch((error: unknown) => error);

    expect(failure).toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`${MESSAGE}${message}`),
    });
    expect(String(failure)).not.toContain('secret');
  });
});
