import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';
import { serve } from '../support/site.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** Opens a tab and gives its id. */
async function newTab(...words: string[]): Promise<string> {
  const { stdout } = await browse('newtab', ...words);
  return /^Opened tab (\d+)/.exec(stdout)?.[1] ?? '';
}

describe('newtab', () => {
  test('opens a blank tab and makes it the active one', async () => {
    const { stdout, code } = await browse('newtab');

    const id = /^Opened tab (\d+)\n$/.exec(stdout)?.[1] ?? '';
    expect(code).toBe(0);
    expect(inside((await browse('tabs')).stdout)).toContain(`* ${id} about:blank ""`);
  });

  test('opens a tab at an address', async () => {
    await using site = await serve('<p>A');

    const { stdout } = await browse('newtab', site.url);

    expect(stdout).toMatch(new RegExp(`^Opened tab \\d+ at ${site.url}\n$`));
    expect((await browse('url')).stdout).toBe(`${site.url}\n`);
  });

  test('gives its id as data in JSON', async () => {
    const { stdout } = await browse('newtab', '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      data: { tabId: expect.any(Number), url: 'about:blank' },
    });
  });

  test('fails with both lines when the page cannot be opened', async () => {
    const closed = await serve('<p>A');
    await closed[Symbol.asyncDispose]();

    const { code, stderr } = await browse('newtab', closed.url);

    expect(code).toBe(1);
    expect(stderr).toContain('connection refused');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('tabs', () => {
  test('lists ids, addresses and titles, with a star for the active one', async () => {
    await using site = await openPage(browse, '<!doctype html><title>First\nline</title>');
    const first = await newTab(site.url);
    const second = await newTab();

    const { stdout, code } = await browse('tabs');

    expect(code).toBe(0);
    const lines = inside(stdout).split('\n');
    expect(lines).toContain(`  ${first} ${site.url} "First line"`);
    expect(lines).toContain(`* ${second} about:blank ""`);
    expect(lines.filter(line => line.startsWith('*'))).toHaveLength(1);
  });

  test('gives them as data in JSON', async () => {
    const id = await newTab();

    const { stdout } = await browse('tabs', '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      data: expect.arrayContaining([
        { id: Number(id), active: true, url: 'about:blank', title: '' },
      ]),
    });
  });
});

describe('tab', () => {
  test('makes a tab the active one', async () => {
    await using site = await serve('<p>A');
    const first = await newTab(site.url);
    await newTab();

    const { stdout, code } = await browse('tab', first);

    expect(code).toBe(0);
    expect(stdout).toBe(`Tab ${first} is active: ${site.url}\n`);
    expect((await browse('url')).stdout).toBe(`${site.url}\n`);
  });

  test.each(['9999', '1000000'])('fails with exit code 5 for the unknown tab %s', async id => {
    const { code, stderr } = await browse('tab', id);

    expect(code).toBe(5);
    expect(stderr).toMatch(
      new RegExp(
        `^Cannot find tab ${id}: it is not open\nOpen tabs: [\\d, ]+\\. Run \`browse tabs\` to see them\\.\n$`,
      ),
    );
  });

  test.each(['first', '0', '1.5', '-1'])('refuses the id %s', async id => {
    const { code, stderr } = await browse('tab', '--', id);

    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('closetab', () => {
  test('closes a tab and says which one is active then', async () => {
    const [first, second] = [await newTab(), await newTab()];

    const { stdout, code } = await browse('closetab', second);

    expect(code).toBe(0);
    expect(stdout).toBe(`Closed tab ${second}; tab ${first} is active\n`);
  });

  test('closes the active tab when none is named', async () => {
    const id = await newTab();

    const { stdout } = await browse('closetab');

    expect(stdout).toStartWith(`Closed tab ${id}; `);
  });

  test('leaves the active tab alone when it closes another', async () => {
    const [first, second] = [await newTab(), await newTab()];

    const { stdout } = await browse('closetab', first);

    expect(stdout).toBe(`Closed tab ${first}; tab ${second} is active\n`);
  });

  test('closes a tab whose page hangs', async () => {
    await using _site = await openPage(browse, '<p>A');
    const id = await newTab();
    const hanging = browse('js', 'for (;;) {}', '--tab', id);

    const { code } = await browse('closetab', id);

    expect(code).toBe(0);
    expect((await hanging).code).not.toBe(0);
  });

  test('fails with exit code 5 for a tab that is closed already', async () => {
    const id = await newTab();
    await browse('closetab', id);

    const { code } = await browse('closetab', id);

    expect(code).toBe(5);
  });

  test('leaves a blank tab with a new id when it closes the last one', async () => {
    await using last = await startBrowse();
    await last('goto', 'about:blank');

    const { stdout } = await last('closetab');

    expect(stdout).toBe('Closed tab 1; tab 2 is active\n');
    expect(inside((await last('tabs')).stdout)).toBe('* 2 about:blank ""');
  });
});

describe('a tab id', () => {
  test('is never used again', async () => {
    const ids: string[] = [];
    for (let round = 0; round < 3; round++) {
      const id = await newTab();
      ids.push(id);
      await browse('closetab', id);
    }

    const next = await newTab();

    expect(new Set([...ids, next]).size).toBe(4);
    expect(Number(next)).toBeGreaterThan(Math.max(...ids.map(Number)));
  });

  test('behind --tab is where one command acts, and the active tab stays', async () => {
    await using site = await serve('<p>A');
    const [first, second] = [await newTab(), await newTab()];

    const { stdout } = await browse('goto', site.url, '--tab', first);

    expect(stdout).toStartWith('Navigated to');
    expect((await browse('url', '--tab', first)).stdout).toBe(`${site.url}\n`);
    expect((await browse('url')).stdout).toBe('about:blank\n');
    expect(inside((await browse('tabs')).stdout)).toContain(`* ${second} `);
  });

  test('in BROWSE_TAB is where commands act, unless --tab says otherwise', async () => {
    await using site = await serve('<p>A');
    const [first, second] = [await newTab(site.url), await newTab()];
    const env = { BROWSE_TAB: first };

    const fromEnvironment = await browse.run(['url'], { env });
    const fromFlag = await browse.run(['url', '--tab', second], { env });

    expect(fromEnvironment.stdout).toBe(`${site.url}\n`);
    expect(fromFlag.stdout).toBe('about:blank\n');
  });

  test.each([[['url']], [['text']], [['click', '@e1']], [['goto', 'about:blank']]])(
    'that is not open ends %p with exit code 5',
    async words => {
      const { code, stderr, stdout } = await browse(...words, '--tab', '9999');

      expect(code).toBe(5);
      expect(stdout).toBe('');
      expect(stderr).toContain('Cannot find tab 9999: it is not open');
    },
  );

  test('of a popup is given like any other, and the opener stays active', async () => {
    await using site = await openPage(browse, {
      '/': `<button onclick="window.open('/popup')">Open</button>`,
      '/popup': '<p>Popup',
    });
    const { stdout } = await browse('click', 'text=Open');
    const id = /tab (\d+) opened/.exec(stdout)?.[1] ?? '';

    const { stdout: text } = await browse('wait', 'text=Popup', '--tab', id);

    expect(text).toStartWith('text=Popup is visible');
    expect((await browse('url')).stdout).toBe(`${site.url}\n`);
    expect((await browse('url', '--tab', id)).stdout).toBe(`${site.at('/popup')}\n`);
  });
});
