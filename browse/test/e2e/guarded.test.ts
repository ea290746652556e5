import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { serve } from '../support/site.ts';

setDefaultTimeout(30_000);

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const refOf = (snapshot: string, what: string): string =>
  snapshot
    .split('\n')
    .find(line => line.includes(what))
    ?.match(/@e\d+/)?.[0] ?? '@none';

describe('a page at a file: URL', () => {
  // Outside the temporary folder, which every caller may read.
  const outside = mkdtempSync('/var/tmp/browse-outside-');
  afterAll(() => rmSync(outside, { recursive: true, force: true }));
  writeFileSync(join(outside, 'secret.html'), '<p>outside secret</p>');
  const target = `file://${join(outside, 'secret.html')}`;

  const open = async (body: string): Promise<void> => {
    writeFileSync(join(browse.directory, 'page.html'), body);
    const { code, stderr } = await browse('goto', 'file://./page.html');
    expect([code, stderr.includes('Cannot')]).toEqual([0, false]);
  };

  test.each([
    ['the state file of the daemon', '.gstack/browse.json'],
    ['a file outside the folders of the caller', target],
  ])('cannot show %s in a frame', async (_, address) => {
    await open(`<p>shown</p><iframe src="${address}"></iframe>`);

    const { stdout } = await browse('text');

    expect(stdout).toContain('shown');
    expect(stdout).not.toContain('outside secret');
    expect(stdout).not.toContain('token');
  });

  test('cannot lead to a file outside by a link', async () => {
    await open(`<a href="${target}">away</a>`);

    await browse('click', 'text=away');

    expect((await browse('text')).stdout).not.toContain('outside secret');
  });

  test('cannot open a file outside in a popup', async () => {
    await open(`<button onclick="window.open('${target}')">pop</button>`);
    const { stdout } = await browse('click', 'text=pop');
    const popup = /tab (\d+) opened/.exec(stdout)?.[1] ?? '';

    const read = await browse('--tab', popup, 'text');

    expect(read.stdout).not.toContain('outside secret');
  });

  test('shows the files beside it', async () => {
    writeFileSync(join(browse.directory, 'inner.html'), '<p>beside</p>');
    await open('<iframe src="inner.html"></iframe>');

    expect((await browse('text')).stdout).toContain('beside');
  });
});

describe('a session', () => {
  test('has a tab again after its last one closed itself', async () => {
    await using other = await startBrowse();
    await using _site = await openPage(
      other,
      `<button onclick="window.open('','_self').close()">Bye</button>`,
    );
    await other('js', 'window.close()');

    const { code } = await other('goto', 'about:blank');

    expect(code).toBe(0);
  });

  test('can be looked at while the named tab is gone', async () => {
    const env = { BROWSE_TAB: '999' };

    expect((await browse.run(['tabs'], { env })).code).toBe(0);
    expect((await browse.run(['newtab'], { env })).code).toBe(0);
    expect((await browse.run(['text'], { env })).code).toBe(5);
  });

  test('goes on in a tab whose page crashed, and says so first', async () => {
    await using site = await openPage(browse, '<p>before</p>');
    const pid = rendererOf();
    process.kill(pid, 'SIGKILL');
    const told = await untilTold(async () => await browse('text', '--timeout', '3000'));

    // The command that met the crash and the one after it may both have been told.
    await browse('text');
    const after = await browse('goto', site.url);

    expect(told).toContain('crashed');
    expect(after.stdout).toContain('Navigated to');
  });

  /** The newest renderer below the daemon is the page's. */
  function rendererOf(): number {
    const { pid } = browse.state();
    const list = Bun.spawnSync(['ps', '-eo', 'pid,ppid,args']).stdout.toString().split('\n');
    const rows = list
      .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
      .filter(row => row !== null);
    const family = new Set([pid]);
    for (let size = 0; size !== family.size;) {
      size = family.size;
      for (const [, child, parent] of rows)
        if (family.has(Number(parent))) family.add(Number(child));
    }
    const renderers = rows.filter(
      ([, child, , args]) => family.has(Number(child)) && args?.includes('--type=renderer'),
    );
    return Number(renderers.at(-1)?.[1]);
  }

  async function untilTold(ask: () => Promise<{ readonly stderr: string }>): Promise<string> {
    for (let attempt = 0; attempt < 20; attempt++) {
      const { stderr } = await ask();
      if (stderr.includes('crashed')) return stderr;
    }
    return '';
  }
});

