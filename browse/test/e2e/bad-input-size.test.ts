import { describe, expect, test } from 'bun:test';

import { openPage } from '../support/open-page.ts';
import { count, inside, refIn, treeOf } from '../support/shown.ts';
import { serve } from '../support/site.ts';
import { expectAnswerOrError, startWatched } from './bad-input.ts';

const browse = await startWatched();

const READERS = [
  ['snapshot'],
  ['snapshot', '-i'],
  ['snapshot', '-i', '-c', '-d', '3'],
  ['snapshot', '--all'],
  ['text'],
  ['html'],
  ['links'],
] as const;

describe('a page nested five thousand deep', () => {
  const grow = (
    script: string,
  ): string => `<button id="top" aria-pressed="false" onclick="this.ariaPressed = 'true'">Top</button>
    <div id="d"></div><script>{
      let inner = document.querySelector('#d');
      ${script}
    }</script>`;
  const nest = (tag: string, adorn = ''): string =>
    `for (let i = 0; i < 5000; i++) { inner = inner.appendChild(document.createElement('${tag}')); ${adorn} }
     inner.innerHTML = '<button>Bottom</button>';`;

  test.each([
    ['hidden boxes', `inner.hidden = true; ${nest('div')}`],
    ['boxes without layout', nest('div', `inner.style.display = 'contents'`)],
    ['hidden lists', `inner.hidden = true; ${nest('ul')}`],
    [
      'boxes of a template',
      `document.createElement('template').content.append(inner); ${nest('div')}`,
    ],
    [
      'boxes within a link',
      `inner = inner.appendChild(document.createElement('a')); inner.href = '#';
       ${nest('span', `inner.style.display = 'contents'`)}`,
    ],
    [
      'named groups without layout',
      nest(
        'div',
        `inner.style.display = 'contents'; inner.role = 'group'; inner.setAttribute('aria-labelledby', 'top d')`,
      ),
    ],
    [
      'buttons within buttons',
      nest('div', `inner.style.display = 'contents'; inner.role = 'button'; inner.tabIndex = 0`),
    ],
  ])('in %s is read and clicked', async (_, script) => {
    await using _site = await openPage(browse, grow(script));

    for (const words of READERS) {
      const { code, stderr } = await browse(...words);
      expect({ words, code, stderr }).toEqual({ words, code: 0, stderr: '' });
    }
    const clicked = await browse('click', '#top');

    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout).toContain('[button] "Top" [pressed]');
  });

  // Chromium lays out by recursion: somewhere between two and five thousand boxes its own process ends.
  test.each([
    ['boxes', nest('div')],
    [
      'spans within a link',
      `inner = inner.appendChild(document.createElement('a')); inner.href = '#'; ${nest('span')}`,
    ],
    ['lists', nest('ul', `inner = inner.appendChild(document.createElement('li'))`)],
    ['fieldsets', nest('fieldset')],
    ['buttons', nest('div', `inner.role = 'button'; inner.tabIndex = 0`)],
    ['tables', nest('table')],
  ])('in visible %s is read, or the error says that the page crashed', async (_, script) => {
    await using site = await serve({ '/': grow(script), '/fine': '<button>Fine</button>' });

    const opened = await browse('newtab', site.url);
    const ran = await Promise.all(READERS.map(async words => await browse(...words)));
    await browse('closetab');

    for (const each of [opened, ...ran]) {
      expectAnswerOrError(each);
      expect(each.stderr).not.toContain('unexpected error');
    }
    expect(await browse('newtab', site.at('/fine'))).toMatchObject({ code: 0 });
    expect((await browse('snapshot', '-i')).stdout).toContain('[button] "Fine"');
    expect(await browse('closetab')).toMatchObject({ code: 0 });
  });

  test('keeps what two hundred nested shadow roots hold', async () => {
    // A page that crashed before may be reported to whoever uses its tab next.
    await browse('newtab');
    await using _site = await openPage(
      browse,
      grow(`for (let i = 0; i < 200; i++) {
          const root = inner.attachShadow({ mode: 'open' });
          root.innerHTML = '<slot></slot><div></div>';
          inner = root.lastChild;
        }
        inner.innerHTML = '<button aria-pressed="false" onclick="this.ariaPressed = true">Bottom</button>';`),
    );
    const { stdout, code } = await browse('snapshot', '-i');

    const clicked = await browse('click', refIn(stdout, '[button] "Bottom"'));

    expect(code).toBe(0);
    expect(clicked.stdout).toContain('[button] "Bottom" [pressed]');
    expect(await browse('click', 'text=Bottom')).toMatchObject({ code: 0 });
    expect(inside((await browse('text')).stdout)).toContain('Bottom');
  });
});

