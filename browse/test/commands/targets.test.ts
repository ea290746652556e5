import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const PAGE = `
  <label for="mail">E-mail</label><input id="mail" placeholder="you@example.com" value="in the field">
  <img alt="Logo" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">
  <button data-testid="save" title="Save it" onclick="document.title = 'clicked'">Save</button>
  <button class="other">Other</button>
  <p id="p">Some <b>words</b> here</p>`;

describe('a target', () => {
  test.each([
    'css=.other',
    '.other',
    'button.other',
    'text=Other',
    'text="Other"',
    'text=/^oth/i',
    'role=button[name="Other"]',
    'xpath=//button[2]',
    '//button[2]',
    "getByRole('button', { name: 'Other' })",
    "getByRole('button', { name: 'Other', exact: true })",
    "page.getByText('Other')",
    "locator('button').nth(1)",
    "locator('button').last()",
    'button >> nth=1',
  ])('may be %s', async target => {
    await using _site = await openPage(browse, PAGE);

    const { stdout, stderr } = await browse('text', target);

    expect(stderr).toBe('');
    expect(inside(stdout)).toBe('Other');
  });

  test.each([
    'testid=save',
    'title=Save it',
    "getByTestId('save')",
    "getByTitle('Save it')",
    'role=button[name="Save"]',
  ])('may be %s', async target => {
    await using _site = await openPage(browse, PAGE);

    const { code, stdout } = await browse('click', target);

    expect(code).toBe(0);
    expect(stdout).toStartWith(`Clicked ${target}`);
    expect((await browse('js', 'document.title')).stdout).toContain('clicked');
  });

  test.each(['label=E-mail', 'placeholder=you@', "getByLabel('E-mail')", '#mail'])(
    'may be %s for a field',
    async target => {
      await using _site = await openPage(browse, PAGE);

      const { code } = await browse('fill', target, 'ada@example.com');

      expect(code).toBe(0);
      expect((await browse('js', 'mail.value')).stdout).toContain('ada@example.com');
    },
  );

  test('may be alt=… for a picture', async () => {
    await using _site = await openPage(browse, PAGE);

    const { code } = await browse('hover', 'alt=Logo');

    expect(code).toBe(0);
  });

  test('may be a ref with or without its sign', async () => {
    await using _site = await openPage(browse, PAGE);
    const ref = await refOf(browse, '[button] "Other"');

    const answers = await Promise.all(
      [ref, ref.slice(1), `ref=${ref.slice(1)}`].map(async target => await browse('text', target)),
    );

    expect(answers.map(({ stdout }) => inside(stdout))).toEqual(['Other', 'Other', 'Other']);
  });

  test('is looked for in frames when the page itself has no match', async () => {
    await using _site = await openPage(browse, `<iframe srcdoc="<p id='inner'>In</p>"></iframe>`);
    await browse('wait', '#inner');

    const { stdout } = await browse('text', '#inner');

    expect(inside(stdout)).toBe('In');
  });

  test('is waited for by a command that acts', async () => {
    await using _site = await openPage(
      browse,
      `<script>setTimeout(() => document.body.insertAdjacentHTML('beforeend', '<button id=late>Late</button>'), 300)</script>`,
    );

    const { code } = await browse('click', '#late');

    expect(code).toBe(0);
  });

  test.each(['p[', 'role=', 'xpath=//[', "getByRole('button'", 'getByNothing("x")', 'text=/(/'])(
    'is refused as a usage error when it cannot be read: %s',
    async target => {
      await using _site = await openPage(browse, PAGE);

      const { code, stderr } = await browse('text', target);

      expect(code).toBe(2);
      expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    },
  );

  test('is refused when it is empty', async () => {
    const { code, stderr } = await browse('text', '');

    expect(code).toBe(2);
    expect(stderr).toContain('the target is empty');
  });

  test('is not found when a ref was never given out', async () => {
    await using _site = await openPage(browse, PAGE);

    const { code, stderr } = await browse('click', '@e9999');

    expect(code).toBe(5);
    expect(stderr).toMatch(
      /^Cannot find @e9999: no snapshot of tab \d+ gave out this ref\nRun `browse snapshot -i` to get refs\.\n$/,
    );
  });
});
