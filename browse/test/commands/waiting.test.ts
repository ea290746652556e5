import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { serve } from '../support/site.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** A page with a button that does something a moment after it is clicked. */
const later = (html: string, script: string): string =>
  `${html}<button onclick="setTimeout(() => { ${script} }, 30)">Go</button>`;

/** Clicks Go while another call waits, and gives what that one printed. */
async function whileWaiting(...words: string[]): ReturnType<typeof browse> {
  await browse('js', `setTimeout(() => document.querySelector('button').click(), 100)`);
  return await browse('wait', ...words);
}

describe('wait for an element', () => {
  test.each([
    ['visible', '<p id="a" hidden>A</p>', 'a.hidden = false'],
    ['hidden', '<p id="a">A</p>', 'a.hidden = true'],
    ['attached', '', `document.body.insertAdjacentHTML('beforeend', '<p id=a hidden>')`],
    ['detached', '<p id="a" hidden>A</p>', 'a.remove()'],
  ])('ends when it is %s', async (state, html, script) => {
    await using _site = await openPage(browse, later(html, script));

    const { stdout, code } = await whileWaiting('#a', '--state', state);

    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^#a is ${state} after \\d+ ms\n$`));
  });

  test('means visible when no state is named', async () => {
    await using _site = await openPage(browse, later('<p id="a" hidden>A</p>', 'a.hidden = false'));

    const { stdout } = await whileWaiting('#a');

    expect(stdout).toStartWith('#a is visible after ');
  });

  test('ends at once for what is there already', async () => {
    await using _site = await openPage(browse, '<button>Save</button>');

    const { code } = await browse('wait', 'role=button[name="Save"]');

    expect(code).toBe(0);
  });

  test('is satisfied by one visible element among several', async () => {
    await using _site = await openPage(browse, '<p hidden>A</p><p>B</p><p>C</p>');

    const { code } = await browse('wait', 'p');

    expect(code).toBe(0);
  });

  test('looks into frames', async () => {
    await using _site = await openPage(browse, `<iframe srcdoc="<p id='inner'>In</p>"></iframe>`);

    const { code } = await browse('wait', '#inner');

    expect(code).toBe(0);
  });

  test('takes a ref', async () => {
    await using _site = await openPage(browse, '<button onclick="this.remove()">Once</button>');
    const ref = await refOf(browse, '[button] "Once"');
    await browse('js', `setTimeout(() => document.querySelector('button').click(), 50)`);

    const { stdout, code } = await browse('wait', ref, '--state', 'detached');

    expect(code).toBe(0);
    expect(stdout).toStartWith(`${ref} is detached`);
  });

  test.each([
    ['visible', '<p id="a" hidden>A</p>'],
    ['hidden', '<p id="a">A</p>'],
    ['attached', ''],
    ['detached', '<p id="a">A</p>'],
  ])('times out with exit code 4 when it is never %s, and says so', async (state, html) => {
    await using _site = await openPage(browse, html);

    const { stderr, code } = await browse('wait', '#a', '--state', state, '--timeout', '200');

    expect(code).toBe(4);
    expect(stderr).toBe(
      `Cannot see it within 200 ms: #a is still not ${state}\n` +
        'Run `browse snapshot` to see the page, or use a longer --timeout.\n',
    );
  });

  test('refuses a target that cannot be read', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stderr, code } = await browse('wait', 'p[', '--timeout', '500');

    expect(code).toBe(2);
    expect(stderr).toContain('not a selector that can be understood');
  });
});

describe('wait for a text', () => {
  test('ends when it is visible', async () => {
    await using _site = await openPage(
      browse,
      later('<p id="a" hidden>Order placed</p>', 'a.hidden = false'),
    );

    const { stdout, code } = await whileWaiting('--text', 'Order placed');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Text "Order placed" is visible after ');
  });

  test('does not count hidden text', async () => {
    await using _site = await openPage(browse, '<p hidden>Order placed</p>');

    const { stderr, code } = await browse('wait', '--text', 'Order placed', '--timeout', '200');

    expect(code).toBe(4);
    expect(stderr).toContain('the text "Order placed" is not visible');
  });

  test('ends when it is gone', async () => {
    await using _site = await openPage(browse, later('<p id="a">Loading…</p>', 'a.remove()'));

    const { stdout, code } = await whileWaiting('--gone', 'Loading…');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Text "Loading…" is gone after ');
  });

  test('says that a text is still there when time runs out', async () => {
    await using _site = await openPage(browse, '<p>Loading…</p>');

    const { stderr, code } = await browse('wait', '--gone', 'Loading…', '--timeout', '200');

    expect(code).toBe(4);
    expect(stderr).toContain('the text "Loading…" is still visible');
  });
});

