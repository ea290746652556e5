import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { expectFailure } from '../support/expect-failure.ts';
import { openPage } from '../support/open-page.ts';
import { inside, refIn } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** Keeps the innermost thing with an id that each click met. */
const page = (body: string): string =>
  `<style>#outer { position: relative; display: block; width: 300px; height: 90px }
    #inner { position: absolute; inset: 30px 100px }</style>
   <script>const met = [];
     addEventListener('click', event => { event.preventDefault(); met.push(event.target.closest('[id]').id); });
     addEventListener('mousemove', event => { window.over = event.target.closest('[id]')?.id; });</script>${body}`;

const met = async (): Promise<string> => inside((await browse('js', 'met.join()')).stdout);

async function open(
  body: string,
): Promise<{ dispose: AsyncDisposable; refOf: (what: string) => string }> {
  const dispose = await openPage(browse, page(body));
  const { stdout } = await browse('snapshot', '-C', '--all');
  return { dispose, refOf: what => refIn(stdout, what) };
}

describe('a click on what has something else in its middle', () => {
  test.each([
    [
      'a card that is clickable as a whole and holds a link',
      '<div id=outer role=article tabindex=0 aria-label=Card>Lamp <a id=inner href=#>More</a></div>',
      '[article] "Card"',
    ],
    [
      'a row with a button',
      `<table><tr id=row aria-label=Row tabindex=0><td>Ada</td><td><button id=inner style="position:static">Edit</button></td><td>9</td></tr></table>`,
      '[row] "Row"',
    ],
    [
      'a menu item whose submenu is open',
      '<div id=outer role=menuitem tabindex=0>File<div role=menu><div id=inner role=menuitem tabindex=-1>Open</div></div></div>',
      '[menuitem] "File',
    ],
    [
      'a label with a link in it',
      '<label id=outer><input type=checkbox id=box> I accept <a id=inner href=#>the terms</a></label>',
      'label',
    ],
    [
      'a box of a shadow tree',
      `<div id=outer role=button tabindex=0 aria-label=Outer>Text<x-a id=host></x-a></div>
       <script>host.attachShadow({ mode: 'open' }).innerHTML = '<button style="position:absolute;inset:30px 100px">In</button>'</script>`,
      '[button] "Outer"',
    ],
  ])('meets %s itself', async (_, body, what) => {
    const { dispose, refOf } = await open(body);
    await using _site = dispose;

    const clicked = await browse('click', what.startsWith('[') ? refOf(what) : what);

    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(await met()).toMatch(/^(?:outer|row|outer,box)$/);
  });

  test('goes below the fold for it', async () => {
    const { dispose, refOf } = await open(
      `<div style="height:3000px"></div><div id=outer role=button tabindex=0 style="border:7px solid">Outer<button id=inner>Inner</button></div>`,
    );
    await using _site = dispose;

    const clicked = await browse('click', refOf('[button] "Outer'));

    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(await met()).toBe('outer');
  });

  test('is refused where there is nothing else, unless it is forced', async () => {
    const { dispose, refOf } = await open(
      `<div id=outer role=treeitem tabindex=0 aria-label=Outer><button style="position:absolute;inset:0">One</button><b style="position:absolute;z-index:-1">x</b></div>`,
    );
    await using _site = dispose;
    const ref = refOf('[treeitem] "Outer"');

    const refused = await browse('click', ref);
    const forced = await browse('click', ref, '--force');

    expectFailure(
      refused,
      1,
      `Cannot click "${ref}": [button] "One" inside it fills it`,
      `Click ${refOf('[button] "One"')} if that is what is meant, or add --force`,
    );
    expect(forced.code).toBe(0);
    expect(await met()).toBe('outer');
  });

  test.each([
    [
      'of what stands for it',
      '<div id=tab role=tab tabindex=0><a id=anchor href=# style="display:block">One</a></div>',
      '[tab] "One"',
      'anchor',
    ],
    [
      'of a field',
      '<div id=outer role=combobox aria-label=Find tabindex=0><input id=inner aria-label=Find></div>',
      '[combobox] "Find"',
      'inner',
    ],
  ])('keeps to the middle %s', async (_, body, what, expected) => {
    const { dispose, refOf } = await open(body);
    await using _site = dispose;

    const clicked = await browse('click', refOf(what));

    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(await met()).toBe(expected);
  });

  test('keeps to the middle of a box that is nothing by itself', async () => {
    const { dispose } = await open('<div id=outer>Text <button id=inner>Go</button></div>');
    await using _site = dispose;

    await browse('click', '#outer');

    expect(await met()).toBe('inner');
  });
});

test('the mouse hovers over the element itself, not over another in its middle', async () => {
  const { dispose, refOf } = await open(
    '<div id=outer role=button tabindex=0>Outer<button id=inner>Inner</button></div>',
  );
  await using _site = dispose;

  const hovered = await browse('hover', refOf('[button] "Outer'));

  expect(hovered).toMatchObject({ code: 0, stderr: '' });
  expect(inside((await browse('js', 'over')).stdout)).toBe('outer');
});

describe('a form whose own properties its controls hide', () => {
  const FORM =
    '<form aria-label=F><input name=parentNode aria-label=Field><button>Send</button></form>';

  test.each<[command: string, name: string, words: string[]]>([
    ['click', 'Send', []],
    ['hover', 'Send', []],
    ['fill', 'Field', ['x']],
    ['scroll', 'Field', []],
  ])('is not touched by %s', async (command, name, words) => {
    const { dispose, refOf } = await open(FORM);
    await using _site = dispose;
    const ref = refOf(`"${name}"`);

    expectFailure(
      await browse(command, ref, ...words),
      1,
      `Cannot act on "${ref}": a control of its form is named "parentNode"`,
      'browse js',
    );
  });

  test('is read all the same, and the tab goes on', async () => {
    const { dispose, refOf } = await open(FORM);
    await using _site = dispose;

    const shown = await browse('snapshot', '-s', refOf('[form] "F"'));
    const read = await browse('text', refOf('[form] "F"'));

    expect(shown.stdout).toContain('[button] "Send"');
    expect(inside(read.stdout)).toContain('Send');
  });

  test('is not reached by a label outside it either', async () => {
    const { dispose } = await open(
      `<label for=far>Far away</label><form><input id=far name=getAttribute></form>`,
    );
    await using _site = dispose;

    expectFailure(await browse('click', 'label'), 1, 'Cannot act on "label"', 'browse js');
  });
});
