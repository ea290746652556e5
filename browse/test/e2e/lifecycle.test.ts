import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { eventually } from '../support/browse.ts';
import { expectFailure } from '../support/expect-failure.ts';
import { chromiumsOf, descendantsOf, gone, trackProjects } from '../support/process-tree.ts';
import { serve } from '../support/site.ts';
import { isAlive } from '#platform/processes.ts';

setDefaultTimeout(30_000);
const projects = trackProjects();
afterAll(projects.expectNothingLeft);

/** A script that never ends and leaves the page responsive. */
const PENDING = 'await new Promise(() => undefined)';

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe('the state directory', () => {
  test('can be read by its owner alone and keeps itself out of git', async () => {
    await using browse = await projects.start();

    await browse('url');

    const folder = join(browse.directory, '.gstack');
    expect(mode(folder)).toBe('700');
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n');
    for (const file of readdirSync(folder))
      expect([file, mode(join(folder, file))]).toEqual([file, '600']);
    expect(readdirSync(folder)).toContain('browse.json');
    expect(readdirSync(folder)).toContain('browse-daemon.log');
  });

  test('holds the logs of console, network and dialogs', async () => {
    await using site = await serve(`<script>console.log('from the page'); alert('hello')</script>`);
    await using browse = await projects.start();
    const log = (kind: string): string => {
      const file = join(browse.directory, '.gstack', `browse-${kind}.log`);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    };

    await browse('goto', site.url);

    await eventually('the console log', () => log('console').includes('[log] from the page'));
    await eventually('the network log', () =>
      log('network').includes(`GET 200 document ${site.url}`),
    );
    await eventually('the dialog log', () => log('dialog').includes('[alert] "hello" → accepted'));
  });

  test('holds neither the token in a log nor anything that was typed', async () => {
    await using site = await serve('<input id="name"><input id="pass" type="password">');
    await using browse = await projects.start();
    await browse('goto', `${site.url}?token=secret-in-a-url`);
    const { token } = browse.state();
    await browse('fill', '#name', 'typed-by-a-user');
    await browse('fill', '#pass', 'typed-password');
    await browse('type', 'typed-by-keys');
    await browse('js', '"typed-as-script"');
    await browse('click', '#typed-as-target', '--timeout', '100');
    await browse('typed-as-command');
    await browse.post('/command', { body: '{"command":"typed-as-body"' });

    await browse('stop');

    const folder = join(browse.directory, '.gstack');
    const logs = readdirSync(folder).map(file => readFileSync(join(folder, file), 'utf8'));
    expect(logs.join('\n')).toContain('fill tab=- ok');
    for (const secret of [token, 'secret-in-a-url', /typed-/])
      expect(logs.join('\n')).not.toMatch(secret);
  });
});

describe('stop', () => {
  test('returns when the daemon and its whole browser are gone', async () => {
    await using browse = await projects.start();
    await browse('url');
    const daemon = browse.state();
    const processes = [daemon, ...descendantsOf(daemon.pid)];

    const { stdout, code } = await browse('stop');

    expect({ stdout, code }).toEqual({ stdout: 'Stopped\n', code: 0 });
    expect(processes.length).toBeGreaterThan(2);
    expect(processes.filter(isAlive)).toEqual([]);
    expect(existsSync(browse.stateFile)).toBe(false);
  });

  test('of one project leaves the daemon of another', async () => {
    await using one = await projects.start();
    await using other = await projects.start();
    await Promise.all([one('url'), other('url')]);
    const { instance } = other.state();

    await one('stop');

    expect(await other('url')).toMatchObject({ code: 0 });
    expect(other.state().instance).toBe(instance);
    expect(existsSync(one.stateFile)).toBe(false);
  });

  test('ends a command under way, which says so', async () => {
    await using browse = await projects.start();
    await browse('url');
    const pending = browse('js', PENDING);
    await eventually('the running script', async () =>
      (await browse('status')).stdout.includes('Running: js'),
    );

    await browse('stop');

    expectFailure(await pending, [1, 7], 'Cannot finish js');
  });
});

describe('restart', () => {
  test('replaces daemon and browser', async () => {
    await using site = await serve('<p>Before</p>');
    await using browse = await projects.start();
    await browse('goto', site.url);
    const before = browse.state();

    const { stdout, code } = await browse('restart');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Restarted');
    expect(isAlive(before)).toBe(false);
    expect(browse.state().instance).not.toBe(before.instance);
    expect((await browse('url')).stdout).toBe('about:blank\n');
  });

  test('starts a daemon when none runs', async () => {
    await using browse = await projects.start();

    const { stdout, code } = await browse('restart');

    expect({ stdout, code }).toEqual({ stdout: 'Started\n', code: 0 });
    expect(isAlive(browse.state())).toBe(true);
  });
});

