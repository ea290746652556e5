import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import type { Ran } from '../support/browse.ts';
import { startBrowse } from '../support/browse.ts';
import type { ImageHeader } from '../support/image.ts';
import { readImage } from '../support/image.ts';
import { openPage, refOf } from '../support/open-page.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const SMALL = `<style>body { margin: 0 } button { width: 120px; height: 40px }</style>
  <div style="height:900px"></div><button>Save</button><p id="p">A</p>`;
const TALL =
  '<style>body { margin: 0 }</style><div style="height:5000px;background:linear-gradient(red, blue)">';

/** The image that an answer says was saved. */
function saved({ stdout }: Ran): ImageHeader & { readonly path: string } {
  const path = /^Saved (.+?) \(/.exec(stdout)?.[1] ?? '';
  return { path, ...readImage(readFileSync(path)) };
}

describe('screenshot', () => {
  test('captures the whole page and says where it saved it', async () => {
    await using _site = await openPage(browse, SMALL);

    const ran = await browse('screenshot');

    const image = saved(ran);
    rmSync(image.path);
    expect(ran.stdout).toBe(`Saved ${image.path} (${image.width}x${image.height})\n`);
    expect(image).toMatchObject({ format: 'png', width: 1280 });
    expect(image.height).toBeGreaterThan(940);
  });

  test('captures only what is on screen with --viewport', async () => {
    await using _site = await openPage(browse, SMALL);

    const image = saved(await browse('screenshot', '--viewport', 'view.png'));

    expect(image).toEqual({
      path: join(browse.directory, 'view.png'),
      format: 'png',
      width: 1280,
      height: 720,
    });
  });

  test('captures a region with --clip', async () => {
    await using _site = await openPage(browse, SMALL);

    const image = saved(await browse('screenshot', '--clip', '10,20,300,150', 'clip.png'));

    expect(image).toMatchObject({ width: 300, height: 150 });
  });

  test.each([
    ['a ref', async () => [await refOf(browse, '[button] "Save"')]],
    ['CSS behind --selector', () => ['--selector', 'button']],
    ['a role', () => ['role=button']],
    ['text', () => ['text=Save']],
  ])('captures one element below the fold by %s', async (_, words) => {
    await using _site = await openPage(browse, SMALL);
    const target = await words();

    const image = saved(await browse('screenshot', ...target, 'element.png'));

    expect(image).toMatchObject({ width: 120, height: 40 });
  });

  test('captures an element where the page has scrolled to', async () => {
    await using _site = await openPage(
      browse,
      '<style>body { margin: 0; background: white }</style><div style="height:3000px"></div><div id="red" style="width:50px;height:50px;background:rgb(255,0,0)"></div><div style="height:3000px">',
    );

    const { stdout } = await browse('screenshot', '#red', '--base64');

    await browse('goto', 'about:blank');
    const pixel = await browse.run(['js', '-'], {
      stdin: `const image = new Image(); image.src = ${JSON.stringify(stdout.trim())}; await image.decode();
        const canvas = document.createElement('canvas'); const brush = canvas.getContext('2d');
        brush.drawImage(image, 0, 0); [...brush.getImageData(25, 25, 1, 1).data].join()`,
    });
    expect(pixel.stdout).toContain('255,0,0,255');
  });

  test('prints a data URL with --base64 and writes no file', async () => {
    await using _site = await openPage(browse, SMALL);
    const before = readdirSync(browse.directory);

    const { stdout } = await browse('screenshot', '--viewport', '--base64');

    const [, base64 = ''] = /^data:image\/png;base64,([\w+/=]+)\n$/.exec(stdout) ?? [];
    expect(readImage(Buffer.from(base64, 'base64'))).toMatchObject({ width: 1280, height: 720 });
    expect(readdirSync(browse.directory)).toEqual(before);
  });

  test.each([
    ['jpeg', ['--format', 'jpeg', 'a-file']],
    ['jpeg', ['photo.jpg']],
    ['jpeg', ['photo.JPEG', '--quality', '30']],
    ['webp', ['photo.webp']],
    ['webp', ['--format', 'webp', '--quality', '50', 'b-file']],
    ['png', ['photo.png']],
  ])('writes %s for %p', async (format, words) => {
    await using _site = await openPage(browse, SMALL);

    const image = saved(await browse('screenshot', '--viewport', ...words));

    expect(image).toMatchObject({ format, width: 1280, height: 720 });
  });

  test('makes smaller files with less quality', async () => {
    await using _site = await openPage(browse, TALL);
    await browse('screenshot', '--viewport', 'good.jpg', '--quality', '95');

    await browse('screenshot', '--viewport', 'poor.jpg', '--quality', '5');

    const size = (name: string): number => readFileSync(join(browse.directory, name)).byteLength;
    expect(size('poor.jpg')).toBeLessThan(size('good.jpg'));
  });

  test('shrinks sides over 2000 px and says so', async () => {
    await using _site = await openPage(browse, TALL);

    const ran = await browse('screenshot', 'tall.png');

    expect(saved(ran)).toMatchObject({ width: 512, height: 2000 });
    expect(ran.stdout).toContain('(512x2000, shrunk to 40%; --full-size keeps it)');
  });

  test('keeps the size with --full-size', async () => {
    await using _site = await openPage(browse, TALL);

    const image = saved(await browse('screenshot', 'tall.png', '--full-size'));

    expect(image).toMatchObject({ width: 1280, height: 5000 });
  });

  test('with --if-changed answers with a picture only when something changed', async () => {
    await using _site = await openPage(browse, '<p id="p">One</p>');
    const first = await browse('screenshot', '--viewport', 'a.png', '--if-changed');
    rmSync(join(browse.directory, 'a.png'));

    const same = await browse('screenshot', '--viewport', 'a.png', '--if-changed');
    const wasWritten = existsSync(join(browse.directory, 'a.png'));
    await browse('js', `p.textContent = 'Two'`);
    const other = await browse('screenshot', '--viewport', 'a.png', '--if-changed');

    expect(first.stdout).toStartWith('Saved ');
    expect(same.stdout).toBe('Unchanged since the last screenshot\n');
    expect(wasWritten).toBe(false);
    expect(other.stdout).toStartWith('Saved ');
  });

  test('leaves the scroll position and the page alone', async () => {
    await using _site = await openPage(browse, TALL);
    await browse('scroll', '--by', '700');
    const before = (await browse('html')).stdout;

    await browse('screenshot', 'whole.png');

    expect((await browse('js', 'scrollY')).stdout).toContain('\n700\n');
    expect((await browse('html')).stdout).toBe(before);
  });

  test('gives path and size as data in JSON', async () => {
    await using _site = await openPage(browse, SMALL);

    const { stdout } = await browse('screenshot', '--viewport', 'view.png', '--json');

    expect(JSON.parse(stdout)).toMatchObject({
      success: true,
      data: { path: join(browse.directory, 'view.png'), width: 1280, height: 720 },
    });
  });

  test.each([
    ['--quality with png', ['--quality', '50']],
    ['--quality with a .png path', ['a.png', '--quality', '50']],
    ['a quality over 100', ['--format', 'jpeg', '--quality', '101']],
    ['a format that does not exist', ['--format', 'gif']],
    ['a format that the path contradicts', ['a.jpg', '--format', 'png']],
    ['--viewport with --clip', ['--viewport', '--clip', '0,0,10,10']],
    ['--viewport with an element', ['--viewport', '--selector', 'p']],
    ['--clip with an element', ['--clip', '0,0,10,10', '#p']],
    ['two elements', ['@e1', '--selector', 'p']],
    ['--base64 with a path', ['--base64', 'a.png']],
    ['two paths', ['a.png', 'b.png']],
    ['a region of three numbers', ['--clip', '0,0,10']],
    ['a region of words', ['--clip', 'a,b,c,d']],
    ['a region without width', ['--clip', '0,0,0,10']],
    ['a negative region', ['--clip=-1,0,10,10']],
  ])('refuses %s', async (_, words) => {
    const { code, stderr, stdout } = await browse('screenshot', ...words);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });

  test.each(['/etc/page.png', '../../../../etc/page.png', '.gstack/page.png'])(
    'refuses to write %s',
    async path => {
      const { code, stderr } = await browse('screenshot', path);

      expect(code).toBe(6);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    },
  );

  test('fails when its element is missing', async () => {
    await using _site = await openPage(browse, SMALL);

    const { code, stderr } = await browse('screenshot', '#none');

    expect(code).toBe(5);
    expect(stderr).toContain('Cannot find "#none"');
  });

  test.each([
    ['is hidden', '<p id="p" style="display:none">A</p>'],
    ['has no size', '<p id="p" style="width:0;height:0;margin:0"></p>'],
  ])('fails when its element %s', async (_, html) => {
    await using _site = await openPage(browse, html);

    const { code, stderr } = await browse('screenshot', '#p', '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
  });
});
