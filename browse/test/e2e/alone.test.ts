import { afterAll, describe, expect, test } from 'bun:test';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { BINARY, cleanEnvironment, runProgram } from '../support/browse.ts';

const CHECKOUT = resolve(import.meta.dir, '../../..');
/** A mount namespace can hide the checkout from the program and from nobody else. */
const canHide = Bun.spawnSync(['unshare', '-m', 'true']).success && process.getuid?.() === 0;

describe('the binary', () => {
  const folder = mkdtempSync(join(tmpdir(), 'browse-alone-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.skipIf(!canHide)('works alone, where neither Bun nor a checkout is', async () => {
    const [home, project] = [join(folder, 'home'), join(folder, 'project')];
    for (const each of [home, project]) mkdirSync(each);
    copyFileSync(BINARY, join(folder, 'browse'));
    const session = `mount -t tmpfs none "$CHECKOUT" && ../browse load-html page.html && ../browse snapshot -i; ../browse stop`;
    await Bun.write(join(project, 'page.html'), '<button>Alone</button>');

    const { stdout, code } = await runProgram(['unshare', '-m', 'sh', '-c', session], {
      cwd: project,
      env: { ...cleanEnvironment(home), PATH: '/usr/bin:/bin:/usr/sbin:/sbin', CHECKOUT },
    });

    expect(code).toBe(0);
    expect(stdout).toContain('[button] "Alone"');
    expect(stdout).toContain('Stopped');
  });
});
