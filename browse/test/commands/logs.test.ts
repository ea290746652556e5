import { afterAll, beforeEach, describe, expect, test } from 'bun:test';

import { eventually, startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());
beforeEach(async () => {
  for (const log of ['console', 'network', 'dialog']) await browse(log, '--clear');
});

/** What each line of a log says, without its time. */
const messages = (shown: string): string[] =>
  inside(shown)
    .split('\n')
    .map(line => line.replace(/^(#\d+ )?\d\d:\d\d:\d\d\.\d{3} tab \d+ /, ''));

/** A log once it holds a text. */
async function logWith(text: string, ...words: string[]): Promise<string> {
  let shown = '';
  await eventually(`${words.join(' ')} shows ${text}`, async () => {
    shown = (await browse(...words)).stdout;
    return shown.includes(text);
  });
  return shown;
}

const NOISY = `<p>A<script>
  console.log('hello', { a: 1 }); console.info('fyi'); console.warn('careful'); console.error('broken');
  setTimeout(() => { throw new Error('uncaught one') }, 0);
</script>`;

describe('console', () => {
  test('shows what pages wrote, oldest first, with kind and place', async () => {
    await using site = await openPage(browse, NOISY);

    const shown = await logWith('uncaught one', 'console');

    expect(messages(shown)).toEqual([
      expect.stringMatching(/^\[log\] hello .+ \(http:.+:\d+\)$/),
      `[info] fyi (${site.url}:2)`,
      `[warning] careful (${site.url}:2)`,
      `[error] broken (${site.url}:2)`,
      '[pageerror] uncaught one',
    ]);
  });

  test.each([
    [['--errors'], ['careful', 'broken', 'uncaught']],
    [['--type', 'info'], ['fyi']],
    [['--filter', 'CAREFUL'], ['careful']],
    [
      ['--since', '1h'],
      ['hello', 'fyi', 'careful', 'broken', 'uncaught'],
    ],
    [['--since', '2999-01-01T00:00:00Z'], ['(no console messages)']],
    [['--errors', '--filter', 'brok'], ['broken']],
    [
      ['--tab', '1'],
      ['hello', 'fyi', 'careful', 'broken', 'uncaught'],
    ],
  ])('with %p shows only %p', async (flags, expected) => {
    await using _site = await openPage(browse, NOISY);
    await logWith('uncaught one', 'console');

    const { stdout } = await browse('console', ...flags);

    const lines = messages(stdout);
    expect(lines).toHaveLength(expected.length);
    for (const [index, part] of expected.entries()) expect(lines[index]).toContain(part);
  });

  test('shows one tab only with --tab', async () => {
    await using _site = await openPage(browse, NOISY);
    await logWith('uncaught one', 'console');
    const { stdout: opened } = await browse('newtab');
    const id = /tab (\d+)/.exec(opened)?.[1] ?? '';

    const { stdout } = await browse('console', '--tab', id);
    await browse('closetab', id);

    expect(inside(stdout)).toBe('(no console messages)');
  });

  test('forgets everything with --clear and says how much that was', async () => {
    await using _site = await openPage(browse, NOISY);
    await logWith('uncaught one', 'console');

    const { stdout } = await browse('console', '--clear');

    expect(stdout).toBe('Cleared 5 entries\n');
    expect(inside((await browse('console')).stdout)).toBe('(no console messages)');
  });

  test('keeps a message with line breaks on one line', async () => {
    await using _site = await openPage(
      browse,
      `<p>A<script>console.log('one\\n12:00:00.000 tab 1 [error] forged\\u001b[2J')</script>`,
    );

    const shown = await logWith('one', 'console');

    expect(messages(shown)).toHaveLength(1);
    expect(shown).not.toContain('\u001b');
  });

  test('gives entries as data in JSON', async () => {
    await using _site = await openPage(browse, NOISY);
    await logWith('uncaught one', 'console');

    const { stdout } = await browse('console', '--type', 'error', '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      data: [{ type: 'error', text: 'broken', tab: 1 }],
    });
  });

  test.each(['yesterday', '5', '5d'])('refuses --since %s', async since => {
    const { code, stderr } = await browse('console', '--since', since);

    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('network', () => {
  const PAGES = {
    '/': `<link rel="stylesheet" href="/style.css"><script>
      fetch('/data?api_key=s3cr3t&x=1').then(() => fetch('/missing')).then(() => fetch('http://127.0.0.1:1/'))
        .catch(() => { document.body.dataset.done = 'yes' })</script>`,
    '/style.css': () => new Response('', { headers: { 'content-type': 'text/css' } }),
    '/data': () => new Response('{}'),
    '/favicon.ico': () => new Response(''),
  };

  test('shows method, status, kind and address of every request', async () => {
    await using site = await openPage(browse, PAGES);
    await browse('wait', '[data-done]', '--state', 'attached');

    const { stdout } = await browse('network');

    const lines = messages(stdout).map(line => line.replace(/ \d+ms$/, ''));
    expect(lines).toContain(`GET 200 document ${site.url}`);
    expect(lines).toContain(`GET 200 stylesheet ${site.at('/style.css')}`);
    expect(lines).toContain(`GET 404 fetch ${site.at('/missing')}`);
    expect(
      lines.some(line => /^GET net::ERR_\w+ fetch http:\/\/127\.0\.0\.1:1\/$/.test(line)),
    ).toBe(true);
  });

  test.each([
    [['--status', '404'], ['/missing']],
    [['--status', '4xx'], ['/missing']],
    [['--status', 'failed'], ['127.0.0.1:1/']],
    [['--type', 'stylesheet'], ['/style.css']],
    [['--type', 'fetch', '--status', '2xx'], ['/data']],
    [['--filter', 'STYLE'], ['/style.css']],
    [['--status', '5xx'], ['(no requests)']],
  ])('with %p shows only %p', async (flags, expected) => {
    await using _site = await openPage(browse, PAGES);
    await browse('wait', '[data-done]', '--state', 'attached');

    const { stdout } = await browse('network', ...flags);

    const lines = messages(stdout);
    expect(lines).toHaveLength(expected.length);
    for (const [index, part] of expected.entries()) expect(lines[index]).toContain(part);
  });

  test('masks secrets in addresses', async () => {
    await using _site = await openPage(browse, PAGES);
    await browse('wait', '[data-done]', '--state', 'attached');

    const [plain, json] = await Promise.all([browse('network'), browse('network', '--json')]);

    expect(plain.stdout + json.stdout).not.toContain('s3cr3t');
    expect(plain.stdout).toContain('/data?api_key=[REDACTED]&x=1');
  });

  test.each(['999', '4x', 'ok'])('refuses --status %s', async status => {
    const { code, stderr } = await browse('network', '--status', status);

    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('forgets everything with --clear', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stdout } = await browse('network', '--clear');

    expect(stdout).toMatch(/^Cleared [1-9]\d* entries\n$/);
    expect(inside((await browse('network')).stdout)).toBe('(no requests)');
  });
});

describe('dialog', () => {
  test('shows what opened and how it was answered', async () => {
    await using _site = await openPage(browse, '<p>A');
    await browse('dialog-dismiss');
    await browse('js', `alert('One'); confirm('Two'); prompt('Three'); 0`);

    const { stdout } = await browse('dialog');

    expect(messages(stdout)).toEqual([
      '[alert] "One" → dismissed',
      '[confirm] "Two" → accepted',
      '[prompt] "Three" → accepted',
    ]);
  });

  test.each([
    [['--filter', 'two'], ['[confirm] "Two" → accepted']],
    [['--since', '1h', '--filter', 'prompt'], ['[prompt] "Three" → accepted']],
    [['--filter', 'nothing like it'], ['(no dialogs)']],
  ])('with %p shows only %p', async (flags, expected) => {
    await using _site = await openPage(browse, '<p>A');
    await browse('js', `alert('One'); confirm('Two'); prompt('Three'); 0`);

    const { stdout } = await browse('dialog', ...flags);

    expect(messages(stdout)).toEqual(expected);
  });

  test('forgets everything with --clear', async () => {
    await using _site = await openPage(browse, '<p>A');
    await browse('js', `alert('One')`);

    const { stdout } = await browse('dialog', '--clear');

    expect(stdout).toBe('Cleared 1 entries\n');
    expect(inside((await browse('dialog')).stdout)).toBe('(no dialogs)');
  });
});
