import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';

import type { Browse } from '../support/browse.ts';
import { BINARY, cleanEnvironment, eventually } from '../support/browse.ts';
import { expectFailure } from '../support/expect-failure.ts';
import { descendantsOf, gone, trackProjects } from '../support/process-tree.ts';
import { serve } from '../support/site.ts';
import { isAlive, ownIdentity, startTimeOf } from '#platform/processes.ts';
import type { DaemonState } from '#platform/state-file.ts';
import { DAEMON_ROLE } from '#protocol/roles.ts';

setDefaultTimeout(30_000);
const projects = trackProjects();
afterAll(projects.expectNothingLeft);

const isRoot = process.getuid?.() === 0;
if (!isRoot)
  console.warn('files of another owner cannot be made: not root, their tests are skipped');

/** A well-formed state file of a daemon that is not there. */
const stateOf = (changed: Partial<DaemonState>): string =>
  JSON.stringify({
    pid: 999_999_999,
    startTime: '1',
    port: 9,
    token: crypto.randomUUID(),
    instance: crypto.randomUUID(),
    startedAt: new Date(0).toISOString(),
    version: '0.0.0',
    ...changed,
  } satisfies DaemonState);

function plantState(browse: Browse, content: string): void {
  mkdirSync(dirname(browse.stateFile), { mode: 0o700 });
  writeFileSync(browse.stateFile, content, { mode: 0o600 });
}

const BROKEN: readonly (readonly [string, string])[] = [
  ['is empty', ''],
  ['is not JSON', 'hello\n'],
  ['is cut off', stateOf({}).slice(0, 60)],
  ['is a list', '[]'],
  ['has a port that is none', stateOf({ port: 70_000 })],
  ['has a token with a line break', stateOf({ token: 'a\r\nHost: b' })],
  ['names a daemon that is gone', stateOf({})],
];

describe('a state file', () => {
  test.each(BROKEN)('that %s is replaced by that of a new daemon', async (_, content) => {
    await using browse = await projects.start();
    plantState(browse, content);

    const { stdout, code } = await browse('url');

    expect({ stdout, code }).toEqual({ stdout: 'about:blank\n', code: 0 });
    expect(isAlive(browse.state())).toBe(true);
  });

  test.each(BROKEN)('that %s means to status and stop that nothing runs', async (_, content) => {
    await using browse = await projects.start();
    plantState(browse, content);

    expect(await browse('status')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Status: stopped/),
    });
    expect(await browse('stop')).toMatchObject({ code: 0, stdout: 'Nothing runs here\n' });
  });

  test('that is a link is replaced, and what it points to is left alone', async () => {
    await using browse = await projects.start();
    mkdirSync(dirname(browse.stateFile), { mode: 0o700 });
    const victim = join(browse.home, 'victim.json');
    writeFileSync(victim, stateOf({}), { mode: 0o600 });
    const before = readFileSync(victim, 'utf8');
    symlinkSync(victim, browse.stateFile);

    expect(await browse('url')).toMatchObject({ code: 0 });

    expect(readFileSync(victim, 'utf8')).toBe(before);
    expect(lstatSync(browse.stateFile).isFile()).toBe(true);
  });

  test.skipIf(!isRoot)('of another user is never believed', async () => {
    await using stranger = await serve(() => new Response('stolen'));
    await using browse = await projects.start();
    plantState(browse, stateOf({ ...ownIdentity(), port: Number(new URL(stranger.url).port) }));
    chownSync(browse.stateFile, 12_345, 12_345);

    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });

    expect(stranger.requests).toEqual([]);
  });

  test('that others may write to is never believed', async () => {
    await using stranger = await serve(() => new Response('stolen'));
    await using browse = await projects.start();
    plantState(browse, stateOf({ ...ownIdentity(), port: Number(new URL(stranger.url).port) }));
    chmodSync(browse.stateFile, 0o666);

    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });

    expect(stranger.requests).toEqual([]);
  });

  test('with the pid of an unrelated process does that process no harm', async () => {
    await using browse = await projects.start();
    const bystander = Bun.spawn(['sleep', '60']);
    const startTime = startTimeOf(bystander.pid) ?? '';
    plantState(browse, stateOf({ pid: bystander.pid, startTime: `${startTime}0` }));

    expect(await browse('status')).toMatchObject({
      stdout: expect.stringMatching(/^Status: stopped/),
    });
    expect(await browse('restart')).toMatchObject({ code: 0 });
    expect(await browse('stop')).toMatchObject({ code: 0 });

    expect(isAlive({ pid: bystander.pid, startTime })).toBe(true);
    bystander.kill();
    await bystander.exited;
  });
});

