import { describe, expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { startTimeOf } from '#platform/processes.ts';
import { BUN_VERSION, freshCheckout, serveRelease, UNPACKERS } from './support/checkout.ts';

const canDownload = Bun.which('curl') !== null && UNPACKERS.some(name => Bun.which(name) !== null);
const hasFixedBrowser = [
  '/Applications/Google Chrome.app',
  '/Applications/Chromium.app',
  '/snap/bin/chromium',
].some(place => existsSync(place));

describe('setup', () => {
  test('does everything once and then nothing', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });

    const first = await checkout.run('setup');
    const second = await checkout.run('setup');

    expect(first).toEqual({
      code: 0,
      stdout: '',
      stderr: 'setup: installing the packages\nsetup: building browse/dist/browse\n',
    });
    expect(second).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(await checkout.builds()).toBe(1);
  });

  test('builds once when several start at the same time', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });

    const runs = await Promise.all([1, 2, 3].map(() => checkout.run('setup')));

    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await checkout.builds()).toBe(1);
  });

  test.each([
    ['of a setup that died', '999999999 1'],
    ['of a pid that is another process by now', `${process.pid} 1`],
    ['without a start time', `${process.pid}`],
    ['of nobody', 'garbage'],
  ])('takes over a lock %s', async (_, holder) => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });
    await mkdir(join(checkout.folder, '.tools'));
    await symlink(holder, join(checkout.folder, '.tools/lock'));

    const { code } = await checkout.run('setup');

    expect(code).toBe(0);
    expect(existsSync(join(checkout.folder, '.tools/lock'))).toBe(false);
  });

  test('waits for a setup that runs', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });
    const lock = join(checkout.folder, '.tools/lock');
    await using holder = Bun.spawn(['sleep', '60']);
    await mkdir(join(checkout.folder, '.tools'));
    await symlink(`${holder.pid} ${startTimeOf(holder.pid)}`, lock);
    await rm(join(checkout.folder, 'path/sleep'));
    await checkout.writeProgram('path/sleep', `kill ${holder.pid}`);

    // Setup sleeps only while it waits, and this stand-in for it ends the holder.
    expect(await checkout.run('setup')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`waiting for another setup (process ${holder.pid})`),
    });
  });

  test('refuses an option it does not know', async () => {
    await using checkout = await freshCheckout({ tools: [] });

    const { code, stderr } = await checkout.run('setup', { args: ['--fro-tests'] });

    expect(code).toBe(2);
    expect(stderr).toBe(
      'Cannot read "--fro-tests": no such option\nusage: ./setup [--for-tests]\n',
    );
  });

  test('names the build that failed and the command that shows why', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });
    await checkout.write('scripts/build.ts', "throw new Error('no entry point');");

    const { code, stderr } = await checkout.run('setup');

    expect(code).toBe(3);
    expect(lastLines(stderr)).toEqual([
      expect.stringMatching(/^Cannot build browse\/dist\/browse: .*no entry point/),
      expect.stringMatching(/^Run: cd '.*' && '.*bun' scripts\/build\.ts$/),
    ]);
  });
});

