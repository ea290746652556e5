import { describe, expect, test } from 'bun:test';

import { openPage } from '../support/open-page.ts';
import { count, refIn, treeOf } from '../support/shown.ts';
import { expectAnswerOrError, startWatched } from './bad-input.ts';

const browse = await startWatched();

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
