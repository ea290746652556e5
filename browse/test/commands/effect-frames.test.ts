import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** A page with a frame, both with a button `Go` of their own name that runs a script. */
async function clickIn(where: 'Outer' | 'Inner', script: string, host: string): Promise<string> {
  await using _site = await openPage(browse, {
    '/': `<p id="p">One</p><button id="outer">Outer</button><iframe id="frame" title="Child"></iframe><script>
      outer.onclick = () => { ${where === 'Outer' ? script : ''} };
      addEventListener('message', () => { p.textContent = 'Told' });
      frame.src = location.href.replace('127.0.0.1', '${host}') + 'inner'</script>`,
    '/inner': `<p id="q">Two</p><button id="inner">Inner</button><script>
      inner.onclick = () => { ${where === 'Inner' ? script : ''} };
      addEventListener('message', () => { document.body.insertAdjacentHTML('beforeend', '<button>Told</button>') });
    </script>`,
    '/next': '<p>Next</p>',
  });
  await browse('wait', 'text=Inner');
  const ref = await refOf(browse, `[button] "${where}"`);
  return (await browse('click', ref)).stdout;
}

describe.each(['127.0.0.1', 'localhost'])('with a frame of %s,', host => {
  test('a click in it tells what changed around it', async () => {
    const text = await clickIn('Inner', `parent.postMessage(1, '*')`, host);

    expect(inside(text)).toContain('+ text "Told"');
  });

  test('a click around it tells what changed in it', async () => {
    const text = await clickIn('Outer', `frame.contentWindow.postMessage(1, '*')`, host);

    expect(inside(text)).toMatch(/^\+ @e\d+ \[button\] "Told"/m);
  });

  test('a click in it that sends it elsewhere says so', async () => {
    const text = await clickIn('Inner', `location.href = '/next'`, host);

    expect(text).toMatch(/^Clicked @e\d+ → frame navigated\n/);
  });

  test('a click in it that loads it again says so', async () => {
    const text = await clickIn('Inner', 'location.reload()', host);

    expect(text).toMatch(/^Clicked @e\d+ → frame reloaded\n/);
  });

  test('a click around it that sends it elsewhere says so', async () => {
    const text = await clickIn('Outer', `frame.src = '/next'`, host);

    expect(text).toMatch(/^Clicked @e\d+ → frame navigated\n/);
  });

  test('a click around it that takes it away lists it', async () => {
    const text = await clickIn('Outer', 'frame.remove()', host);

    expect(inside(text)).toMatch(/^- @e\d+ \[iframe\] "Child"/m);
  });

  test('a click in it that takes it away lists it', async () => {
    const text = await clickIn('Inner', `parent.postMessage(1, '*'); q.remove()`, host);

    expect(inside(text)).toContain('+ text "Told"');
  });
});

test('a frame that a click adds is listed', async () => {
  await using _site = await openPage(browse, {
    '/': `<button onclick="document.body.insertAdjacentHTML('beforeend', '<iframe src=/inner title=Late></iframe>')">Go</button>`,
    '/inner': '<button>Inner</button>',
  });

  const { stdout } = await browse('click', 'text=Go');

  expect(inside(stdout)).toMatch(/^\+ @e\d+ \[iframe\] "Late"/m);
});

test('a child that takes its own frame away is told by the page around it', async () => {
  await using _site = await openPage(browse, {
    '/': '<iframe id="frame" src="/inner" title="Child"></iframe>',
    '/inner': `<button onclick="parent.frame.remove()">Leave</button>`,
  });
  await browse('wait', 'text=Leave');

  const { stdout, code } = await browse('click', 'text=Leave');

  expect(code).toBe(0);
  expect(inside(stdout)).toMatch(/^- @e\d+ \[iframe\] "Child"/m);
});

test('a click that changes the twelfth of fourteen frames tells it', async () => {
  const frames = Array.from(
    { length: 14 },
    (_, at) => `<iframe id="f${at}" src="/inner?${at}"></iframe>`,
  );
  await using _site = await openPage(browse, {
    '/': `${frames.join('')}<button onclick="f11.contentDocument.body.append('Told')">Go</button>`,
    '/inner': '<p>Inner</p>',
  });

  const { stdout } = await browse('click', 'text=Go');

  expect(inside(stdout)).toContain('Told');
  expect(stdout).not.toContain('no visible effect');
});
