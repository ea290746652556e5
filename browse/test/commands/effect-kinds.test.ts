import { afterAll, describe, expect, test } from 'bun:test';

import { eventually, startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** Opens a page with a button that runs a script, clicks it, and gives what was answered without the button's name. */
async function clickThatDoes(script: string, html = ''): Promise<string> {
  await using _site = await openPage(browse, {
    '/': `${html}<button id="go" onclick="${script.replaceAll('"', '&quot;')}">Go</button>`,
    '/file': () =>
      new Response('a,b', {
        headers: { 'content-disposition': 'attachment; filename="report.csv"' },
      }),
  });
  return (await browse('click', '#go')).stdout;
}

const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

const TALL = '<div style="height:4000px">Tall</div>';
const CANVAS = '<canvas id="c" width="300" height="150"></canvas>';

describe('a click says', () => {
  test.each([
    ['that the page scrolled', 'scrollTo(0, 900)', `<nav></nav>`, TALL, 'scrolled'],
    [
      'that a container scrolled',
      'box.scrollTop = 200',
      `<div id="box" style="height:90px;overflow:auto">${TALL}</div>`,
      '',
      'scrolled',
    ],
    ['that the title changed', `document.title = 'Inbox (2)'`, '', '', 'title changed'],
    [
      'that a canvas was drawn on',
      `c.getContext('2d').fillRect(10, 10, 2, 2)`,
      CANVAS,
      '',
      'canvas redrawn',
    ],
    [
      'that a download started',
      `Object.assign(document.createElement('a'), { href: '/file' }).click()`,
      '',
      '',
      'download started',
    ],
  ])('%s', async (_, ...[script, before, after, fact]) => {
    await using _site = await openPage(browse, {
      '/': `${before}<button id="go">Go</button>${after}<script>go.onclick = () => { ${script} }</script>`,
      '/file': () =>
        new Response('a,b', {
          headers: { 'content-disposition': 'attachment; filename="report.csv"' },
        }),
    });

    const { stdout } = await browse('click', '#go');

    expect(stdout.split('\n', 1)[0]).toBe(`Clicked #go → ${fact}`);
  });

  test('what the title is now and how a download is called, inside the envelope', async () => {
    const titled = await clickThatDoes(`document.title = 'Inbox (2)'`);
    const sent = await clickThatDoes(`location.href = '/file'`);

    expect(inside(titled)).toContain('~ title "Inbox (2)"');
    expect(inside(sent)).toContain('download "report.csv"');
    expect(sent).toStartWith('Clicked #go → download started\n');
  });

  test('that a video plays and that it was stopped', async () => {
    await using _site = await openPage(
      browse,
      `<video id="film" muted></video><button id="go">Go</button><script>
         const canvas = document.createElement('canvas'); canvas.getContext('2d');
         film.srcObject = canvas.captureStream();
         go.onclick = () => film.paused ? film.play() : film.pause();
       </script>`,
    );

    const first = await browse('click', '#go');
    const second = await browse('click', '#go');

    expect(first.stdout).toStartWith('Clicked #go → playing\n');
    expect(second.stdout).toStartWith('Clicked #go → paused\n');
  });

  test.each([
    [
      'modal dialog',
      '<dialog id="d" aria-label="Sure"><button>Yes</button></dialog>',
      'd.showModal()',
    ],
    ['dialog', '<dialog id="d" aria-label="Sure"><button>Yes</button></dialog>', 'd.show()'],
    [
      'popover',
      '<div id="d" popover role="dialog" aria-label="Sure"><button>Yes</button></div>',
      'd.showPopover()',
    ],
  ])('what a %s shows', async (_, html, script) => {
    const text = await clickThatDoes(script, html);

    expect(inside(text)).toMatch(/^\+ @e\d+ \[dialog\] "Sure"/m);
    expect(inside(text)).toMatch(/^\+ @e\d+ \[button\] "Yes"/m);
  });

  test('that a disclosure opened, and what it shows', async () => {
    await using _site = await openPage(
      browse,
      '<details><summary>More</summary><a href="/x">Terms</a></details>',
    );

    const { stdout } = await browse('click', 'summary');

    expect(inside(stdout)).toMatch(/^~ @e\d+ \[\w+\] "More".* \[expanded\]/m);
    expect(inside(stdout)).toMatch(/^\+ @e\d+ \[link\] "Terms"/m);
  });

  test('which element of a widget became the active one', async () => {
    await using _site = await openPage(
      browse,
      `<input role="combobox" aria-label="City" aria-expanded="true" aria-controls="l" autofocus><ul role="listbox" id="l">
         <li role="option" id="a">Rome</li><li role="option" id="b">Oslo</li></ul><script>
         document.querySelector('input').onkeydown = event => {
           event.target.setAttribute('aria-activedescendant', event.key === 'ArrowDown' ? 'b' : 'a') }</script>`,
    );

    const { stdout } = await browse('press', 'ArrowDown');

    expect(inside(stdout)).toMatch(/^focus @e\d+ \[option\] "Oslo" \[active\]/m);
  });

  test.each([
    ['an option', 'option', '<ul role="listbox"><li role="option" id="t">Rome</li></ul>'],
    ['a tab', 'tab', '<div role="tablist"><div role="tab" id="t">Rome</div></div>'],
    [
      'a row',
      'row',
      '<div role="grid"><div role="row" id="t" aria-label="Rome"><span role="gridcell">Rome</span></div></div>',
    ],
    [
      'a cell',
      'gridcell',
      '<div role="grid"><div role="row"><span id="t" role="gridcell">Rome</span></div></div>',
    ],
  ])('that %s was selected', async (_, role, html) => {
    const text = await clickThatDoes(`t.setAttribute('aria-selected', 'true')`, html);

    expect(inside(text)).toMatch(new RegExp(`^~ @e\\d+ \\[${role}\\] "Rome" \\[selected\\]`, 'm'));
  });
});

test.each([0, 20, 45, 70, 90])('a click waits for what a timer of %d ms does', async ms => {
  await using _site = await openPage(
    browse,
    `<button id="go" onclick="setTimeout(() => { this.textContent = 'Later' }, ${ms})">Go</button>`,
  );

  const { stdout } = await browse('click', '#go');

  expect(inside(stdout)).toMatch(/^~ @e\d+ \[button\] "Later"/m);
});

describe('typing', () => {
  test('another password of the same length is an effect', async () => {
    await using _site = await openPage(
      browse,
      '<input type="password" autofocus aria-label="Secret" value="aaaaaa">',
    );
    await browse('press', 'Control+A');

    const { stdout } = await browse('type', 'bbbbbb');

    expect(stdout).toStartWith('Typed 6 characters\n');
    expect(inside(stdout)).toMatch(/^~ @e\d+ \[textbox\] "Secret".*: \[REDACTED — 6 chars\]$/m);
    expect(stdout).not.toContain('bbbbbb');
  });

  test.each(['End', 'PageDown'])('%s says that the page scrolled', async key => {
    await using _site = await openPage(browse, TALL);

    const { stdout } = await browse('press', key);

    expect(stdout).toStartWith(`Pressed ${key} → scrolled\n`.trimEnd());
  });
});

describe('no effect is', () => {
  test('the scrolling that brings the target into view', async () => {
    await using _site = await openPage(browse, `${TALL}<button id="go">Go</button>`);

    const { stdout } = await browse('click', '#go');

    expect(stdout).toStartWith('Clicked #go → no visible effect\n');
  });

  test.each([
    ['a clock', `p.textContent = 'Time ' + performance.now()`],
    ['a price', `p.firstChild.data = '$' + Math.random()`],
    ['a clock drawn anew', `p.innerHTML = '<b>' + performance.now() + '</b> seconds'`],
    ['a picture that moves', `p.style.transform = 'translateX(' + performance.now() % 50 + 'px)'`],
    ['news that take turns', `p.textContent = ['Rain', 'Sun', 'Snow'][turn % 3]`],
    ['an animated canvas', `c.getContext('2d').fillRect(turn % 300, 5, 9, 9)`],
    ['a title that counts', `document.title = 'Inbox ' + turn`],
  ])('%s that ran before the click', async (_, step) => {
    await using _site = await openPage(
      browse,
      `<p id="p">-</p>${CANVAS}<button id="go">Go</button><script>
         let turn = 0; const step = () => { turn++; ${step}; requestAnimationFrame(step) }; step()</script>`,
    );
    await browse('snapshot', '-i');
    const before = Number(await js('turn'));
    await eventually('it ran for a while', async () => Number(await js('turn')) > before + 20);

    const { stdout } = await browse('click', '#go');

    expect(stdout).toStartWith('Clicked #go → no visible effect\n');
  });

  test('a clock, while what else changes is told', async () => {
    await using _site = await openPage(
      browse,
      `<p id="p">-</p><button id="go" onclick="this.textContent = 'Gone'">Go</button><script>
         let turn = 0; setInterval(() => { turn++; p.textContent = 'Time ' + performance.now() }, 20)</script>`,
    );
    await browse('snapshot', '-i');
    const before = Number(await js('turn'));
    await eventually('it ran for a while', async () => Number(await js('turn')) > before + 5);

    const { stdout } = await browse('click', '#go');

    expect(inside(stdout)).not.toContain('Time');
    expect(inside(stdout)).toMatch(/^~ @e\d+ \[button\] "Gone"/m);
  });
});
