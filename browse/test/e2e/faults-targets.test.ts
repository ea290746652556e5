import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';

import { expectFailure } from '../support/expect-failure.ts';
import { trackProjects } from '../support/process-tree.ts';
import { serve } from '../support/site.ts';

setDefaultTimeout(30_000);
const projects = trackProjects();
const browse = await projects.start();
beforeAll(async () => void (await browse('url')));
afterAll(async () => {
  await browse[Symbol.asyncDispose]();
  await projects.expectNothingLeft();
});

/** A port of loopback that nobody listens on. */
async function closedPort(): Promise<number> {
  await using site = await serve('');
  return Number(new URL(site.url).port);
}

const refOf = (stdout: string, name: string): string =>
  new RegExp(`(@e\\d+) [^\\n]*"${name}"`).exec(stdout)?.[1] ?? 'no ref';

describe('an address', () => {
  test.each([
    ['is not one', 'not a url', 2, 'Cannot read url as a URL: got "not a url"'],
    ['has a broken host', 'http://[::bad/', 2, 'Cannot read url as a URL'],
    ['is empty', '', 2, 'Cannot read url as a URL: got ""'],
    ['is a script', 'javascript:alert(1)', 6, 'Cannot open javascript: URLs'],
    ['is a cloud metadata service', 'http://169.254.169.254/latest', 6, 'cloud metadata service'],
    ['is the same in another spelling', 'http://0xA9FEA9FE/', 6, 'cloud metadata service'],
    ['is a file elsewhere', 'file:///etc/passwd', 6, 'Path must be within'],
    // A label of 64 letters is refused by the resolver of this machine itself.
    ['does not resolve', `http://${'a'.repeat(64)}.example/`, 1, 'does not resolve'],
  ] as const)('that %s is refused', async (_, url, code, message) => {
    const ran = await browse('goto', url);

    expectFailure(ran, code, message);
  });

  test('whose port is closed fails and leaves the tab usable', async () => {
    const ran = await browse('goto', `http://127.0.0.1:${await closedPort()}/`);

    expectFailure(ran, 1, 'nothing listens at that address', 'Check that the server runs');
    expect(await browse('goto', 'about:blank')).toMatchObject({ code: 0 });
  });

  test('that answers with an error status is opened and says so', async () => {
    await using site = await serve({});

    const { stdout, code } = await browse('goto', site.at('/missing'));

    expect(code).toBe(0);
    expect(stdout).toBe(`Navigated to ${site.at('/missing')} (404 Not Found)\n`);
  });

  test('that redirects for ever fails', async () => {
    await using site = await serve(() => Response.redirect('/'));

    expectFailure(await browse('goto', site.url), 1, 'redirects for ever');
  });

  test('that answers too late times out with exit 4', async () => {
    await using site = await serve(async () => await new Promise<Response>(() => undefined));

    expectFailure(
      await browse('goto', site.url, '--timeout', '300'),
      4,
      'Cannot finish',
      '--timeout',
    );
  });
});

describe('a target', () => {
  test('that matches nothing exits 5', async () => {
    await using site = await serve('<button>One</button>');
    await browse('goto', site.url);

    expectFailure(await browse('click', '#missing'), 5, '#missing');
  });

  test('that matches several exits 5 and lists them with refs', async () => {
    await using site = await serve('<button>One</button><button>Two</button>');
    await browse('goto', site.url);

    const { stderr, code } = await browse('click', 'button');

    expect(code).toBe(5);
    expect(stderr).toMatch(/@e\d+ \[button\] "One"[^]*@e\d+ \[button\] "Two"/);
  });

  test('that cannot be read exits 2', async () => {
    expectFailure(await browse('click', 'getByRole(button)'), 2, 'Cannot read the locator');
  });

  test('that is a ref whose element left says what it was', async () => {
    await using site = await serve('<button onclick="this.remove()">Once</button>');
    await browse('goto', site.url);
    const ref = refOf((await browse('snapshot', '-i')).stdout, 'Once');
    await browse('click', ref);

    expectFailure(
      await browse('click', ref),
      5,
      `Cannot use ${ref}: its element left`,
      'snapshot -i',
    );
  });

  test('that is a ref from before a navigation names the cause', async () => {
    await using site = await serve({
      '/': '<button>Old</button>',
      '/next': '<button>New</button>',
    });
    await browse('goto', site.url);
    const ref = refOf((await browse('snapshot', '-i')).stdout, 'Old');
    await browse('goto', site.at('/next'));

    expectFailure(await browse('click', ref), 5, /navigat/, 'snapshot -i');
  });

  test('that is a ref whose name changed is refused with both names', async () => {
    await using site = await serve('<button id="b">Save</button>');
    await browse('goto', site.url);
    const ref = refOf((await browse('snapshot', '-i')).stdout, 'Save');
    await browse('js', 'document.getElementById("b").textContent = "Delete"');

    expectFailure(await browse('click', ref), 5, /"Save".*"Delete"/);
  });

  test('that is a ref nobody gave exits 5', async () => {
    expectFailure(await browse('click', '@e99999'), 5, 'Cannot find @e99999');
  });
});

describe('a tab', () => {
  test.each([
    ['--tab', ['url', '--tab', '77']],
    ['tab', ['tab', '77']],
    ['closetab', ['closetab', '77']],
  ] as const)('that is not open exits 5 with %s and names the open ones', async (_, args) => {
    expectFailure(await browse(...args), 5, 'Cannot find tab 77: it is not open', 'Open tabs: 1');
  });

  test('that is not open is not replaced by the active one', async () => {
    await using site = await serve('<p>Active</p>');
    await browse('goto', site.url);

    const ran = await browse('goto', 'about:blank', '--tab', '77');

    expect(ran.code).toBe(5);
    expect((await browse('url')).stdout).toBe(`${site.url}\n`);
  });

  test('named by BROWSE_TAB that is not open exits 5', async () => {
    const ran = await browse.run(['url'], { env: { BROWSE_TAB: '77' } });

    expectFailure(ran, 5, 'Cannot find tab 77');
  });
});