describe('a state file that is damaged while its daemon runs', () => {
  test('gives way to a new daemon, and the old one ends', async () => {
    await using browse = await projects.start();
    await browse('url');
    const old = browse.state();
    const processes = [old, ...descendantsOf(old.pid)];
    writeFileSync(browse.stateFile, 'damaged');

    const { stdout, code } = await browse('url');

    expect({ stdout, code }).toEqual({ stdout: 'about:blank\n', code: 0 });
    await gone(processes);
    expect(isAlive(browse.state())).toBe(true);
    expect(await browse('js', '6 * 7')).toMatchObject({ code: 0 });
  });
});

describe('a state directory', () => {
  test.skipIf(!isRoot)('of another user is refused', async () => {
    await using browse = await projects.start();
    mkdirSync(dirname(browse.stateFile));
    chownSync(dirname(browse.stateFile), 12_345, 12_345);

    expectFailure(await browse('url'), 3, 'Cannot use', 'BROWSE_STATE_FILE');
  });

  test('that is a link is refused', async () => {
    await using browse = await projects.start();
    symlinkSync(browse.home, dirname(browse.stateFile));

    expectFailure(await browse('url'), 3, 'Cannot use', 'BROWSE_STATE_FILE');
  });

  test('that is a file is refused', async () => {
    await using browse = await projects.start();
    writeFileSync(dirname(browse.stateFile), '');

    expectFailure(await browse('url'), 3, 'Cannot use', 'BROWSE_STATE_FILE');
  });
});

describe('a stranger on the recorded port', () => {
  const refused = () => new Response('no', { status: 404 });
  test.each([
    ['answers like any web server', refused],
    ['answers with success', () => new Response('done')],
    ['says the request is too large', () => new Response('no', { status: 413 })],
    ['never answers', async () => await new Promise<Response>(() => undefined)],
  ] as const)(
    'that %s is noticed, and the command runs once, in a new daemon',
    async (_, answer) => {
      await using stranger = await serve({ '/command': answer });
      await using browse = await projects.start();
      plantState(browse, stateOf({ port: Number(new URL(stranger.url).port) }));

      const { stdout, code } = await browse('newtab');

      expect({ stdout, code }).toEqual({ stdout: 'Opened tab 2\n', code: 0 });
      expect(stranger.requests.length).toBeLessThanOrEqual(1);
    },
  );

  test('that hangs up is noticed too', async () => {
    using stranger = Bun.listen({
      hostname: '127.0.0.1',
      port: 0,
      socket: { open: socket => void socket.end(), data: () => undefined },
    });
    await using browse = await projects.start();
    plantState(browse, stateOf({ port: stranger.port }));

    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
  });
});

describe('the first answer of a daemon', () => {
  test.skipIf(!isRoot).each([
    ['a success', ['url'], 0],
    ['a failure', ['tab', '99'], 5],
  ] as const)(
    'that is %s says that Chromium has no sandbox, and only it',
    async (_, words, code) => {
      await using browse = await projects.start();

      const first = await browse(...words);
      const second = await browse(...words);

      expect([first.code, second.code]).toEqual([code, code]);
      expect(first.stderr).toStartWith('Chromium runs without its own sandbox');
      expect(second.stderr).not.toContain('sandbox');
    },
  );
});

