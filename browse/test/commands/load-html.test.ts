import { afterAll, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { startBrowse } from '../support/browse.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse({ GSTACK_BROWSE_MAX_HTML_BYTES: '2000' });
afterAll(async () => await browse[Symbol.asyncDispose]());

const write = (name: string, content: string | Uint8Array): void =>
  writeFileSync(join(browse.directory, name), content);

describe('load-html', () => {
  test.each([
    ['html', '<!doctype html><p>Card'],
    ['htm', '<p>Card'],
    ['HTML', '<!-- first --><p>Card'],
    [
      'xhtml',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body>Card</body></html>',
    ],
    ['svg', '<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Card</text></svg>'],
  ])('shows a .%s file', async (extension, content) => {
    write(`card.${extension}`, content);

    const { stdout, code } = await browse('load-html', `card.${extension}`);

    expect(code).toBe(0);
    expect(stdout).toBe(`Loaded ${content.length} bytes of HTML from ${extension} file\n`);
    expect(inside((await browse('text')).stdout)).toContain('Card');
  });

  test('accepts a byte order mark and space before the first tag', async () => {
    write('marked.html', '\ufeff \n<p>Card');

    const { code } = await browse('load-html', 'marked.html');

    expect(code).toBe(0);
  });

  test('gives the page no address', async () => {
    write('secret-name.html', '<p>Card');

    await browse('load-html', 'secret-name.html');

    expect((await browse('url')).stdout).toBe('about:blank\n');
  });

  test.each(['setcontent', 'set-content', 'setContent'])('is also called %s', async alias => {
    write('alias.html', '<p>Card');

    const { code } = await browse(alias, 'alias.html');

    expect(code).toBe(0);
  });

  test.each(['load', 'domcontentloaded'])('waits until %s', async state => {
    write('waiting.html', '<p>Card');

    const { code } = await browse('load-html', 'waiting.html', '--wait-until', state);

    expect(code).toBe(0);
  });

  test('refuses another kind of file', async () => {
    write('card.txt', '<p>Card');

    const { code, stderr } = await browse('load-html', 'card.txt');

    expect(code).toBe(2);
    expect(stderr).toContain('not an .html, .htm, .xhtml or .svg file');
  });

  test.each([
    ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])],
    ['zero bytes behind a tag', new Uint8Array([0x3c, 0x70, 0x3e, 0, 0, 0])],
    ['plain words', new TextEncoder().encode('just words')],
    ['nothing', new Uint8Array()],
  ])('refuses %s under an HTML name', async (_, content) => {
    write('binary.html', content);

    const { code, stderr } = await browse('load-html', 'binary.html');

    expect(code).toBe(2);
    expect(stderr).toContain('its content is not HTML');
  });

  test('refuses a file over the size limit and names the variable', async () => {
    write('large.html', `<p>${'x'.repeat(2_000)}`);

    const { code, stderr } = await browse('load-html', 'large.html');

    expect(code).toBe(2);
    expect(stderr).toContain('2003 bytes, the limit is 2000 (GSTACK_BROWSE_MAX_HTML_BYTES)');
  });

  test('says that a file does not exist', async () => {
    const { code, stderr } = await browse('load-html', 'none.html');

    expect(code).toBe(2);
    expect(stderr).toContain('Cannot read ');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('refuses a folder', async () => {
    mkdirSync(join(browse.directory, 'folder.html'));

    const { code, stderr } = await browse('load-html', 'folder.html');

    expect(code).toBe(2);
    expect(stderr).toContain('not a regular file');
  });

  test.each([[[]], [['card.html', '--from-file', 'payload.json']]])(
    'wants either a file or a payload: %p',
    async words => {
      write('card.html', '<p>Card');
      write('payload.json', '{"html":"<p>x"}');

      const { code, stderr } = await browse('load-html', ...words);

      expect(code).toBe(2);
      expect(stderr).toContain('name either a file or --from-file');
    },
  );
});

describe('load-html --from-file', () => {
  test('shows the HTML of a JSON payload', async () => {
    write('payload.json', JSON.stringify({ html: '<p>From JSON', waitUntil: 'load' }));

    const { stdout, code } = await browse('load-html', '--from-file', 'payload.json');

    expect(code).toBe(0);
    expect(stdout).toBe('Loaded 12 bytes of HTML\n');
    expect(inside((await browse('text')).stdout)).toBe('From JSON');
  });

  test.each([
    ['{"html":', 'it is not JSON'],
    ['[]', 'it has no "html" text'],
    ['null', 'it has no "html" text'],
    ['{"html":7}', 'it has no "html" text'],
    [
      '{"html":"<p>x","waitUntil":"soon"}',
      '"waitUntil" must be load, domcontentloaded, networkidle',
    ],
  ])('refuses %s', async (content, why) => {
    write('payload.json', content);

    const { code, stderr } = await browse('load-html', '--from-file', 'payload.json');

    expect(code).toBe(2);
    expect(stderr).toContain(why);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test('does not repeat what the file holds', async () => {
    write('payload.json', 'password=hunter2');

    const { stderr } = await browse('load-html', '--from-file', 'payload.json');

    expect(stderr).not.toContain('hunter2');
  });
});
