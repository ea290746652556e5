import { describe, expect, test } from 'bun:test';

import { openPage } from '../support/open-page.ts';
import { inside, refIn } from '../support/shown.ts';
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
