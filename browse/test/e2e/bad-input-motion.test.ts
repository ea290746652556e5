import { describe, expect, test } from 'bun:test';

import { eventually } from '../support/browse.ts';
import { expectFailure } from '../support/expect-failure.ts';
import { openPage } from '../support/open-page.ts';
import { count, inside, refIn, treeOf } from '../support/shown.ts';
import { serve } from '../support/site.ts';
import { expectAnswerOrError, startWatched } from './bad-input.ts';

const browse = await startWatched();

const READERS = [['snapshot'], ['snapshot', '-i'], ['text'], ['html'], ['links']] as const;

describe('a page that never stands still', () => {
  const RESTLESS: Readonly<Record<string, string>> = {
    'adds and removes elements at every timer': `
      setInterval(() => { const p = document.createElement('p'); p.innerHTML = '<a href=#>More</a>'; document.body.append(p);
        if (document.querySelectorAll('p').length > 50) document.querySelector('p').remove(); }, 0);`,
    'answers each mutation with another': `
      const p = document.body.appendChild(document.createElement('p'));
      new MutationObserver(() => setTimeout(() => { p.innerHTML = '<button>Button ' + Math.random() + '</button>'; }))
        .observe(document.body, { childList: true, subtree: true });
      p.textContent = 'go';`,
    'draws its list anew in every frame': `
      const list = document.body.appendChild(document.createElement('ul')); let turn = 0;
      const draw = () => { list.innerHTML = Array.from({ length: 200 }, (_, i) => '<li><button>Row ' + (i + turn) + '</button></li>').join('');
        turn++; requestAnimationFrame(draw); }; draw();`,
    'changes a name at every turn': `
      const b = document.body.appendChild(document.createElement('button')); let turn = 0;
      const rename = () => { b.textContent = 'Name ' + turn++; setTimeout(rename); }; rename();`,
    'moves the focus on': `
      document.body.insertAdjacentHTML('beforeend', '<input aria-label=A id=a><input aria-label=B id=b>');
      setInterval(() => { (document.activeElement === a ? b : a).focus(); }, 1);`,
    'has elements that multiply when they are attached': `
      let left = 3000;
      customElements.define('x-more', class extends HTMLElement {
        connectedCallback() { this.textContent = 'More'; if (left-- > 0) setTimeout(() => document.body.append(document.createElement('x-more'))); }
        disconnectedCallback() { setTimeout(() => document.body.append(this)); }
      }); document.body.append(document.createElement('x-more'));
      setInterval(() => document.querySelector('x-more').remove(), 1);`,
  };

  test.each(Object.entries(RESTLESS))('because it %s is read and clicked', async (_, script) => {
    await using _site = await openPage(
      browse,
      `<button id="still" aria-pressed="false" onclick="this.ariaPressed = 'true'">Still</button><script>{${script}}</script>`,
    );

    for (const words of READERS)
      expect(await browse(...words)).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await browse('snapshot', '-i');
    const clicked = await browse('click', refIn(stdout, '[button] "Still"'));
    await browse('goto', 'about:blank');

    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout).toContain('[button] "Still" [pressed]');
  });
});

