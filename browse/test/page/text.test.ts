import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { Browser } from 'playwright-core';
import { openBrowser, openPage, type EnginePage } from './support.ts';

let browser: Browser;
let engine: EnginePage;

beforeAll(async () => {
  browser = await openBrowser();
  engine = await openPage(browser);
});
afterAll(() => browser.close());

async function showShadow(html: string): Promise<void> {
  await engine.page.goto('about:blank');
  await engine.page.evaluate(`document.body.setHTMLUnsafe(${JSON.stringify(html)})`);
}

describe('text', () => {
  test('is what a person sees, line by line', async () => {
    await engine.show(
      '<h1>Title</h1><p>One <b>two</b><br>three</p><p hidden>No</p><script>no()</script>',
    );

    const { text, url } = await engine.ask('text', {});

    expect(text).toBe('Title\n\nOne two\nthree');
    expect(url).toBe('about:blank');
  });

  test('is the same with a shadow root in the page', async () => {
    const body = `<h1>Title</h1><p>One <b>two</b><br>three</p><div>A</div><div>B</div>
      <table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table><pre>x\n  y</pre><ul><li>P</li><li>Q</li></ul>
      <p hidden>No</p>`;
    await engine.show(body);
    const plain = await engine.ask('text', {});
    await showShadow(`${body}<x-x><template shadowrootmode=open></template></x-x>`);

    const flat = await engine.ask('text', {});

    expect(flat.text.trim()).toBe(plain.text.trim());
  });

  test('includes shadow roots and puts slotted text where it shows', async () => {
    await showShadow(
      '<x-x><template shadowrootmode=open><p>Before <slot></slot> after</p></template>middle</x-x>',
    );

    const { text } = await engine.ask('text', {});

    expect(text.trim()).toBe('Before middle after');
  });

  test('of an element is its own', async () => {
    await engine.show('<p>Out</p><div id=x>In</div>');

    const { text } = await engine.ask('text', {}, '#x');

    expect(text).toBe('In');
  });

  test.each([
    ['a field is what it holds', '<input id=x value="a b">', 'a b'],
    ['a list is what is chosen', '<select id=x><option>A<option selected>B</select>', 'B'],
    ['something hidden is nothing', '<p id=x hidden>A</p>', ''],
  ] as const)('of %s', async (_, html, text) => {
    await engine.show(html);

    const answer = await engine.ask('text', {}, '#x');

    expect(answer.text).toBe(text);
  });
});

describe('html', () => {
  test('of an element is what is inside', async () => {
    await engine.show('<div id=x><b>A</b></div>');

    const { text } = await engine.ask('html', {}, '#x');

    expect(text).toBe('<b>A</b>');
  });

  test('of a document is all of it', async () => {
    await engine.show('<!doctype html><p>A');

    const { text } = await engine.ask('html', {});

    expect(text).toBe('<!DOCTYPE html>\n<html><head></head><body><p>A</p></body></html>');
  });

  test('masks secret values and leaves the page as it is', async () => {
    await engine.show('<div id=x><input type=password value=s3cret><input value=plain></div>');

    const { text } = await engine.ask('html', {}, '#x');

    expect(text).toBe('<input type="password" value="[REDACTED — 6 chars]"><input value="plain">');
    expect(await engine.page.locator('input').first().getAttribute('value')).toBe('s3cret');
  });
});

describe('links', () => {
  test('are absolute, visible and told once', async () => {
    await engine.page.goto('data:text/html,<title>L</title>');
    await engine.page.evaluate(`document.body.innerHTML = \`<base href="https://shop.test/a/">
      <a href="b">Bee</a><a href="b"> Bee </a><a href="c" aria-label=Sea>x</a><a href="d" hidden>Dee</a><a>None</a>
      <svg width=9 height=9><a href="/e"><text>E</text></a></svg>\``);

    const { links } = await engine.ask('links', {});

    expect(links).toEqual([
      { text: 'Bee', href: 'https://shop.test/a/b' },
      { text: 'Sea', href: 'https://shop.test/a/c' },
      { text: 'E', href: 'https://shop.test/e' },
    ]);
  });

  test('come from shadow roots as well, in the order they show', async () => {
    await showShadow(`<x-x><template shadowrootmode=open><a href="x:1">One</a><slot></slot><a href="x:3">Three</a></template>
      <a href="x:2">Two</a></x-x>`);

    const { links } = await engine.ask('links', {});

    expect(links.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
  });

  test('can be asked of a part of the page', async () => {
    await engine.show('<a href="x:1">Out</a><nav><a href="x:2">In</a></nav>');

    const { links } = await engine.ask('links', {}, 'nav');

    expect(links).toEqual([{ text: 'In', href: 'x:2' }]);
  });
});
