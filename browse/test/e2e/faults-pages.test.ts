import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';

import type { Browse, Ran } from '../support/browse.ts';
import { eventually } from '../support/browse.ts';
import { expectFailure } from '../support/expect-failure.ts';
import { descendantsOf, trackProjects } from '../support/process-tree.ts';
import type { Site } from '../support/site.ts';
import { serve } from '../support/site.ts';
import { isAlive } from '#platform/processes.ts';

setDefaultTimeout(30_000);
const projects = trackProjects();
afterAll(projects.expectNothingLeft);

const HANGING = `<button onclick="console.log('about to hang'); while (1);">Hang</button>`;

interface Hung {
  readonly ended: () => boolean;
  readonly click: Promise<Ran>;
}

/** A tab whose page hangs in the middle of a click, which goes on. */
async function hang(browse: Browse, site: Site): Promise<Hung> {
  await browse('goto', site.url);
  let isOver = false;
  const click = browse('click', 'text=Hang', '--timeout', '25000').finally(() => {
    isOver = true;
  });
  await eventually('the click', async () =>
    (await browse('console')).stdout.includes('about to hang'),
  );
  return { ended: () => isOver, click };
}

describe('a hung page', () => {
  let site: Site;
  let browse: Browse;
  let hung: Hung;
  beforeAll(async () => {
    site = await serve({ '/': HANGING, '/other': '<h1>Still fine</h1>' });
    browse = await projects.start();
    hung = await hang(browse, site);
  });
  afterAll(async () => {
    await browse[Symbol.asyncDispose]();
    await site[Symbol.asyncDispose]();
  });

  test.each([
    ['status', ['status'], 'Running: click'],
    ['tabs', ['tabs'], '* 1 http://127.0.0.1'],
    ['console', ['console'], 'about to hang'],
    ['network', ['network'], 'GET 200 document'],
    ['dialog', ['dialog'], '(no dialogs)'],
    ['url', ['url'], 'http://127.0.0.1'],
  ] as const)('does not keep %s waiting', async (_, args, answer) => {
    const begun = Date.now();

    const { stdout, code } = await browse(...args);

    expect({ code, isStillHanging: !hung.ended() }).toEqual({ code: 0, isStillHanging: true });
    expect(Date.now() - begun).toBeLessThan(2_000);
    expect(stdout).toContain(answer);
  });

  test('makes a second command on it say what holds the tab', async () => {
    const ran = await browse('text', '--timeout', '300');

    expectFailure(ran, [4, 7], 'click', /closetab/);
    expect(hung.ended()).toBe(false);
  });

  test('leaves a new tab usable', async () => {
    expect(await browse('newtab', site.at('/other'))).toMatchObject({ code: 0 });

    const { stdout, code } = await browse('text');

    expect(code).toBe(0);
    expect(stdout).toContain('Still fine');
    expect(hung.ended()).toBe(false);
  });

  test('lets go of its command when its tab is closed', async () => {
    const begun = Date.now();

    expect(await browse('closetab', '1')).toMatchObject({ code: 0 });

    expect(Date.now() - begun).toBeLessThan(2_000);
    expectFailure(await hung.click, 1, /tab.* was closed/, 'browse tabs');
    expect((await browse('tabs')).stdout).not.toContain(' 1 http');
  });
});

describe('a page that hangs', () => {
  test('does not keep stop waiting', async () => {
    await using site = await serve(HANGING);
    await using browse = await projects.start();
    const { click } = await hang(browse, site);
    const processes = [browse.state(), ...descendantsOf(browse.state().pid)];

    expect(await browse('stop')).toMatchObject({ stdout: 'Stopped\n', code: 0 });

    expect(processes.filter(isAlive)).toEqual([]);
    expect((await click).code).not.toBe(0);
  });

  test('while it loads times out, and a new tab goes on', async () => {
    await using site = await serve({ '/': '<script>while (1);</script>', '/fine': '<p>Fine</p>' });
    await using browse = await projects.start();
    await browse('url');

    expectFailure(await browse('goto', site.url, '--timeout', '700'), 4, 'Cannot finish');
    expectFailure(await browse('text', '--timeout', '500'), 4, 'Cannot finish', /\S/);

    expect(await browse('newtab', site.at('/fine'))).toMatchObject({ code: 0 });
    expect((await browse('text')).stdout).toContain('Fine');
  });

  test('in a script is freed when that script reaches its deadline', async () => {
    await using browse = await projects.start();
    await browse('url');

    expectFailure(await browse('js', 'while (1);', '--timeout', '300'), 4, 'Cannot finish js');

    expect((await browse('js', '6 * 7')).stdout).toContain('42');
  });
});

describe('an open dialog', () => {
  let browse: Browse;
  beforeAll(async () => {
    browse = await projects.start();
  });
  afterAll(async () => await browse[Symbol.asyncDispose]());

  test.each([
    ['alert', 'alert("now")', '[alert] "now" → accepted'],
    ['confirm', 'confirm("sure?")', '[confirm] "sure?" → accepted'],
    ['prompt', 'prompt("name?", "Ada")', '[prompt] "name?" → accepted'],
  ] as const)('%s does not block the page that opens it', async (_, call, entry) => {
    await using site = await serve(`<script>${call}</script><p>After it</p>`);

    expect(await browse('goto', site.url)).toMatchObject({ code: 0 });

    expect((await browse('text')).stdout).toContain('After it');
    expect((await browse('dialog')).stdout).toContain(entry);
  });

  test('that a click opens is said in its answer', async () => {
    await using site = await serve('<button onclick="alert(1)">Warn</button>');
    await browse('goto', site.url);

    const { stdout, code } = await browse('click', 'text=Warn');

    expect(code).toBe(0);
    expect(stdout).toContain('→ dialog opened');
  });
});
