import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside, refIn } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** A page whose one button writes every mouse event it gets into `window.seen`. */
const RECORDER = `<button>Target</button><script>
  const seen = [];
  for (const type of ['click', 'dblclick', 'contextmenu', 'auxclick'])
    document.querySelector('button').addEventListener(type, event => {
      event.preventDefault();
      const keys = ['shift', 'ctrl', 'alt', 'meta'].filter(key => event[key + 'Key']).join('+');
      seen.push([type, event.button, keys].join(' ').trim());
    });
</script>`;

const seen = async (): Promise<string> => inside((await browse('js', 'seen')).stdout);

describe('click', () => {
  test.each([
    [[], 'Clicked', ['click 0']],
    [['--double'], 'Double-clicked', ['click 0', 'click 0', 'dblclick 0']],
    [['--right'], 'Right-clicked', ['contextmenu 2', 'auxclick 2']],
    [['--modifiers', 'Shift'], 'Clicked', ['click 0 shift']],
    [['--modifiers', 'shift+ALT'], 'Clicked', ['click 0 shift+alt']],
    [['--force'], 'Clicked', ['click 0']],
  ])('with %p does just that', async (flags, verb, events) => {
    await using _site = await openPage(browse, RECORDER);
    const ref = await refOf(browse, '[button] "Target"');

    const { stdout, code } = await browse('click', ref, ...flags);

    expect(code).toBe(0);
    expect(stdout).toStartWith(`${verb} ${ref}`);
    expect(JSON.parse(await seen())).toEqual(events);
  });

  test('refuses a modifier that does not exist', async () => {
    await using _site = await openPage(browse, RECORDER);

    const { code, stderr } = await browse('click', 'button', '--modifiers', 'Shift+Hyper');

    expect(code).toBe(2);
    expect(stderr).toBe(
      'Cannot hold "Hyper": must be Alt, Control, ControlOrMeta, Meta, Shift\n' +
        'Join several with +: --modifiers Shift+Control\n',
    );
  });

  test('opens a link in a new tab with --new-tab and stays where it is', async () => {
    await using site = await openPage(browse, { '/': '<a href="/two">Two</a>', '/two': '<p>Two' });

    const { stdout } = await browse('click', 'text=Two', '--new-tab');

    const id = /^Clicked text=Two → tab (\d+) opened\n/.exec(stdout)?.[1] ?? '';
    expect(id).not.toBe('');
    expect((await browse('url')).stdout).toBe(`${site.url}\n`);
    await browse('wait', '--url', '**/two', '--tab', id);
    await browse('closetab', id);
  });

  test('on a label goes to its control', async () => {
    await using _site = await openPage(
      browse,
      '<input type="checkbox" id="box" style="display:none"><label for="box">Agree</label>',
    );

    const { code } = await browse('click', 'text=Agree');

    expect(code).toBe(0);
    expect(inside((await browse('js', 'box.checked')).stdout)).toBe('true');
  });

  test('on an option chooses it in its list, and the page hears of it', async () => {
    await using _site = await openPage(
      browse,
      `<select aria-label="Colour" onchange="document.title = this.value"><option value="r">Red</option><option value="b">Blue</option></select>`,
    );
    const ref = refIn((await browse('snapshot')).stdout, '[option] "Blue"');

    const { stdout, code } = await browse('click', ref);

    expect(code).toBe(0);
    expect(stdout).toStartWith(`Selected ${ref}`);
    expect(inside((await browse('js', 'document.title')).stdout)).toBe('b');
  });

  test('on an option of a multiple list chooses that one only, as clicking by hand does', async () => {
    await using _site = await openPage(
      browse,
      `<select multiple id="list" aria-label="Sizes"><option selected>S</option><option>M</option></select>`,
    );
    const ref = refIn((await browse('snapshot')).stdout, '[option] "M"');

    await browse('click', ref);

    expect(
      inside((await browse('js', '[...list.selectedOptions].map(each => each.text)')).stdout),
    ).toBe('["M"]');
  });

  test('names the element that covers its target', async () => {
    await using _site = await openPage(
      browse,
      `<button>Pay</button><div role="dialog" aria-label="Cookies" style="position:fixed;inset:0;background:#fff"></div>`,
    );

    const { code, stderr } = await browse('click', 'text=Pay', '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr).toBe(
      'Cannot click "text=Pay": [dialog] "Cookies" covers it\nClose what covers it, or add --force.\n',
    );
  });

  test('goes through to a covered element with --force', async () => {
    await using _site = await openPage(
      browse,
      `<button>Pay</button><div id="cover" onclick="this.remove()" style="position:fixed;inset:0"></div>`,
    );

    const { code } = await browse('click', 'text=Pay', '--force', '--timeout', '1000');

    expect(code).toBe(0);
  });

  test.each([
    ['disabled', '<button disabled>Pay</button>', 'it is disabled'],
    ['invisible', '<button style="visibility:hidden">Pay</button>', 'it is not visible'],
    [
      'restless',
      `<style>@keyframes go { to { transform: translateX(500px) } } button { animation: go .3s infinite alternate linear }</style><button>Pay</button>`,
      'it does not stop moving',
    ],
  ])('says that a button is %s', async (_, html, why) => {
    await using _site = await openPage(browse, html);

    const { code, stderr } = await browse('click', 'button', '--timeout', '1000');

    expect(stderr).toContain(why);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(code).toBe(1);
  });

  test('scrolls to what is below the fold', async () => {
    await using _site = await openPage(
      browse,
      `<div style="height:5000px"></div><button onclick="this.textContent = 'Done'">Go</button>`,
    );

    const { code } = await browse('click', 'text=Go');

    expect(code).toBe(0);
    expect((await browse('text')).stdout).toContain('Done');
  });

  test('fails with exit code 5 when nothing matches in time', async () => {
    await using _site = await openPage(browse, '<p>A');

    const { code, stderr } = await browse('click', '#none', '--timeout', '1000');

    expect(code).toBe(5);
    expect(stderr).toContain('Cannot find "#none": nothing on the page matches');
  });

  test('lists several matches with refs and clicks none', async () => {
    await using _site = await openPage(
      browse,
      `<button onclick="document.title = 'hit'">A</button><button onclick="document.title = 'hit'">B</button>`,
    );

    const { code, stderr } = await browse('click', 'button');

    expect(code).toBe(5);
    expect(stderr).toMatch(
      /^Cannot act on "button": it matches 2 elements: @e\d+ \[button\] "A", @e\d+ \[button\] "B"\nUse one of these refs\.\n$/,
    );
    expect(inside((await browse('js', 'document.title')).stdout)).toBe('Test page');
  });
});
