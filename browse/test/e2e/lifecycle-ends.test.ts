import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync } from 'node:fs';

import type { Browse } from '../support/browse.ts';
import { BINARY, cleanEnvironment, eventually } from '../support/browse.ts';
import { expectFailure } from '../support/expect-failure.ts';
import {
  chromiumsOf,
  descendantsOf,
  gone,
  profileOf,
  trackProjects,
} from '../support/process-tree.ts';
import { isAlive } from '#platform/processes.ts';

setDefaultTimeout(30_000);
const projects = trackProjects();
afterAll(projects.expectNothingLeft);

/** A script that never ends and leaves the page responsive. */
const PENDING = 'await new Promise(() => undefined)';

const isRunning = async (browse: Browse, command: string): Promise<boolean> =>
  (await browse('status')).stdout.includes(`Running: ${command}`);

describe('the daemon', () => {
  test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const)(
    'ends cleanly on %s: browser gone, state file removed',
    async signal => {
      await using browse = await projects.start();
      await browse('url');
      const daemon = browse.state();
      const processes = [daemon, ...descendantsOf(daemon.pid)];

      process.kill(daemon.pid, signal);

      await gone(processes);
      expect(existsSync(browse.stateFile)).toBe(false);
    },
  );

  test('outlives the shell that started it, also when the whole group is hung up', async () => {
    await using browse = await projects.start();
    const shell = Bun.spawn(['sh', '-c', `"${BINARY}" url; exec sleep 60`], {
      cwd: browse.directory,
      env: cleanEnvironment(browse.home),
      stdio: ['ignore', 'ignore', 'ignore'],
      // A session, and so a process group, of its own.
      detached: true,
    });
    await eventually('the daemon', () => existsSync(browse.stateFile));
    await browse('url');
    const daemon = browse.state();

    process.kill(-shell.pid, 'SIGHUP');
    await shell.exited;

    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
    expect(browse.state().instance).toBe(daemon.instance);
  });

  test('takes its browser along when it is killed, and the next call sweeps up and works', async () => {
    await using browse = await projects.start();
    await browse('url');
    const daemon = browse.state();
    const browsers = descendantsOf(daemon.pid);
    const profiles = chromiumsOf(daemon).map(profileOf);

    process.kill(daemon.pid, 'SIGKILL');
    await gone([daemon, ...browsers]);

    expect(profiles.map(existsSync)).toEqual([true]);
    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
    expect(browse.state().instance).not.toBe(daemon.instance);
    expect(profiles.map(existsSync)).toEqual([false]);
  });

  test('killed in the middle of a command makes that command fail with what to type', async () => {
    await using browse = await projects.start();
    await browse('url');
    const pending = browse('js', PENDING);
    await eventually('the running script', async () => await isRunning(browse, 'js'));

    process.kill(browse.state().pid, 'SIGKILL');

    expectFailure(await pending, 7, 'Cannot finish js: the daemon ended', 'Run it again');
    expect(await browse('url')).toMatchObject({ code: 0 });
  });

  test('that cannot be reached ends by itself', async () => {
    await using browse = await projects.start();
    await browse('url');
    const daemon = browse.state();
    const processes = [daemon, ...descendantsOf(daemon.pid)];

    await Bun.file(browse.stateFile).delete();

    await gone(processes);
  });

  test('that is frozen is called busy and never killed', async () => {
    await using browse = await projects.start();
    await browse('url');
    const daemon = browse.state();
    process.kill(daemon.pid, 'SIGSTOP');

    const ran = await browse('url', '--timeout', '1');

    process.kill(daemon.pid, 'SIGCONT');
    expectFailure(ran, 7, 'did not answer', '`browse status`');
    expect(await browse('url')).toMatchObject({ code: 0 });
    expect(browse.state().instance).toBe(daemon.instance);
  });
});

describe('Chromium', () => {
  test('killed in the middle of a command makes that command fail, and the next one works', async () => {
    await using browse = await projects.start();
    await browse('url');
    const daemon = browse.state();
    const pending = browse('js', PENDING);
    await eventually('the running script', async () => await isRunning(browse, 'js'));

    for (const { pid } of chromiumsOf(daemon)) process.kill(pid, 'SIGKILL');

    expectFailure(await pending, [1, 7], 'Cannot finish js');
    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
    expect(isAlive(daemon)).toBe(false);
  });

  test('killed between two commands does not fail the second one', async () => {
    await using browse = await projects.start();
    await browse('url');
    const chromiums = chromiumsOf(browse.state());

    for (const { pid } of chromiums) process.kill(pid, 'SIGKILL');
    await gone(chromiums);

    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
  });

  test('leaves no folder behind after an orderly end', async () => {
    await using browse = await projects.start();
    await browse('url');
    const profiles = chromiumsOf(browse.state()).map(profileOf);

    await browse('stop');

    expect(profiles.map(existsSync)).toEqual([false]);
  });

  test('that a page crashed takes only its tab along', async () => {
    await using browse = await projects.start();
    await browse('newtab');
    const { instance } = browse.state();

    await browse('goto', 'about:blank', '--tab', '2');
    const ran = await browse(
      'js',
      'location.href = "chrome://crash"',
      '--tab',
      '2',
      '--timeout',
      '2000',
    );

    expect(ran.code).not.toBe(3);
    expect(await browse('url', '--tab', '1')).toMatchObject({ code: 0 });
    expect(browse.state().instance).toBe(instance);
  });
});