describe('wait for an address', () => {
  test('ends when it matches the glob', async () => {
    await using _site = await openPage(
      browse,
      later('', `history.pushState({}, '', '/orders/17?x=1')`),
    );

    const { stdout, code } = await whileWaiting('--url', '**/orders/*');

    expect(code).toBe(0);
    expect(stdout).toStartWith('URL matches **/orders/* after ');
  });

  test('says where the tab is when time runs out', async () => {
    await using site = await openPage(browse, '<p>A');

    const { stderr, code } = await browse('wait', '--url', '**/orders', '--timeout', '200');

    expect(code).toBe(4);
    expect(stderr).toContain(`the URL is ${site.url}`);
  });
});

describe('wait for a script', () => {
  test('ends when the expression is true', async () => {
    await using _site = await openPage(browse, later('', 'window.ready = true'));

    const { stdout, code } = await whileWaiting('--fn', 'window.ready');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Expression is true after ');
  });

  test('awaits a promise', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { code } = await browse('wait', '--fn', 'Promise.resolve(true)');

    expect(code).toBe(0);
  });

  test('says that it is still false when time runs out', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stderr, code } = await browse('wait', '--fn', '1 > 2', '--timeout', '200');

    expect(code).toBe(4);
    expect(stderr).toContain('the expression is still false');
  });

  test('fails with what the expression throws', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stderr, code } = await browse('wait', '--fn', 'nowhere.near', '--timeout', '500');

    expect(code).toBe(1);
    expect(stderr).toContain('nowhere is not defined');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});

describe('wait for a load state', () => {
  test.each(['networkidle', 'load', 'domcontentloaded'])('ends at %s', async state => {
    await using _site = await openPage(browse, '<p>A');

    const { stdout, code } = await browse('wait', `--${state}`);

    expect(code).toBe(0);
    expect(stdout).toBe(`Reached ${state}\n`);
  });

  test('says how many requests are under way when time runs out', async () => {
    const never = Promise.withResolvers<Response>();
    await using _site = await openPage(browse, {
      '/': `<p>A<script>fetch('/never')</script>`,
      '/never': async () => await never.promise,
    });

    const { stderr, code } = await browse('wait', '--networkidle', '--timeout', '300');
    never.resolve(new Response(''));

    expect(code).toBe(4);
    expect(stderr).toContain('Cannot see networkidle within 300 ms: 1 requests are under way');
  });
});

describe('wait for a download', () => {
  test('ends when one starts and names the file as the page did', async () => {
    await using site = await serve({
      '/': later('<a id="a" href="/file">File</a>', 'a.click()'),
      '/file': () =>
        new Response('data', {
          headers: { 'content-disposition': 'attachment; filename="report.csv"' },
        }),
    });
    await browse('goto', site.url);

    const { stdout, code } = await whileWaiting('--download');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Download started\n--- BEGIN UNTRUSTED');
    expect(stdout).toContain('\n"report.csv"\n');
  });

  test('says that none has started when time runs out', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stderr, code } = await browse('wait', '--download', '--timeout', '200');

    expect(code).toBe(4);
    expect(stderr).toContain('none has started');
  });
});

describe('wait for some time', () => {
  test('takes milliseconds', async () => {
    await using _site = await openPage(browse, '<p>A');
    const begun = performance.now();

    const { stdout, code } = await browse('wait', '120');

    expect(code).toBe(0);
    expect(stdout).toBe('Waited 120 ms\n');
    expect(performance.now() - begun).toBeGreaterThan(115);
  });

  test('refuses more than the call may take', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { stderr, code } = await browse('wait', '60000');

    expect(code).toBe(2);
    expect(stderr).toBe('Cannot wait 60000 ms: the limit is 15000 ms\nAdd --timeout 61000.\n');
  });
});

describe('wait', () => {
  test.each([
    ['nothing', []],
    ['a target and a text', ['#a', '--text', 'A']],
    ['two load states', ['--load', '--networkidle']],
    ['a text and its absence', ['--text', 'A', '--gone', 'B']],
    ['a state without a target', ['--text', 'A', '--state', 'hidden']],
    ['a state that does not exist', ['#a', '--state', 'ready']],
    ['a state alone', ['--state', 'hidden']],
  ])('refuses %s', async (_, words) => {
    const { stderr, code } = await browse('wait', ...words);

    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});
