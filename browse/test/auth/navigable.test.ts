import { describe, expect, test } from 'bun:test';

import type { Resolver } from '#auth/navigable.ts';
import { assertNavigable } from '#auth/navigable.ts';

import { verdict } from '../support/verdict.ts';

const resolvesTo =
  (...addresses: readonly string[]): Resolver =>
  async () =>
    addresses;

const unknownHost: Resolver = async () => {
  throw new Error('ENOTFOUND');
};

describe('an address', () => {
  test.each([
    'http://example.com/',
    'https://example.com:8443/a?b#c',
    'http://localhost:3000/',
    'http://app.localhost/',
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://192.168.1.1/',
    'http://169.254.169.253/',
    'file:///tmp/x.html',
    'about:blank',
  ])('%s may be opened', async url => {
    expect(await verdict(assertNavigable(new URL(url), resolvesTo('93.184.216.34')))).toBe('ok');
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'blob:http://a/1',
    'chrome://settings',
    'about:srcdoc',
    'view-source:http://a/',
    'ftp://a/',
    'ws://a/',
    'devtools://devtools',
    'filesystem:http://a/temporary/x',
  ])('%s has a scheme that may not', async url => {
    expect(await verdict(assertNavigable(new URL(url), unknownHost))).toBe('denied');
  });

  test.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://169.254.169.254./',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://[fd00:0ec2:0:0:0:0:0:254]/',
    'http://[FD00:EC2::254]/',
    'http://169.254.170.2/v2/credentials',
    'http://100.100.100.200/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal/',
    'http://metadata.google.internal./',
    'http://metadata/',
    'https://user@metadata.goog/',
  ])('%s is a cloud metadata service', async url => {
    expect(await verdict(assertNavigable(new URL(url), unknownHost))).toBe('denied');
  });

  test.each([
    ['its only address', ['169.254.169.254'], 'denied'],
    ['one of its addresses', ['93.184.216.34', '169.254.169.254'], 'denied'],
    ['a mapped address', ['::ffff:169.254.169.254'], 'denied'],
    ['an IPv6 address', ['fd00:ec2::254'], 'denied'],
    ['none of its addresses', ['93.184.216.34', '::1'], 'ok'],
    ['nothing, because it has none', [], 'ok'],
  ] as const)(
    'whose name resolves to the service with %s is judged by it',
    async (_, addresses, expected) => {
      const judged = assertNavigable(new URL('http://innocent.example/'), resolvesTo(...addresses));

      expect(await verdict(judged)).toBe(expected);
    },
  );

  test('whose name does not resolve is left to the browser', async () => {
    expect(await verdict(assertNavigable(new URL('http://nowhere.example/'), unknownHost))).toBe(
      'ok',
    );
  });

  test.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://localhost/',
    'file:///x',
    'about:blank',
  ])('%s is judged without asking for its address', async url => {
    const asked: string[] = [];

    await assertNavigable(new URL(url), async host => {
      asked.push(host);
      return [];
    });

    expect(asked).toEqual([]);
  });
});