describe('a project', () => {
  test('is found from a subdirectory, whose relative paths stay its own', async () => {
    await using browse = await projects.start();
    const sub = join(browse.directory, 'deep', 'er');
    mkdirSync(sub, { recursive: true });
    mkdirSync(join(browse.directory, '.git'));
    writeFileSync(join(sub, 'page.html'), '<h1>Beside the caller</h1>');
    const inSub = async (...args: readonly string[]) => await browse.run(args, { cwd: sub });

    expect(await inSub('load-html', 'page.html')).toMatchObject({ code: 0 });
    expect((await inSub('text')).stdout).toContain('Beside the caller');
    expect(await inSub('screenshot', 'shot.png')).toMatchObject({ code: 0 });
    expect(await inSub('goto', 'file://./page.html')).toMatchObject({ code: 0 });

    expect(existsSync(join(sub, 'shot.png'))).toBe(true);
    expect(existsSync(browse.stateFile)).toBe(true);
    expect(existsSync(join(sub, '.gstack'))).toBe(false);
    expectFailure(
      await inSub('load-html', '../../../../../../etc/hosts'),
      6,
      'Path must be within',
    );
  });

  test('keeps its files where BROWSE_STATE_FILE says', async () => {
    await using browse = await projects.start({ BROWSE_STATE_FILE: 'elsewhere/mine.json' });

    await browse('url');

    expect(existsSync(join(browse.directory, '.gstack'))).toBe(false);
    expect(readdirSync(join(browse.directory, 'elsewhere'))).toContain('mine.json');
    expect(mode(join(browse.directory, 'elsewhere'))).toBe('700');
  });

  test('whose state file lies in an existing directory leaves that directory as it is', async () => {
    await using browse = await projects.start({ BROWSE_STATE_FILE: 'browse-state.json' });
    const before = mode(browse.directory);

    const { code } = await browse('url');

    expect(code).toBe(0);
    expect(mode(browse.directory)).toBe(before);
    expect(existsSync(join(browse.directory, '.gitignore'))).toBe(false);
    expect(mode(join(browse.directory, 'browse-state.json'))).toBe('600');
  });

  test('never closes to the world a directory that all may write to, and refuses it', async () => {
    await using browse = await projects.start({ BROWSE_STATE_FILE: 'open/browse.json' });
    mkdirSync(join(browse.directory, 'open'));
    Bun.spawnSync(['chmod', '1777', join(browse.directory, 'open')]);

    const ran = await browse('url');

    expectFailure(ran, 3, 'Cannot use', 'BROWSE_STATE_FILE');
    expect(mode(join(browse.directory, 'open'))).toBe('777');
    expect(readdirSync(join(browse.directory, 'open'))).toEqual([]);
  });
});

describe('twenty first calls at once', () => {
  test('give one daemon, one Chromium and twenty answers', async () => {
    await using browse = await projects.start();

    const runs = await Promise.all(Array.from({ length: 20 }, async () => await browse('url')));

    expect(runs.map(({ stdout, code }) => `${code} ${stdout}`)).toEqual(
      Array(20).fill('0 about:blank\n'),
    );
    const log = readFileSync(join(browse.directory, '.gstack', 'browse-daemon.log'), 'utf8');
    expect(log.match(/starting, pid \d+/g)).toEqual([`starting, pid ${browse.state().pid}`]);
    expect(chromiumsOf(browse.state())).toHaveLength(1);
    expect(existsSync(join(browse.directory, '.gstack', 'browse.lock'))).toBe(false);
  });
});

describe('an idle daemon', () => {
  test('ends by itself, with its browser', async () => {
    await using browse = await projects.start({ BROWSE_IDLE_TIMEOUT: '400' });
    await browse('url');
    const daemon = browse.state();
    const processes = [daemon, ...descendantsOf(daemon.pid)];

    await gone(processes);

    expect(existsSync(browse.stateFile)).toBe(false);
  });

  test('is not idle while a command runs', async () => {
    await using browse = await projects.start({ BROWSE_IDLE_TIMEOUT: '200' });

    const { stdout, code } = await browse(
      'js',
      'await new Promise(done => setTimeout(done, 700, "still here"))',
    );

    expect(code).toBe(0);
    expect(stdout).toContain('still here');
  });
});
