import { describe, expect, test } from 'bun:test';

import { Capture } from '#capture/capture.ts';
import { environment } from '#core/errors.ts';
import { Journal } from '#dispatch/journal.ts';
import type { Road } from '#dispatch/run-command.ts';
import { runCommand } from '#dispatch/run-command.ts';
import type { CommandRequest } from '#protocol/command.ts';

import { rejectionOf } from '../support/expect-failure.ts';

const STATUS = {
  pid: 1,
  port: 1,
  version: 'browse 1.2.3 (abc)',
  uptime: 0,
  project: '/project',
  browser: 'chromium (headless)',
  tabs: [],
  running: [],
  memory: 0,
};

/** A road on which the browser cannot be reached, that remembers who asked for it and what was logged. */
function brokenRoad(): { readonly road: Road; readonly log: string[]; asked: number } {
  const log: string[] = [];
  const nothing = { append: () => undefined };
  const capture = new Capture(
    { console: nothing, network: nothing, dialog: nothing },
    () => undefined,
  );
  capture.close(() => undefined);
  const made = {
    log,
    asked: 0,
    road: {
      session: async () => {
        made.asked++;
        throw environment('Cannot find Chromium', 'Install one.');
      },
      daemon: {
        status: () => STATUS,
        stop: async () => undefined,
        help: () => ({ text: 'help', data: {} }),
      },
      capture,
      journal: new Journal({ log: line => log.push(line), bug: () => undefined }),
      temporary: '/nowhere/tmp',
      stateDirectory: '/nowhere/project/.gstack',
      newFile: (stem, extension) => `/nowhere/tmp/${stem}.${extension}`,
    } satisfies Road,
  };
  return made;
}

const request = (command: string, ...args: readonly string[]): CommandRequest => ({
  command,
  args,
  cwd: '/nowhere/project',
});

describe('the road', () => {
  test.each([
    ['an unknown command', request('gto'), 'usage', 'no such command'],
    ['an unknown flag', request('url', '--wat'), 'usage', 'no such flag'],
    ['a missing argument', request('click'), 'usage', '<target> is missing'],
    ['a value that cannot be read', request('snapshot', '-d', 'x'), 'usage', 'Cannot read --depth'],
    [
      'a metadata service',
      request('goto', 'http://169.254.169.254/'),
      'denied',
      'metadata service',
    ],
    ['a file elsewhere', request('screenshot', '/etc/shot.png'), 'denied', 'Path must be within'],
    ['the state directory', request('screenshot', '.gstack/shot.png'), 'denied', 'state directory'],
  ] as const)('turns %s away before it needs a browser', async (_, call, code, message) => {
    const made = brokenRoad();

    const failure = await rejectionOf(runCommand(call, made.road));

    expect(failure).toMatchObject({
      name: 'BrowseError',
      code,
      message: expect.stringContaining(message),
      hint: expect.stringMatching(/\S/),
    });
    expect(made.asked).toBe(0);
    expect(made.log).toHaveLength(1);
    expect(made.log[0]).toContain(` ${code} `);
  });

  test('runs what acts on the daemon without a browser', async () => {
    const made = brokenRoad();

    expect(await runCommand(request('status'), made.road)).toContain('browse 1.2.3 (abc)');
    expect(made.asked).toBe(0);
  });

  test('says why there is no browser', async () => {
    const made = brokenRoad();

    const failure = await rejectionOf(runCommand(request('url'), made.road));

    expect(failure).toMatchObject({ code: 'environment', message: 'Cannot find Chromium' });
    expect(made.road.journal.running).toEqual([]);
  });

  test('takes an alias for its command', async () => {
    const made = brokenRoad();

    await rejectionOf(runCommand(request('open', 'http://127.0.0.1/'), made.road));

    expect(made.log[0]).toStartWith('goto ');
  });

  test('gives up when the time is over, whatever is waited for', async () => {
    const { road } = brokenRoad();
    const never: Road = { ...road, session: async () => await new Promise(() => undefined) };

    const failure = await rejectionOf(runCommand({ ...request('url'), timeout: 10 }, never));

    expect(failure).toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('url within 10 ms'),
    });
  });
});