describe('fifty thousand hidden elements', () => {
  const HIDDEN: Readonly<Record<string, string>> = {
    'display: none, each': '<button style="display: none">No</button>',
    'the hidden attribute, each': '<button hidden>No</button>',
    'aria-hidden, each': '<button aria-hidden="true" tabindex="-1">No</button>',
    'visibility: hidden, each': '<button style="visibility: hidden">No</button>',
    'inert, each': '<button inert>No</button>',
  };
  const AROUND: Readonly<Record<string, string>> = {
    'display: none around all': 'style="display: none"',
    'hidden=until-found around all': 'hidden="until-found"',
    'aria-hidden around all': 'aria-hidden="true"',
    'inert around all': 'inert',
    'content-visibility around all': 'style="content-visibility: hidden"',
    'a closed details around all': '',
  };
  const PAGES = [
    ...Object.entries(HIDDEN).map(([title, markup]) => [title, markup.repeat(50_000)] as const),
    ...Object.entries(AROUND).map(([title, attributes]) => {
      const tag = attributes === '' ? 'details' : 'div';
      return [
        title,
        `<${tag} ${attributes}>${'<button>No</button>'.repeat(50_000)}</${tag}>`,
      ] as const;
    }),
  ];

  test.each(PAGES)('by %s are left out, and what is visible is shown', async (_, markup) => {
    await using _site = await openPage(
      browse,
      `<button>First</button>${markup}<button aria-pressed="false" onclick="this.ariaPressed = 'true'">Last</button>`,
    );

    const interactive = await browse('snapshot', '-i');
    const whole = await browse('snapshot');
    const clicked = await browse('click', refIn(interactive.stdout, '[button] "Last"'));

    expect(interactive).toMatchObject({ code: 0, stderr: '' });
    expect(count(interactive.stdout, '[button] "No"')).toBe(0);
    expect(interactive.stdout).toContain('[button] "First"');
    expect(interactive.stdout).not.toContain('too large');
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(count(whole.stdout, '[button] "No"')).toBe(0);
    expect(clicked.stdout).toContain('[button] "Last" [pressed]');
  });
});

describe('two hundred frames', () => {
  const INNER = `<button onclick="this.textContent = 'Done'">Button</button><p>Words</p>`;
  const frames = (count: number, attributes: string): string =>
    `<button>Top</button>${`<iframe ${attributes} width="60" height="40"></iframe>`.repeat(count)}`;

  test.each([
    ['of the same site', 'src="/inner"'],
    ['of srcdoc', `srcdoc="${INNER.replaceAll('"', '&quot;')}"`],
    ['in sandboxes', `sandbox="allow-scripts" srcdoc="${INNER.replaceAll('"', '&quot;')}"`],
  ])('%s are all shown and clicked into', async (_, attributes) => {
    await using _site = await openPage(browse, { '/': frames(200, attributes), '/inner': INNER });
    expect(await browse('wait', '--load')).toMatchObject({ code: 0 });

    const { stdout, code } = await browse('snapshot', '-i', '--all');
    const last = /@e\d+(?= \[button\] "Button"(?![^]*\[button\]))/.exec(stdout)?.[0] ?? '';
    const clicked = await browse('click', last);

    expect(code).toBe(0);
    expect(count(stdout, '[iframe]')).toBe(200);
    expect(count(stdout, '[button] "Button"')).toBe(200);
    expect(new Set(stdout.match(/@e\d+/g)).size).toBe(401);
    expect(clicked.stdout).toContain(`${last} [button] "Done"`);
  });

  test('of which half never answer leave the others shown', async () => {
    const never = Promise.withResolvers<Response>();
    await using _site = await openPage(browse, {
      '/': `${'<iframe src="/inner"></iframe>'.repeat(20)}${'<iframe src="/never"></iframe>'.repeat(20)}`,
      '/inner': INNER,
      '/never': async () => await never.promise,
    });
    expect(await browse('wait', 'text=Button')).toMatchObject({ code: 0 });
    const begun = Date.now();

    const { stdout, code } = await browse('snapshot', '-i', '--all');
    const took = Date.now() - begun;
    never.resolve(new Response(''));

    expect(code).toBe(0);
    expect(count(stdout, '[button] "Button"')).toBeGreaterThan(0);
    expect(took).toBeLessThan(5_000);
  });

  test('within each other, twenty deep, are shown down to the last', async () => {
    await using _site = await openPage(browse, {
      '/': '<button>Level 0</button><iframe src="/1" width="800" height="700"></iframe>',
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          `/${index + 1}`,
          `<button onclick="this.textContent = 'Done'">Level ${index + 1}</button>${
            index < 19
              ? `<br><iframe src="/${index + 2}" width="${780 - index * 20}" height="${660 - index * 30}"></iframe>`
              : ''
          }`,
        ]),
      ),
    });
    await browse('wait', 'text=Level 20');

    const { stdout, code } = await browse('snapshot', '-i');
    const clicked = await browse('click', refIn(stdout, '[button] "Level 20"'));

    expect(code).toBe(0);
    for (let level = 0; level <= 20; level++)
      expect(stdout).toContain(
        `${'  '.repeat(level)}${refIn(stdout, `"Level ${level}"`)} [button]`,
      );
    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout).toContain('[button] "Done"');
  });
});

