import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startBrowse } from '../support/browse.ts';
import { serve } from '../support/site.ts';

const browse = await startBrowse();
// The first answer of a daemon may say something about the sandbox besides.
await browse('url');
afterAll(async () => await browse[Symbol.asyncDispose]());

describe('goto', () => {
  test.each([
    'javascript:alert(1)',
    'data:text/html,<h1>x</h1>',
    'chrome://version',
    'blob:http://127.0.0.1/0',
    'view-source:http://127.0.0.1/',
    'ftp://127.0.0.1/',
    'JAVASCRIPT:alert(1)',
    'about:srcdoc',
  ])('refuses %s', async url => {
    const { code, stderr, stdout } = await browse('goto', url);

    expect(code).toBe(6);
    expect(stdout).toBe('');
    expect(stderr).toContain('only http, https and file are allowed');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('leaves the tab where it was when it refuses', async () => {
    await using site = await serve('<p>Home');
    await browse('goto', site.url);

    await browse('goto', 'chrome://version');

    expect((await browse('url')).stdout).toBe(`${site.url}\n`);
  });

  test('refuses a file outside the directory of the caller and the temporary folder', async () => {
    const { code, stderr } = await browse('goto', 'file:///etc/hostname');

    expect(code).toBe(6);
    expect(stderr).toContain('Path must be within: ');
  });

  test('refuses a file that .. leads to', async () => {
    const { code, stderr } = await browse('goto', 'file://./../../../../../etc/hostname');

    expect(code).toBe(6);
    expect(stderr).toContain('Path must be within: ');
  });

  test('refuses a file that encoded dots lead to', async () => {
    const { code } = await browse(
      'goto',
      `file://${browse.directory}/%2e%2e/%2e%2e/%2e%2e/etc/hostname`,
    );

    expect(code).toBe(6);
  });

  test('refuses a file of another machine', async () => {
    const { code } = await browse('goto', 'file://elsewhere/share/a.html');

    expect(code).toBe(6);
  });

  test('refuses a symlink that leads outside', async () => {
    symlinkSync('/etc', join(browse.directory, 'way-out'));

    const { code, stderr } = await browse('goto', 'file://./way-out/hostname');

    expect(code).toBe(6);
    expect(stderr).toContain('Path must be within: ');
  });

  test('opens a symlink that stays inside', async () => {
    mkdirSync(join(browse.directory, 'real'), { recursive: true });
    writeFileSync(join(browse.directory, 'real', 'a.html'), '<p>Inside');
    symlinkSync(join(browse.directory, 'real'), join(browse.directory, 'way-in'));

    const { code } = await browse('goto', 'file://./way-in/a.html');

    expect(code).toBe(0);
  });

  test('refuses the state file of the daemon', async () => {
    await browse('url');

    const { code, stderr } = await browse('goto', 'file://./.gstack/browse.json');

    expect(code).toBe(6);
    expect(stderr).toContain('the state directory is closed to commands');
  });

  test('refuses the state file through a symlink', async () => {
    await browse('url');
    symlinkSync(browse.stateFile, join(browse.directory, 'innocent.html'));

    const { code } = await browse('goto', 'file://./innocent.html');

    expect(code).toBe(6);
  });

  test('gives its refusal as one JSON object on demand', async () => {
    const { code, stdout, stderr } = await browse('goto', 'chrome://version', '--json');

    expect(code).toBe(6);
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual({
      success: false,
      error: {
        code: 'denied',
        message: 'Cannot open chrome: URLs: only http, https and file are allowed',
        hint: expect.any(String),
      },
    });
  });
});

describe('newtab', () => {
  test.each(['javascript:alert(1)', 'file:///etc/hostname'])(
    'refuses %s and opens no tab',
    async url => {
      const before = (await browse('tabs')).stdout;

      const { code } = await browse('newtab', url);

      expect(code).toBe(6);
      expect((await browse('tabs')).stdout).toBe(before);
    },
  );
});

describe('load-html', () => {
  test('refuses a file outside the directory of the caller', async () => {
    const { code, stderr } = await browse('load-html', '/usr/share/nothing.html');

    expect(code).toBe(6);
    expect(stderr).toContain('Path must be within: ');
  });

  test('refuses a symlink that leads outside', async () => {
    symlinkSync('/etc/hostname', join(browse.directory, 'card.html'));

    const { code } = await browse('load-html', 'card.html');

    expect(code).toBe(6);
  });
});