describe('a frame', () => {
  const INNER = '<button>Inner</button>';

  test('that comes and goes while it is read is shown or left out', async () => {
    await using _site = await openPage(browse, {
      '/': `<button>Outer</button><div id="d"></div><script>setInterval(() => {
        d.replaceChildren();
        for (let i = 0; i < 3; i++) d.append(Object.assign(document.createElement('iframe'), { src: '/inner' }));
      }, 15)</script>`,
      '/inner': INNER,
    });

    for (let round = 0; round < 4; round++)
      for (const words of [['snapshot', '-i'], ['text'], ['links']]) {
        const ran = await browse(...words);
        expect(ran).toMatchObject({ code: 0, stderr: '' });
        if (words[0] === 'snapshot') expect(ran.stdout).toContain('[button] "Outer"');
      }
    await browse('goto', 'about:blank');
  });

  test('that detaches ends its refs with the cause', async () => {
    await using _site = await openPage(browse, {
      '/': '<button>Outer</button><iframe src="/inner"></iframe>',
      '/inner': INNER,
    });
    await browse('wait', 'text=Inner');
    const { stdout } = await browse('snapshot', '-i');
    const ref = refIn(stdout, '[button] "Inner"');

    await browse('js', `document.querySelector('iframe').remove(); 0`);

    expectFailure(
      await browse('click', ref),
      5,
      `Cannot use ${ref}: its frame left the page (was [button] "Inner")`,
      'snapshot -i',
    );
  });

  test('that reloads for ever is read or left out', async () => {
    await using _site = await openPage(browse, {
      '/': '<button>Outer</button><iframe src="/inner"></iframe>',
      '/inner': `${INNER}<script>setTimeout(() => location.reload(), 20)</script>`,
    });

    for (let round = 0; round < 4; round++) {
      const ran = await browse('snapshot', '-i');
      expect(ran).toMatchObject({ code: 0, stderr: '' });
      expect(ran.stdout).toContain('[button] "Outer"');
    }
    await browse('goto', 'about:blank');
  });

  test('that reloads ends its refs and says so', async () => {
    await using _site = await openPage(browse, {
      '/': '<button>Outer</button><iframe src="/inner"></iframe>',
      '/inner': INNER,
    });
    await browse('wait', 'text=Inner');
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Inner"');
    await browse(
      'js',
      `frames[0].location.reload(); new Promise(done => document.querySelector('iframe').onload = () => done(0))`,
    );

    expectFailure(
      await browse('click', ref),
      5,
      `Cannot use ${ref}: its page navigated since (was [button] "Inner")`,
      'snapshot -i',
    );
    expect(refIn((await browse('snapshot', '-i')).stdout, '[button] "Inner"')).not.toBe(ref);
  });
});

describe('a page that navigates', () => {
  test('all the time is read, or the error says what happened', async () => {
    const turning = (next: string): string =>
      `<button>Turning</button><script>setTimeout(() => location.href = '${next}', 30)</script>`;
    await using _site = await openPage(browse, { '/': turning('/b'), '/b': turning('/') });

    for (const words of [
      ...READERS,
      ['click', 'text=Turning'],
      ['snapshot', '-i', '-s', 'button'],
    ]) {
      const ran = await browse(...words, '--timeout', '4000');
      expectAnswerOrError(ran);
      expect(ran.stderr).not.toContain('unexpected error');
    }
    await browse('goto', 'about:blank');
  });

  test('while it is read gives the old page, the new one or one error', async () => {
    await using site = await serve({
      '/': `<script>setTimeout(() => location.href = '/next', 40)</script>${'<button>Old</button>'.repeat(8_000)}`,
      '/next': '<button>New</button>',
    });
    for (let round = 0; round < 5; round++) {
      await browse('goto', site.url);

      const ran = await browse('snapshot', '-i');

      expectAnswerOrError(ran);
      const seen = ['"Old"', '"New"'].filter(name => ran.stdout.includes(name));
      expect(seen.length).toBe(ran.code === 0 ? 1 : 0);
      await browse('wait', 'text=New');
      expect(treeOf((await browse('snapshot', '-i')).stdout)).toMatch(/^@e\d+ \[button\] "New"$/);
    }
  });
});