describe('a ref', () => {
  test('is kept while its frame is hidden', async () => {
    await using _site = await openPage(
      browse,
      `<iframe id="f" srcdoc="<button>Inner</button>"></iframe>`,
    );
    const ref = refOf((await browse('snapshot', '-i')).stdout, '"Inner"');
    await browse('js', `document.querySelector('#f').style.display = 'none'`);
    await browse('snapshot', '-i');
    await browse('js', `document.querySelector('#f').style.display = ''`);

    const { code } = await browse('click', ref);

    expect(code).toBe(0);
    expect(refOf((await browse('snapshot', '-i')).stdout, '"Inner"')).toBe(ref);
  });
});

describe('an action', () => {
  test('does not claim silence of a page that hangs', async () => {
    await using _site = await openPage(
      browse,
      `<button onclick="setTimeout(() => { for (;;); }, 30)">Hang</button>`,
    );

    const { stdout } = await browse('click', 'text=Hang');

    expect(stdout).toContain('page does not answer');
    await browse('closetab');
  });

  test('tells that it navigated a frame', async () => {
    await using site = await serve({
      '/': '<iframe name="f" src="/one"></iframe><a target="f" href="/two">Go</a>',
      '/one': 'one',
      '/two': 'two',
    });
    await browse('goto', site.url, '--wait', 'load');

    expect((await browse('click', 'text=Go')).stdout).toContain('frame navigated');
  });

  test('is not reported as failed when what it started is slow', async () => {
    const answer = Promise.withResolvers<void>();
    await using site = await serve({
      '/': '<a href="/slow">Pay</a>',
      '/slow': async () => {
        await answer.promise;
        return new Response('paid');
      },
    });
    await browse('goto', site.url);
    const clicking = browse('click', 'text=Pay');
    while (!site.requests.includes('/slow')) await new Promise(resolve => setImmediate(resolve));
    answer.resolve();

    expect((await clicking).code).toBe(0);
    expect(site.requests.filter(path => path === '/slow')).toHaveLength(1);
  });
});

describe('a field or list', () => {
  test('of one line never gets a line break that would submit the form', async () => {
    await using _site = await openPage(
      browse,
      `<form onsubmit="event.preventDefault();document.body.append('SUBMITTED')"><input id="q"></form>`,
    );

    await browse('fill', '#q', 'a\nb');

    expect(
      (await browse('js', `document.querySelector('#q').value + document.body.innerText`)).stdout,
    ).toContain('\nab\n');
  });

  test('behind a label is toggled by the label when it is not drawn', async () => {
    await using _site = await openPage(
      browse,
      `<label><input id="c" type="checkbox" style="display:none"> Toggle</label>`,
    );

    const { code } = await browse('click', '#c');

    expect(code).toBe(0);
    expect((await browse('js', `document.querySelector('#c').checked`)).stdout).toContain('true');
  });

  test('never chooses from another list', async () => {
    await using _site = await openPage(
      browse,
      `<ul role="listbox"><li role="option" onclick="document.body.append('DELETED')">Red</li></ul>
       <div id="c" role="combobox" tabindex="0" aria-expanded="false">Colour</div>`,
    );

    const { code } = await browse('select', '#c', 'Red');

    expect(code).toBe(1);
    expect((await browse('text')).stdout).not.toContain('DELETED');
  });

  test('with more than a hundred options gives every one', async () => {
    const options = Array.from(
      { length: 150 },
      (_, index) => `<option>Country ${index}</option>`,
    ).join('');
    await using _site = await openPage(browse, `<select id="s">${options}</select>`);

    const { stdout } = await browse('select', '#s', 'Country 140');

    expect(stdout).toContain('Selected 1 of 150 options');
    expect(stdout).toContain('"Country 140"');
  });
});

describe('a command whose time is over', () => {
  test('stops typing', async () => {
    await using _site = await openPage(browse, '<textarea id="t" autofocus></textarea>');
    await browse('click', '#t');
    const length = async (): Promise<string> =>
      (await browse('js', `document.querySelector('#t').value.length`)).stdout;

    const { code } = await browse('type', 'x'.repeat(60_000), '--timeout', '700');
    const first = await length();

    expect(code).toBe(4);
    expect(await length()).toBe(first);
  });
});

describe('a log', () => {
  test('is never written through a link that a checkout planted', async () => {
    await using other = await startBrowse();
    const victim = join(other.home, 'victim');
    writeFileSync(victim, 'untouched');
    mkdirSync(join(other.directory, '.gstack'), { mode: 0o700 });
    symlinkSync(victim, join(other.directory, '.gstack', 'browse-console.log'));
    await using _site = await openPage(other, `<script>console.log('planted')</script>`);

    await other('stop');

    expect(readFileSync(victim, 'utf8')).toBe('untouched');
  });
});
