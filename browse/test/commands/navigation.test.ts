import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { serve } from '../support/site.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** A port on which nothing listens: one that was free a moment ago. */
async function closedPort(): Promise<number> {
  const server = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => new Response() });
  const { port } = server;
  await server.stop(true);
  return port ?? 0;
}

describe('goto', () => {
  test('says where it went and with which status', async () => {
    await using site = await serve('<h1>Home</h1>');

    const { stdout, stderr, code } = await browse('goto', site.url);

    expect(code).toBe(0);
    expect(stdout).toBe(`Navigated to ${site.url} (200)\n`);
    expect(stderr.split('\n').filter(line => !line.includes('sandbox'))).toEqual(['']);
  });

  test('shows the page of an error status and says so', async () => {
    await using site = await serve('<h1>Home</h1>');

    const { stdout, code } = await browse('goto', site.at('/missing'));

    expect(code).toBe(0);
    expect(stdout).toBe(`Navigated to ${site.at('/missing')} (404 Not Found)\n`);
    expect((await browse('text')).stdout).toContain('Not found');
  });

  test.each(['open', 'navigate'])('is also called %s', async alias => {
    await using site = await serve('<h1>Home</h1>');

    const { stdout } = await browse(alias, site.url);

    expect(stdout).toBe(`Navigated to ${site.url} (200)\n`);
  });

  test.each(['localhost', '127.0.0.1'])('takes %s without a scheme for http', async host => {
    await using site = await serve({ '/a': '<h1>A</h1>' });
    const { port } = new URL(site.url);

    const { stdout, code } = await browse('goto', `${host}:${port}/a?q=1#part`);

    expect(code).toBe(0);
    expect(stdout).toBe(`Navigated to http://${host}:${port}/a?q=1#part (200)\n`);
  });

  test('follows redirects and names the final address', async () => {
    await using site = await serve({
      '/': () => new Response(null, { status: 302, headers: { location: '/end' } }),
      '/end': '<h1>End</h1>',
    });

    const { stdout } = await browse('goto', site.url);

    expect(stdout).toBe(`Navigated to ${site.at('/end')} (200)\n`);
  });

  test('masks secrets of the address in its answer', async () => {
    await using site = await serve('<h1>Home</h1>');

    const { stdout } = await browse('goto', `${site.url}?access_token=s3cr3tvalue&page=2`);

    expect(stdout).toBe(`Navigated to ${site.url}?access_token=[REDACTED]&page=2 (200)\n`);
  });

  test.each(['load', 'domcontentloaded', 'networkidle'])('waits until %s', async state => {
    await using site = await serve({
      '/': '<img src="/picture"><h1>Home</h1>',
      '/picture': () => new Response('', { headers: { 'content-type': 'image/png' } }),
    });

    const { code } = await browse('goto', site.url, '--wait', state);

    expect(code).toBe(0);
  });

  test('returns at domcontentloaded while a picture still loads, and waits for it on demand', async () => {
    const picture = Promise.withResolvers<Response>();
    await using site = await serve({
      '/': '<img src="/picture"><h1>Home</h1>',
      '/picture': async () => await picture.promise,
    });

    const early = await browse('goto', site.url);
    const late = await browse('goto', site.url, '--wait', 'load', '--timeout', '400');
    picture.resolve(new Response(''));

    expect(early.code).toBe(0);
    expect(late.code).toBe(4);
    expect(late.stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('gives up on a server that never answers when its time is over', async () => {
    const never = Promise.withResolvers<Response>();
    await using site = await serve(async () => await never.promise);

    const { code, stderr } = await browse('goto', site.url, '--timeout', '300');
    never.resolve(new Response(''));

    expect(code).toBe(4);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('says that nothing listens at a closed port', async () => {
    const port = await closedPort();

    const { code, stderr, stdout } = await browse('goto', `http://127.0.0.1:${port}/`);

    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toBe(
      'Cannot open the page: nothing listens at that address (connection refused)\n' +
        'Check that the server runs and that the port is right.\n',
    );
  });

  test('opens a page right after it failed to open another', async () => {
    await using site = await serve('<h1>Home</h1>');
    const port = await closedPort();
    await browse('goto', `http://127.0.0.1:${port}/`);
    await browse('goto', `http://127.0.0.1:${port}/again`);

    const { stdout } = await browse('goto', site.url);

    expect(stdout).toBe(`Navigated to ${site.url} (200)\n`);
    expect(site.requests.filter(path => path === '/')).toHaveLength(1);
  });

  test.each(['ht!tp://x', 'http://', 'not a url', 'http://[::1', '/etc/hosts'])(
    'refuses %p as a usage error with a hint',
    async typed => {
      const { code, stderr } = await browse('goto', typed);

      expect(code).toBe(2);
      const [message, hint, ...rest] = stderr.trimEnd().split('\n');
      expect(message).toBe(`Cannot read url as a URL: got "${typed}"`);
      expect(hint).toMatch(/^(Type a full URL|For a local file type file:\/\/)/);
      expect(rest).toEqual([]);
    },
  );

  test('refuses a load state that does not exist', async () => {
    const { code, stderr } = await browse('goto', 'http://127.0.0.1/', '--wait', 'ready');

    expect(code).toBe(2);
    expect(stderr).toContain('must be load, domcontentloaded, networkidle');
  });

  test('says that a download is not a page', async () => {
    await using site = await serve(
      () =>
        new Response('data', {
          headers: { 'content-disposition': 'attachment; filename="a.bin"' },
        }),
    );

    const { code, stderr } = await browse('goto', site.url);

    expect(code).toBe(1);
    expect(stderr).toContain('it is a download');
  });

  test('opens a file below the current directory, query and fragment kept', async () => {
    const folder = join(browse.directory, 'a folder');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'page.html'), '<title>File</title><p>From a file');

    const { stdout, code } = await browse('goto', 'file://./a folder/page.html?x=1&y=a%20b#top');

    expect(code).toBe(0);
    expect(stdout).toBe(
      `Navigated to file://${encodeURI(folder)}/page.html?x=1&y=a%20b#top (200)\n`,
    );
    expect((await browse('js', 'location.search + location.hash')).stdout).toContain(
      '?x=1&y=a%20b#top',
    );
  });

  test('resolves a relative file against the directory of the caller', async () => {
    const cwd = join(browse.directory, 'below');
    for (const folder of [join(browse.directory, '.git'), cwd]) mkdirSync(folder);
    writeFileSync(join(cwd, 'here.html'), '<p>Below');

    const { stdout } = await browse.run(['goto', 'file://./here.html'], { cwd });

    expect(stdout).toBe(`Navigated to file://${cwd}/here.html (200)\n`);
  });

  test('says that a file does not exist', async () => {
    const { code, stderr } = await browse('goto', 'file://./none.html');

    expect(code).toBe(1);
    expect(stderr).toBe('Cannot open the page: no such file\nCheck the path of the file.\n');
  });
});

describe('back and forward', () => {
  test('go through the history and name where they arrive', async () => {
    await using site = await openPage(browse, { '/': '<p>One', '/two': '<p>Two' });
    await browse('goto', site.at('/two'));

    const back = await browse('back');
    const forward = await browse('forward');

    expect(back.stdout).toBe(`Back → ${site.url}\n`);
    expect(forward.stdout).toBe(`Forward → ${site.at('/two')}\n`);
  });

  test('go over entries that a script pushed', async () => {
    await using site = await openPage(browse, '<p>App');
    await browse('js', `history.pushState({}, '', '/inner')`);

    const { stdout } = await browse('back');

    expect(stdout).toBe(`Back → ${site.url}\n`);
  });

  test('are also called go-back and go-forward', async () => {
    await using site = await openPage(browse, { '/': '<p>One', '/two': '<p>Two' });
    await browse('goto', site.at('/two'));

    const back = await browse('go-back');
    const forward = await browse('go-forward');

    expect([back.code, forward.code]).toEqual([0, 0]);
  });

  test('fail at the ends of the history and say so', async () => {
    await browse('newtab');

    const back = await browse('back');
    const forward = await browse('forward');

    expect([back.code, forward.code]).toEqual([1, 1]);
    expect(back.stderr).toBe(
      "Cannot go back: this is the first page of the tab's history\nRun `browse goto URL` to open a page.\n",
    );
    expect(forward.stderr).toContain("this is the last page of the tab's history");
  });
});

describe('reload', () => {
  test('loads the page again', async () => {
    let served = 0;
    await using site = await openPage(
      browse,
      () => new Response(`<p>Load ${++served}`, { headers: { 'content-type': 'text/html' } }),
    );

    const { stdout } = await browse('reload');

    expect(stdout).toBe(`Reloaded ${site.url} (200)\n`);
    expect((await browse('text')).stdout).toContain('Load 2');
  });
});

describe('url', () => {
  test('prints the address and nothing else', async () => {
    await using site = await openPage(browse, { '/': '<p>One' });
    await browse('js', `history.replaceState({}, '', '/inner?x=1#y')`);

    const { stdout } = await browse('url');

    expect(stdout).toBe(`${site.at('/inner?x=1#y')}\n`);
  });

  test('is about:blank in a fresh tab', async () => {
    await browse('newtab');

    const { stdout } = await browse('url');

    expect(stdout).toBe('about:blank\n');
  });
});
