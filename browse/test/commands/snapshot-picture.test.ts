import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { startBrowse } from '../support/browse.ts';
import { readImage } from '../support/image.ts';
import { openPage } from '../support/open-page.ts';
import { inside, refIn } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const PAGE = `<h1>Title</h1><a href="/a">A</a><button>B</button><input aria-label="C">`;

describe('snapshot -a', () => {
  test('saves a picture and prints its legend', async () => {
    await using _site = await openPage(browse, PAGE);

    const { stdout, code } = await browse('snapshot', '-i', '-a', '-o', 'marked.png');

    expect(code).toBe(0);
    const file = join(browse.directory, 'marked.png');
    expect(stdout).toStartWith(`Annotated ${file} (1280x720, 3 marked)\n`);
    expect(inside(stdout)).toContain('[button] "B"');
    expect(readImage(readFileSync(file))).toEqual({ format: 'png', width: 1280, height: 720 });
  });

  test('marks the same elements whether the legend is interactive or not', async () => {
    await using _site = await openPage(
      browse,
      `${PAGE}<img tabindex="0" alt="Pic" width="30" height="30" src="#"><p>Text</p><div role="alert">Alarm</div>`,
    );

    const full = await browse('snapshot', '-a', '--json');
    const interactive = await browse('snapshot', '-i', '-a', '--json');

    expect(JSON.parse(full.stdout).data.marked).toBe(4);
    expect(JSON.parse(interactive.stdout).data.marked).toBe(4);
  });

  test('draws on the picture and not on the page', async () => {
    await using _site = await openPage(
      browse,
      `${PAGE}<script>
      window.changes = 0;
      new MutationObserver(() => window.changes++).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    </script>`,
    );
    await browse('screenshot', 'plain.png');
    const before = await browse('html');

    await browse('snapshot', '-a', '-o', 'marked.png');

    const changes = await browse('js', 'window.changes');
    expect(changes.stdout).toContain('0');
    expect((await browse('html')).stdout).toBe(before.stdout);
    const [plain, marked] = ['plain.png', 'marked.png'].map(name =>
      readFileSync(join(browse.directory, name)),
    );
    expect(plain?.equals(marked ?? Buffer.alloc(0))).toBe(false);
  });

  test('marks refs in colours of their own with -H alone', async () => {
    await using _site = await openPage(browse, PAGE);
    const { stdout: tree } = await browse('snapshot');
    const ref = refIn(tree, '[heading]');

    const { stdout } = await browse('snapshot', '-H', JSON.stringify({ [ref]: '#c00' }), '--json');

    const { data } = JSON.parse(stdout);
    expect(data.marked).toBe(1);
    expect(existsSync(data.path)).toBe(true);
  });

  test.each([
    [['-o', 'x.png'], 'there is no picture to save'],
    [['-a', '-o', 'x.jpg'], 'it is a PNG'],
    [['-a', '-D'], 'Cannot combine -D with a picture'],
    [['-H', 'red'], 'not a JSON object'],
    [['-H', '{"#id":"red"}'], 'not a ref'],
    [['-H', '{"@e1":"reddish"}'], 'no such colour'],
  ])('refuses %j', async (flags, message) => {
    await using _site = await openPage(browse, PAGE);

    const { code, stderr } = await browse('snapshot', ...flags);

    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test('refuses to colour what the snapshot does not show', async () => {
    await using _site = await openPage(browse, PAGE);

    const { code, stderr } = await browse('snapshot', '-H', '{"@e9999":"red"}');

    expect(code).toBe(5);
    expect(stderr).toContain('this snapshot does not show it');
  });

  test('refuses to write outside the safe folders', async () => {
    await using _site = await openPage(browse, PAGE);

    const { code, stderr } = await browse('snapshot', '-a', '-o', '/etc/marked.png');

    expect(code).toBe(6);
    expect(stderr).toContain('Path must be within');
  });
});
