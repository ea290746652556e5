import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage } from '../support/open-page.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const PAGE = `<label>Name <input id="name"></label><select id="list"><option>A<option>B</select>
  <button onclick="this.textContent = 'Done'">Go</button><a href="/x">Link</a>`;

describe('--json', () => {
  test.each([
    [['url']],
    [['text']],
    [['html', '#list']],
    [['links']],
    [['snapshot', '-i']],
    [['click', 'text=Go']],
    [['hover', 'text=Go']],
    [['fill', '#name', 'Ada']],
    [['type', 'x']],
    [['press', 'Tab']],
    [['select', '#list', 'B']],
    [['scroll']],
    [['wait', '#name']],
    [['js', '1 + 1']],
    [['js', 'undefined']],
    [['reload']],
    [['tabs']],
    [['console']],
    [['network']],
    [['dialog']],
    [['dialog-dismiss']],
    [['screenshot', '--viewport', '--base64']],
    [['status']],
    [['help']],
  ])('gives exactly one object for %p', async words => {
    await using _site = await openPage(browse, PAGE);

    const { stdout, stderr, code } = await browse(...words, '--json');

    expect(code).toBe(0);
    expect(stderr).toBe('');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const answer: unknown = JSON.parse(stdout);
    expect(answer).toMatchObject({ success: true, text: expect.any(String) });
    expect(Object.keys(answer ?? {}).toSorted()).toEqual(['data', 'success', 'text']);
  });

  test('holds the text that would have been printed', async () => {
    await using _site = await openPage(browse, PAGE);
    const plain = await browse('text');

    const { stdout } = await browse('text', '--json');

    expect(JSON.parse(stdout)).toMatchObject({ text: plain.stdout.trimEnd() });
  });

  test('may stand before the command', async () => {
    const { stdout } = await browse('--json', 'url');

    expect(JSON.parse(stdout)).toMatchObject({ success: true });
  });

  test.each([
    ['usage', 2, ['click']],
    ['usage', 2, ['nonsense']],
    ['usage', 2, ['snapshot', '--nonsense']],
    ['usage', 2, ['scroll', '--by', 'far']],
    ['denied', 6, ['goto', 'chrome://version']],
    ['not_found', 5, ['text', '#none']],
    ['not_found', 5, ['click', '@e9999']],
    ['not_found', 5, ['url', '--tab', '999']],
    ['ambiguous', 5, ['text', 'option']],
    ['timeout', 4, ['wait', '#none', '--timeout', '200']],
    ['failed', 1, ['js', 'throw new Error("no")']],
  ])('gives a failure as one object with the code %s', async (code, exit, words) => {
    await using _site = await openPage(browse, PAGE);

    const ran = await browse(...words, '--json');

    expect(ran.code).toBe(exit);
    expect(ran.stderr).toBe('');
    expect(ran.stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(ran.stdout)).toEqual({
      success: false,
      error: { code, message: expect.stringMatching(/^Cannot /), hint: expect.any(String) },
    });
  });
});

describe('every failure', () => {
  test.each([
    [2, ['click']],
    [2, ['goto']],
    [2, ['clik', '@e1']],
    [2, ['click', '@e1', '--fource']],
    [2, ['goto', 'http://127.0.0.1/', '--wait']],
    [2, ['url', 'extra']],
    [2, ['url', '--tab', 'one']],
    [2, ['url', '--tab', '0']],
    [2, ['url', '--timeout', 'soon']],
    [2, ['text', '--max-output', '-5']],
    [2, ['url', '--tab']],
    [2, ['fill', '', 'x']],
    [5, ['text', '#none']],
    [5, ['tab', '999']],
    [6, ['goto', 'file:///etc/passwd']],
    [4, ['wait', '#none', '--timeout', '200']],
  ])('has the exit code %d and two lines for %p', async (exit, words) => {
    const { code, stdout, stderr } = await browse(...words);

    expect(code).toBe(exit);
    expect(stdout).toBe('');
    const [message, hint, ...rest] = stderr.trimEnd().split('\n');
    expect(message).toMatch(/^Cannot /);
    expect(hint).toMatch(/\S/);
    expect(rest).toEqual([]);
  });

  test.each([
    ['clik', 'click'],
    ['snapshto', 'snapshot'],
    ['gto', 'goto'],
    ['srceenshot', 'screenshot'],
  ])('suggests a command for %s', async (typed, meant) => {
    const { stderr } = await browse(typed);

    expect(stderr).toContain(`Did you mean ${meant}?`);
  });

  test('suggests a flag', async () => {
    const { stderr } = await browse('click', '@e1', '--fource');

    expect(stderr).toContain('Did you mean --force?');
  });
});