describe('a text of a hundred thousand letters', () => {
  const LONG = 'word '.repeat(20_000);
  const PAGES: Readonly<Record<string, string>> = {
    'aria-label': `<button aria-label="${LONG}">x</button>`,
    'the text of a button': `<button>${LONG}</button>`,
    'one word of a button': `<button>${'w'.repeat(100_000)}</button>`,
    title: `<button title="${LONG}"></button>`,
    alt: `<a href="#"><img alt="${LONG}"></a>`,
    option: `<select><option>${LONG}</option></select>`,
    label: `<label>${LONG}<input></label>`,
    value: `<input aria-label="Field" value="${LONG}">`,
    'a text area': `<textarea aria-label="Field">${LONG}</textarea>`,
    alert: `<div role="alert">${LONG}</div>`,
    'the title of the page': `<title>${LONG}</title><button>x</button>`,
    'a link address': `<a href="/${'w'.repeat(100_000)}">Link</a>`,
    'invisible characters': `<button>${'\u200b'.repeat(100_000)}x</button>`,
    'surrogates cut in half': `<button>${'😀'.repeat(50_000)}</button>`,
    'an editable box': `<div contenteditable aria-label="Field">${LONG}</div>`,
  };

  test.each(Object.entries(PAGES))('as %s is cut, and what is cut is said', async (_, page) => {
    await using _site = await openPage(browse, page);

    for (const words of [['snapshot'], ['snapshot', '-i']]) {
      const { stdout, stderr, code } = await browse(...words);

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(Buffer.byteLength(stdout), words.join(' ')).toBeLessThan(12_000);
      expect(stdout.isWellFormed()).toBe(true);
    }
  });

  test('of a button can be clicked, and its effect is short', async () => {
    await using _site = await openPage(
      browse,
      `<button aria-label="${LONG}" onclick="this.setAttribute('aria-label', this.ariaLabel + '!'); document.body.append(this.ariaLabel)">x</button>`,
    );
    const { stdout } = await browse('snapshot', '-i');

    const clicked = await browse('click', refIn(stdout, '[button]'));
    const again = await browse('click', refIn(stdout, '[button]'));

    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout.length).toBeLessThan(1_500);
    expectAnswerOrError(again);
    expect(again.stderr.length).toBeLessThan(600);
  });

  test('in an error is cut to one short line', async () => {
    await using _site = await openPage(
      browse,
      `<button aria-label="${LONG}">x</button><button aria-label="${LONG}">y</button>`,
    );

    const { code, stderr } = await browse('click', 'button');

    expect(code).toBe(5);
    expect(stderr.length).toBeLessThan(1_000);
    expect(stderr).toMatch(/^Cannot [^\n]+@e\d+ \[button\][^\n]+\n[^\n]+\n$/);
  });
});

test('a page of a hundred thousand elements is shown whole', async () => {
  await using _site = await openPage(browse, '<div><a href="#">L</a></div>'.repeat(100_000));

  const interactive = await browse('snapshot', '-i', '--all');
  const cut = await browse('snapshot');

  expect(interactive).toMatchObject({ code: 0, stderr: '' });
  expect(count(interactive.stdout, '[link] "L"')).toBe(100_000);
  expect(treeOf(cut.stdout).split('\n')).toHaveLength(400);
});
