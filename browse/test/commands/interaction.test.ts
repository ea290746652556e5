import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

describe('hover', () => {
  test('moves the mouse over its target and reports what that shows', async () => {
    await using _site = await openPage(
      browse,
      `<style>button + a { display: none } button:hover + a { display: inline }</style>
       <div style="height:3000px"></div><button onmouseenter="document.title = 'entered'">Menu</button><a href="/x">Item</a>`,
    );
    const ref = await refOf(browse, '[button] "Menu"');

    const { stdout, code } = await browse('hover', ref);

    expect(code).toBe(0);
    expect(stdout).toStartWith(`Hovered ${ref}`);
    expect(await js('document.title')).toBe('entered');
    expect((await browse('snapshot', '-i')).stdout).toContain('[link] "Item"');
  });

  test('fails when its target is covered and says by what', async () => {
    await using _site = await openPage(
      browse,
      `<button>Menu</button><div role="dialog" aria-label="Cookies" style="position:fixed;inset:0"></div>`,
    );

    const { code, stderr } = await browse('hover', 'text=Menu', '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr).toContain('[dialog] "Cookies" covers it');
  });
});

describe('type', () => {
  test('writes into whatever has the focus, key by key', async () => {
    await using _site = await openPage(
      browse,
      `<input autofocus aria-label="Name"><script>
         const keys = []; addEventListener('keydown', event => keys.push(event.key))</script>`,
    );

    const { stdout, code } = await browse('type', 'Ada L');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Typed 5 characters');
    expect(await js('keys')).toBe('["A","d","a"," ","L"]');
    expect(await js('document.querySelector("input").value')).toBe('Ada L');
  });

  test('takes its text from standard input', async () => {
    await using _site = await openPage(browse, '<textarea autofocus></textarea>');

    const { code } = await browse.run(['type', '-'], { stdin: 'from stdin' });

    expect(code).toBe(0);
    expect(await js('document.querySelector("textarea").value')).toBe('from stdin');
  });

  test('takes a text with a dash behind --', async () => {
    await using _site = await openPage(browse, '<input autofocus>');

    const { code } = await browse('type', '--', '--json');

    expect(code).toBe(0);
    expect(await js('document.querySelector("input").value')).toBe('--json');
  });
});

describe('press', () => {
  test.each([
    ['Enter', 'Enter'],
    ['ArrowUp', 'ArrowUp'],
    ['a', 'a'],
    ['Shift+A', 'shift A'],
    ['Control+k', 'ctrl k'],
    ['Escape', 'Escape'],
  ])('presses %s', async (key, seen) => {
    await using _site = await openPage(
      browse,
      `<p>A<script>const keys = []; addEventListener('keydown', event => {
        if (!/^(Shift|Control)$/.test(event.key)) keys.push([event.shiftKey && 'shift', event.ctrlKey && 'ctrl', event.key].filter(Boolean).join(' ')) })</script>`,
    );

    const { stdout, code } = await browse('press', key);

    expect(code).toBe(0);
    expect(stdout).toStartWith(`Pressed ${key}`);
    expect(JSON.parse(await js('keys'))).toEqual([seen]);
  });

  test('is also called key', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { code } = await browse('key', 'Tab');

    expect(code).toBe(0);
  });

  test('moves the focus with Tab and says where it went', async () => {
    await using _site = await openPage(browse, '<input aria-label="One"><input aria-label="Two">');

    const { stdout } = await browse('press', 'Tab');

    expect(inside(stdout)).toMatch(/^focus @e\d+ \[textbox\] "One"/m);
  });

  test('sends a form with Enter and says where the tab is', async () => {
    await using site = await openPage(browse, {
      '/': '<form action="/search"><input name="q" autofocus></form>',
      '/search': '<p>Found',
    });
    await browse('type', 'cats');

    const { stdout } = await browse('press', 'Enter');

    expect(stdout).toStartWith(`Pressed Enter → now at ${site.at('/search?q=cats')}`);
  });

  test.each(['Foo', 'Hyper+a', 'Enter+Foo'])('refuses the unknown key %s', async key => {
    await using _site = await openPage(browse, '<p>A');

    const { code, stderr } = await browse('press', key);

    expect(code).toBe(2);
    expect(stderr).toBe(
      'Cannot press that key: no such key\nUse names such as Enter, Tab, ArrowUp, a, Shift+Enter, Control+A.\n',
    );
  });
});

describe('scroll', () => {
  const TALL = `<div style="height:4000px">Tall</div><button>End</button>
    <div id="box" style="height:100px;overflow:auto"><p style="height:2000px">Inner</p></div>`;

  test('goes to the end of the page', async () => {
    await using _site = await openPage(browse, TALL);

    const { stdout, code } = await browse('scroll');

    expect(code).toBe(0);
    expect(stdout).toStartWith('Scrolled to the end of the page');
    expect(await js('innerHeight + scrollY >= document.documentElement.scrollHeight - 1')).toBe(
      'true',
    );
  });

  test.each([
    [['--by', '300'], 300, 'Scrolled by 300 px'],
    [['--by', '300', '--times', '3'], 900, 'Scrolled by 900 px'],
    [['--by=-100'], 0, 'Scrolled by -100 px'],
  ])('with %p moves the page to %d', async (flags, position, said) => {
    await using _site = await openPage(browse, TALL);

    const { stdout } = await browse('scroll', ...flags);

    expect(stdout).toStartWith(said);
    expect(await js('scrollY')).toBe(String(position));
  });

  test('brings an element into view', async () => {
    await using _site = await openPage(browse, TALL);
    const ref = await refOf(browse, '[button] "End"');

    const { stdout } = await browse('scroll', ref);

    expect(stdout).toStartWith(`Scrolled ${ref} into view`);
    expect(
      await js('document.querySelector("button").getBoundingClientRect().bottom <= innerHeight'),
    ).toBe('true');
  });

  test('moves the content of an element with --by', async () => {
    await using _site = await openPage(browse, TALL);

    const { stdout } = await browse('scroll', '#box', '--by', '150', '--times', '2');

    expect(stdout).toStartWith('Scrolled #box by 300 px');
    expect(await js('box.scrollTop')).toBe('300');
  });

  test('lets a page load more in between with --times', async () => {
    await using _site = await openPage(browse, {
      '/': `<ul id="list"></ul><script>
        const more = async () => { const text = await (await fetch('/more')).text(); list.insertAdjacentHTML('beforeend', text) };
        let busy = more();
        addEventListener('scroll', () => { busy = busy.then(more) });
      </script>`,
      '/more': () => new Response('<li style="height:2000px">Row</li>'),
    });
    await browse('wait', 'li');

    await browse('scroll', '--times', '3');

    expect(Number(await js('list.children.length'))).toBeGreaterThanOrEqual(3);
  });

  test.each([[['--by', 'far']], [['--times', '0']], [['--times', '2.5']]])(
    'refuses %p',
    async words => {
      const { code, stderr } = await browse('scroll', ...words);

      expect(code).toBe(2);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    },
  );
});