describe('setup without Bun', () => {
  test('says what to install when there is neither npm nor curl', async () => {
    await using checkout = await freshCheckout({ tools: ['apt-get', 'sudo-user'] });

    const { code, stdout, stderr } = await checkout.run('setup');

    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toBe(
      [
        `Cannot install Bun ${BUN_VERSION}: neither npm nor curl is installed`,
        'Run: sudo apt-get update && sudo apt-get install -y curl unzip\n',
      ].join('\n'),
    );
  });

  test('ignores a Bun of another version', async () => {
    await using checkout = await freshCheckout({ tools: ['old-bun'] });

    const { code, stderr } = await checkout.run('setup');

    expect(code).toBe(3);
    expect(stderr).toContain(`Cannot install Bun ${BUN_VERSION}`);
  });

  test.skipIf(!canDownload)('downloads it from the mirror and checks the sum', async () => {
    await using checkout = await freshCheckout({ tools: ['curl', 'chromium'] });
    await using mirror = serveRelease({});

    const { code, stderr } = await checkout.run('setup', { BROWSE_BUN_MIRROR: mirror.url });

    expect(stderr).toStartWith(`setup: downloading Bun ${BUN_VERSION}\nsetup: installing`);
    expect(code).toBe(0);
  });

  test.skipIf(!canDownload)('refuses a download whose sum is not the published one', async () => {
    await using checkout = await freshCheckout({ tools: ['curl', 'chromium'] });
    await using mirror = serveRelease({ sum: '0'.repeat(64) });

    const { code, stderr } = await checkout.run('setup', { BROWSE_BUN_MIRROR: mirror.url });

    expect(code).toBe(3);
    expect(lastLines(stderr)).toEqual([
      expect.stringMatching(/^Cannot trust http.*\.zip: its SHA-256 is not the published one$/),
      expect.stringMatching(/^Run: \.\/setup/),
    ]);
    expect(existsSync(join(checkout.folder, '.tools/bin/bun'))).toBe(false);
  });

  test.skipIf(!canDownload)('says what went wrong when the mirror has nothing', async () => {
    await using checkout = await freshCheckout({ tools: ['curl'] });
    await using mirror = serveRelease({ status: 404 });

    const { code, stderr } = await checkout.run('setup', { BROWSE_BUN_MIRROR: mirror.url });

    expect(code).toBe(3);
    expect(lastLines(stderr)).toEqual([
      expect.stringMatching(
        /^Cannot install Bun .*: npm is not installed; the download failed \(.*404/,
      ),
      expect.stringMatching(/^Run: BROWSE_BUN_MIRROR=/),
    ]);
  });
});

describe('setup without a Chromium', () => {
  test.skipIf(hasFixedBrowser)('says so when nothing here can install one', async () => {
    await using checkout = await freshCheckout({ tools: ['bun'] });

    const { code, stderr } = await checkout.run('setup');

    expect(code).toBe(3);
    expect(lastLines(stderr)).toEqual([
      'Cannot find a Chromium: none is installed; playwright failed (Error: getaddrinfo ENOTFOUND)',
      "Run: ./setup   (after installing chromium with your system's package manager)",
    ]);
  });

  test.skipIf(hasFixedBrowser)('passes over a program that does not start', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'broken-chromium'] });

    const { code, stderr } = await checkout.run('setup');

    expect(code).toBe(3);
    expect(stderr).toContain('Cannot find a Chromium');
  });

  test.skipIf(hasFixedBrowser)('installs one with apt-get as root', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'apt-get', 'root'] });

    const { code, stderr } = await checkout.run('setup');

    expect(stderr).toContain('setup: installing Chromium with apt-get\n');
    expect(code).toBe(0);
  });

  test('is content with the one that GSTACK_CHROMIUM_PATH names', async () => {
    await using checkout = await freshCheckout({ tools: ['bun'] });

    const { code } = await checkout.run('setup', { GSTACK_CHROMIUM_PATH: '/some/chromium' });

    expect(code).toBe(0);
  });

  test("takes Playwright's own download before the one on the PATH", async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });
    const shell = 'downloads/chromium_headless_shell-7/linux/chrome-headless-shell';
    await checkout.writeProgram(shell, 'exit 0');

    const { code } = await checkout.run('setup', {
      PLAYWRIGHT_BROWSERS_PATH: join(checkout.folder, 'downloads'),
    });

    expect(code).toBe(0);
    expect(await Bun.file(join(checkout.folder, '.tools/chromium')).text()).toBe(
      `${join(checkout.folder, shell)}\n`,
    );
  });
});

describe('bin/browse', () => {
  test('sets up and runs from any folder, through links, with its arguments', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });
    await symlink('bin/browse', join(checkout.folder, 'inner'));
    await symlink(join(checkout.folder, 'inner'), join(checkout.folder, 'home/outer'));

    const { code, stdout } = await checkout.run('home/outer', { args: ['a b', '--c', ''] });

    expect({ code, stdout }).toEqual({ code: 0, stdout: '[a b][--c][]' });
  });

  test('builds again after an edit, a new file and a removed one, and only then', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });
    await checkout.run('bin/browse');
    const changes = [
      () => checkout.write('browse/src/main.ts', '// edited'),
      () => checkout.write('browse/src/more.ts', ''),
      () => rm(join(checkout.folder, 'browse/src/more.ts')),
    ];

    for (const [index, change] of changes.entries()) {
      await change();
      await checkout.run('bin/browse');
      await checkout.run('bin/browse');
      expect(await checkout.builds()).toBe(index + 2);
    }
  });

  test('names the Chromium that setup found, unless the caller names one', async () => {
    await using checkout = await freshCheckout({ tools: ['bun', 'chromium'] });
    const print =
      "writeFileSync('browse/dist/browse', '#!/bin/sh\\necho $GSTACK_CHROMIUM_PATH\\n', { mode: 0o755 });";
    await checkout.write(
      'scripts/build.ts',
      `import { mkdirSync, writeFileSync } from 'node:fs';\nmkdirSync('browse/dist', { recursive: true });\n${print}`,
    );

    const found = await checkout.run('bin/browse');
    const named = await checkout.run('bin/browse', { GSTACK_CHROMIUM_PATH: '/some/chromium' });

    expect(found.stdout).toBe(`${join(checkout.folder, 'path/chromium')}\n`);
    expect(named.stdout).toBe('/some/chromium\n');
  });

  test('passes on the failure of the set-up', async () => {
    await using checkout = await freshCheckout({ tools: [] });

    const { code, stdout, stderr } = await checkout.run('bin/browse', { args: ['url'] });

    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('Cannot install Bun');
  });
});

describe('bin/test', () => {
  test('closes with the counts line when the set-up fails', async () => {
    await using checkout = await freshCheckout({ tools: [] });

    const { code, stdout } = await checkout.run('bin/test');

    expect({ code, stdout }).toEqual({ code: 3, stdout: '0 passed, 1 failed\n' });
  });
});

function lastLines(text: string): string[] {
  return text.trimEnd().split('\n').slice(-2);
}
