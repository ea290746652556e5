import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const js = async (expression: string): Promise<string> =>
  inside((await browse('js', expression)).stdout);

const PAGE = `<button id="b" onclick="this.textContent = 'Done'" onmouseenter="this.textContent = 'Near'">Go</button>
  <input id="i" autofocus aria-label="Name" maxlength="3"><select id="s" aria-label="Colour"><option>Red<option>Blue</select>
  <div style="height:3000px"></div>`;

describe('--quiet', () => {
  test.each([
    [['click', '#b'], 'Clicked #b'],
    [['hover', '#b'], 'Hovered #b'],
    [['type', 'Ada'], 'Typed 3 characters'],
    [['press', 'a'], 'Pressed a'],
    [['scroll', '--by', '100'], 'Scrolled by 100 px'],
    [['fill', '#i', 'Ada'], 'Filled #i'],
    [['fill', '#i', 'Adam'], 'Filled #i, but it holds something else'],
    [['select', '#s', 'Blue'], 'Selected 1 of 2 options in #s'],
  ])('leaves only the first line of %p', async (words, said) => {
    await using _site = await openPage(browse, PAGE);

    const { stdout, code } = await browse(...words, '--quiet');

    expect(code).toBe(0);
    expect(stdout).toBe(`${said}\n`);
  });
});

describe('what is covered', () => {
  const COVER = `<button id="b">Go</button>
    <div role="dialog" aria-label="Cookies" style="position:fixed;inset:0"><button>Accept</button></div>`;

  test.each([
    [['click', '#b'], 'Cannot click "#b"', 'Close what covers it, or add --force.'],
    [['click', '#b', '--double'], 'Cannot click "#b"', 'Close what covers it, or add --force.'],
    [['click', '#b', '--right'], 'Cannot click "#b"', 'Close what covers it, or add --force.'],
    [['hover', '#b'], 'Cannot hover over "#b"', 'Close what covers it.'],
  ])('is named by %p', async (words, what, hint) => {
    await using _site = await openPage(browse, COVER);

    const { stderr, code } = await browse(...words, '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr).toBe(`${what}: [dialog] "Cookies" covers it\n${hint}\n`);
  });

  test.each(['127.0.0.1', 'localhost'])(
    'is named in a frame of %s, by the page around it',
    async host => {
      await using _site = await openPage(browse, {
        '/': `<iframe id="frame" title="Child"></iframe>
        <div role="dialog" aria-label="Cookies" style="position:fixed;inset:0"></div><script>
        frame.src = location.href.replace('127.0.0.1', '${host}') + 'inner'</script>`,
        '/inner': '<button>Pay</button>',
      });
      await browse('wait', 'text=Pay');
      const ref = await refOf(browse, '[button] "Pay"');

      const { stderr, code } = await browse('click', ref, '--timeout', '1000');

      expect(code).toBe(1);
      expect(stderr).toStartWith(`Cannot click "${ref}": [dialog] "Cookies" covers it\n`);
    },
  );

  test('can be filled and chosen in all the same, as the keyboard can', async () => {
    await using _site = await openPage(
      browse,
      `${PAGE}<div role="dialog" aria-label="Cookies" style="position:fixed;inset:0"></div>`,
    );

    const filled = await browse('fill', '#i', 'Ada');
    const selected = await browse('select', '#s', 'Blue');

    expect([filled.code, selected.code]).toEqual([0, 0]);
  });

  test('gets a forced click in its place, and what came of it is told', async () => {
    await using _site = await openPage(
      browse,
      `<button id="b">Pay</button><div onclick="this.remove()" style="position:fixed;inset:0"><a href="/x">Ad</a></div>`,
    );

    const { stdout } = await browse('click', '#b', '--force');

    expect(inside(stdout)).toMatch(/^- @e\d+ \[link\] "Ad"/m);
  });
});

describe('scroll', () => {
  test.each([
    [['scroll', '--by=-100'], 'Scrolled by -100 px'],
    [['scroll', '#b', '--by', '100'], 'Scrolled #b by 100 px'],
  ])('%p says that nothing moved', async (words, said) => {
    await using _site = await openPage(browse, PAGE);

    const { stdout } = await browse(...words);

    expect(stdout).toStartWith(`${said} → no visible effect`);
  });
});

describe('click on an option', () => {
  test('chooses that one of several with one value', async () => {
    await using _site = await openPage(
      browse,
      '<select id="s"><option value="x">A<option id="two" value="x">B</select>',
    );

    const { stdout } = await browse('click', '#two');

    expect(stdout).toStartWith('Selected #two\n');
    expect(await js('s.selectedIndex')).toBe('1');
  });

  test('refuses a disabled one', async () => {
    await using _site = await openPage(
      browse,
      '<select><option>A<option id="two" disabled>B</select>',
    );

    const { stderr, code } = await browse('click', '#two');

    expect(code).toBe(1);
    expect(stderr).toBe('Cannot select "#two": it is disabled\nChoose another option.\n');
  });

  test('says when the page chose otherwise', async () => {
    await using _site = await openPage(
      browse,
      '<select onchange="this.selectedIndex = 0"><option>A<option id="two">B</select>',
    );

    const { stdout } = await browse('click', '#two');

    expect(stdout).toStartWith('Selected #two, but the list holds something else');
  });
});