describe('a document written anew', () => {
  test.each([
    [
      'document.write',
      `document.open(); document.write('<button>New</button>'); document.close(); 0`,
    ],
    [
      'a new root',
      `document.documentElement.replaceWith(Object.assign(document.createElement('html'), { innerHTML: '<body><button>New</button></body>' })); 0`,
    ],
    [
      'a new body',
      `document.body.replaceWith(Object.assign(document.createElement('body'), { innerHTML: '<button>New</button>' })); 0`,
    ],
    ['innerHTML of the root', `document.documentElement.innerHTML = '<button>New</button>'; 0`],
  ])('by %s ends its refs and shows what is there now', async (_, script) => {
    await using _site = await openPage(browse, '<button>Old</button>');
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Old"');

    await browse('js', script);
    const { stdout } = await browse('snapshot', '-i');

    expect(treeOf(stdout)).toMatch(/^@e\d+ \[button\] "New"$/);
    expect(refIn(stdout, '[button] "New"')).not.toBe(ref);
    expectFailure(await browse('click', ref), 5, new RegExp(`^Cannot use ${ref}: `), 'snapshot -i');
    expect(await browse('click', refIn(stdout, '[button] "New"'))).toMatchObject({ code: 0 });
  });

  test('over and over is read each time', async () => {
    await using _site = await openPage(
      browse,
      `<script>let turn = 0; setInterval(() => {
        document.open(); document.write('<button>Written ' + turn++ + '</button>'); document.close(); }, 25)</script>`,
    );

    for (let round = 0; round < 10; round++) expectAnswerOrError(await browse('snapshot', '-i'));
    await browse('goto', 'about:blank');
  });

  test('without any root has nothing to show, or says so', async () => {
    await using _site = await openPage(browse, '<button>Old</button>');
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Old"');
    await browse('js', 'document.documentElement.remove(); 0');

    for (const words of READERS) expectAnswerOrError(await browse(...words));
    expectFailure(await browse('click', ref), 5, `Cannot use ${ref}: `);
  });

  test('that never ends to be written is read as far as it is', async () => {
    const held = Promise.withResolvers<undefined>();
    await using site = await serve(
      () =>
        new Response(
          new ReadableStream({
            async start(controller) {
              controller.enqueue(
                new TextEncoder().encode('<!doctype html><button>First</button>'.padEnd(2_000)),
              );
              await held.promise;
              controller.close();
            },
          }),
          { headers: { 'content-type': 'text/html' } },
        ),
    );
    const going = browse('goto', site.url, '--timeout', '1500');
    await eventually('the request', () => site.requests.length > 0);

    expectAnswerOrError(await going);
    const ran = await browse('snapshot', '-i', '--timeout', '3000');
    held.resolve(undefined);

    expectAnswerOrError(ran);
  });
});

describe('an element that changes its document', () => {
  const PAGE = {
    '/': `<button id="b" onclick="this.textContent = 'Hit'">Moved</button><iframe src="/inner" width="400" height="200"></iframe>`,
    '/inner': '<p>Inner</p>',
  };

  test('for that of a frame is not clicked by its old ref', async () => {
    await using _site = await openPage(browse, PAGE);
    await browse('wait', 'text=Inner');
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Moved"');
    await browse('js', 'window.kept = b; frames[0].document.body.append(b); 0');

    const ran = await browse('click', ref);
    const { stdout } = await browse('snapshot', '-i');

    expectAnswerOrError(ran);
    const now = inside((await browse('js', 'kept.textContent')).stdout);
    expect(now).toBe(ran.code === 0 ? 'Hit' : 'Moved');
    expect(count(stdout, `[button] "${now}"`)).toBe(1);
    expect(await browse('click', refIn(stdout, `[button] "${now}"`))).toMatchObject({ code: 0 });
    expect(inside((await browse('js', 'kept.textContent')).stdout)).toBe('Hit');
  });

  test('and comes back keeps its ref', async () => {
    await using _site = await openPage(browse, PAGE);
    await browse('wait', 'text=Inner');
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Moved"');
    await browse('js', 'window.kept = b; frames[0].document.body.append(b); 0');
    await browse('snapshot', '-i');
    await browse('js', 'document.body.append(document.adoptNode(kept)); 0');

    const { stdout } = await browse('snapshot', '-i');

    expect(refIn(stdout, '[button] "Moved"')).toBe(ref);
    expect(await browse('click', ref)).toMatchObject({ code: 0 });
  });

  test('for one that nobody sees has left the page', async () => {
    await using _site = await openPage(browse, PAGE);
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Moved"');
    await browse('js', `document.implementation.createHTMLDocument('').body.append(b); 0`);

    expectFailure(
      await browse('click', ref),
      5,
      `Cannot use ${ref}: its element left the page (was [button] "Moved")`,
    );
  });

  test('for a shadow root, in and out, keeps its ref', async () => {
    await using _site = await openPage(browse, `${PAGE['/']}<div id="host"></div>`);
    const ref = refIn((await browse('snapshot', '-i')).stdout, '[button] "Moved"');
    await browse('js', `window.kept = b; host.attachShadow({ mode: 'open' }).append(b); 0`);

    const within = await browse('snapshot', '-i');
    const clicked = await browse('click', ref);
    await browse('js', `kept.textContent = 'Moved'; document.body.prepend(kept); 0`);
    const without = await browse('snapshot', '-i');

    expect(refIn(within.stdout, '[button] "Moved"')).toBe(ref);
    expect(clicked).toMatchObject({ code: 0 });
    expect(refIn(without.stdout, '[button] "Moved"')).toBe(ref);
  });
});