describe('a start lock', () => {
  test.each([
    ['of a dead process', '999999999 1 00000000-0000-4000-8000-000000000000'],
    [
      'of a pid that is another process by now',
      `${process.pid} 1 00000000-0000-4000-8000-000000000000`,
    ],
    ['of nobody', 'garbage'],
    ['that its owner could not write', ''],
  ])('%s is taken over', async (_, content) => {
    await using browse = await projects.start();
    mkdirSync(dirname(browse.stateFile), { mode: 0o700 });
    const lock = join(dirname(browse.stateFile), 'browse.lock');
    writeFileSync(lock, content, { mode: 0o600 });

    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
    expect(existsSync(lock)).toBe(false);
  });
});

describe('a port that is taken', () => {
  test('is said with its errno, and nothing is left running', async () => {
    await using site = await serve('');
    const { port } = new URL(site.url);
    await using browse = await projects.start({ BROWSE_PORT: port });

    const ran = await browse('url');

    expectFailure(ran, 3, `Cannot listen on 127.0.0.1:${port}: EADDRINUSE`, 'BROWSE_PORT');
    expect(existsSync(browse.stateFile)).toBe(false);
  });
});

describe('a machine without a browser', () => {
  test.each([
    [
      'none anywhere',
      { PATH: '/nowhere', GSTACK_CHROMIUM_PATH: '' },
      'no browser on this machine',
      /install/i,
    ],
    [
      'a path to a missing file',
      { GSTACK_CHROMIUM_PATH: '/nowhere/chromium' },
      '/nowhere/chromium',
      /GSTACK_CHROMIUM_PATH/,
    ],
    [
      'a program that is no browser',
      { GSTACK_CHROMIUM_PATH: '/bin/false' },
      'Cannot start /bin/false',
      /GSTACK_CHROMIUM_PATH/,
    ],
  ] as const)('with %s exits 3 and keeps no daemon', async (_, env, message, hint) => {
    await using browse = await projects.start();
    const started: DaemonState[] = [];

    const ran = await browse.run(['url'], { env });
    if (existsSync(browse.stateFile)) started.push(browse.state());

    expectFailure(ran, 3, message, hint);
    await gone(started.flatMap(daemon => [daemon, ...descendantsOf(daemon.pid)]));
    expect(existsSync(browse.stateFile)).toBe(false);
  });

  test.each([
    ['a daemon that runs', ['url']],
    ['none', []],
  ] as const)('makes a restart of %s fail with both lines', async (_, before) => {
    await using browse = await projects.start();
    for (const command of before) await browse(command);

    const ran = await browse.run(['restart'], { env: { GSTACK_CHROMIUM_PATH: '/bin/false' } });

    expectFailure(ran, 3, 'Cannot start /bin/false', 'GSTACK_CHROMIUM_PATH');
    await eventually('the end of the daemon', () => !existsSync(browse.stateFile));
  });

  test('is said by status for as long as the daemon without one lives, which is not long', async () => {
    await using browse = await projects.start();
    const daemon = Bun.spawn([BINARY, DAEMON_ROLE], {
      cwd: browse.directory,
      env: { ...cleanEnvironment(browse.home), GSTACK_CHROMIUM_PATH: '/bin/false' },
      stdio: ['ignore', 'ignore', 'ignore'],
    });
    await eventually('the daemon', () => existsSync(browse.stateFile));

    await eventually('the failure', async () =>
      (await browse('status')).stdout.includes('Browser: failed: Cannot start /bin/false'),
    );

    expect(await daemon.exited).toBe(1);
    expect(existsSync(browse.stateFile)).toBe(false);
  });

  test('works as soon as there is one', async () => {
    await using browse = await projects.start();
    await browse.run(['url'], { env: { GSTACK_CHROMIUM_PATH: '/nowhere/chromium' } });

    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
  });
});
