import { afterAll, describe, expect, test } from 'bun:test';

import { commands } from '#commands/registry.ts';

import { isGone, startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

describe('status', () => {
  test('says what runs, where, and which tabs are open', async () => {
    await using site = await openPage(browse, '<p>A');

    const { stdout, code } = await browse('status');

    const { pid, port } = browse.state();
    expect(code).toBe(0);
    expect(stdout).toStartWith('Status: idle\n');
    expect(stdout).toContain(`Daemon: pid ${pid}, port ${port}, version `);
    expect(stdout).toContain(`Project: ${browse.directory}\n`);
    expect(stdout).toMatch(/^Browser: .*chrom/im);
    expect(stdout).toContain(`Tab 1 (active): ${site.url}`);
  });

  test('never shows the token', async () => {
    await browse('url');

    const [plain, json] = await Promise.all([browse('status'), browse('status', '--json')]);

    expect(plain.stdout + json.stdout).not.toContain(browse.state().token);
  });

  test('names the command that keeps a tab busy', async () => {
    await using _site = await openPage(browse, '<p>A');
    const hanging = browse('js', 'for (;;) {}', '--timeout', '1000');
    let stdout = '';
    while (!stdout.includes('Running: ')) ({ stdout } = await browse('status'));

    const { code } = await hanging;

    expect(code).toBe(4);
    expect(stdout).toStartWith('Status: busy\n');
    expect(stdout).toMatch(/Running: js for \d+\.\d s/);
  });

  test('starts nothing when nothing runs', async () => {
    await using idle = await startBrowse();

    const { stdout, code } = await idle('status');

    expect(code).toBe(0);
    expect(stdout).toBe('Status: stopped (the next command starts the daemon)\n');
    expect(await Bun.file(idle.stateFile).exists()).toBe(false);
  });
});

describe('stop', () => {
  test.each(['stop', 'close', 'quit', 'exit'])('called %s ends what runs', async name => {
    await using running = await startBrowse();
    await running('url');
    const daemon = running.state();

    const { stdout, code } = await running(name);

    expect(code).toBe(0);
    expect(stdout).toBe('Stopped\n');
    expect(isGone(daemon)).toBe(true);
  });

  test('succeeds when nothing runs', async () => {
    await using idle = await startBrowse();

    const { stdout, code } = await idle('stop');

    expect(code).toBe(0);
    expect(stdout).toBe('Nothing runs here\n');
  });
});

describe('restart', () => {
  test('replaces the daemon and starts with one blank tab', async () => {
    await using running = await startBrowse();
    await running('newtab');
    const before = running.state();

    const { code } = await running('restart');

    expect(code).toBe(0);
    expect(isGone(before)).toBe(true);
    expect(running.state().instance).not.toBe(before.instance);
    expect((await running('url')).stdout).toBe('about:blank\n');
  });
});

describe('help', () => {
  test('lists every command of the registry', async () => {
    const { stdout, code } = await browse('help');

    expect(code).toBe(0);
    for (const { name } of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
  });

  test('gives the whole registry as data in JSON', async () => {
    const { stdout } = await browse('help', '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      data: { commands: commands.map(({ name, aliases, scope }) => ({ name, aliases, scope })) },
    });
  });

  test('explains one command with its arguments, flags and an example', async () => {
    const { stdout, code } = await browse('help', 'click');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Usage: browse click <target> [--double]');
    expect(stdout).toContain('--new-tab');
    expect(stdout).toContain('Example: browse click @e3');
  });

  test('explains a command by its alias', async () => {
    const { stdout } = await browse('help', 'open');

    expect(stdout).toStartWith('Usage: browse goto <url>');
  });

  test('suggests a command for one that does not exist', async () => {
    const { stderr, code } = await browse('help', 'clik');

    expect(code).toBe(2);
    expect(stderr).toContain('Did you mean click?');
  });

  test.each(commands.map(({ name, example }) => [name, example]))(
    'shows for %s an example of itself',
    async (name, example) => {
      const { stdout } = await browse('help', name);

      expect(example.split(' ', 1)).toEqual([name]);
      expect(stdout).toContain(`Example: browse ${example}\n`);
    },
  );
});
