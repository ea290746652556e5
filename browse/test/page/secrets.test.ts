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

const MASK = '[REDACTED — 6 chars]';

describe('a value is masked', () => {
  test.each([
    ['in a password field', '<input id=x type=password value=s3cret>'],
    [
      'in a field for the current password',
      '<input id=x autocomplete=current-password value=s3cret>',
    ],
    ['in a field for a card number', '<input id=x autocomplete="billing cc-number" value=s3cret>'],
    ['in a field for a code', '<input id=x autocomplete=one-time-code value=s3cret>'],
    ['in a field named for an API key', '<input id=x name=apiKey value=s3cret>'],
    ['in a field named for a token', '<input id=x name=access_token value=s3cret>'],
    ['in a field named for a password', '<input id=x name="user[passwd]" value=s3cret>'],
    ['in an area named for a token', '<textarea id=x name=api_token>s3cret</textarea>'],
    ['in a field with a hint at a password', '<input id=x placeholder=Password value=s3cret>'],
    ['in a field called an API key', '<input id=x aria-label="Your API key" value=s3cret>'],
    ['in a field labelled a secret', '<label for=x>Client secret</label><input id=x value=s3cret>'],
    [
      'in an area inside its label',
      '<label>Password <textarea id=x>s3cret</textarea> (a word of yours)</label>',
    ],
    [
      'in a field that refers to its label',
      '<b id=l>Access token</b><input id=x aria-labelledby=l value=s3cret>',
    ],
    ['in a field that draws dots', '<input id=x style="-webkit-text-security:disc" value=s3cret>'],
  ] as const)('%s', async (_, html) => {
    await engine.show(html);

    const described = await engine.ask('describe', {}, '#x');

    expect(described).toMatchObject({ value: MASK });
  });

  test('in a field that was a password field before', async () => {
    await engine.show('<input id=x type=password value=s3cret>');
    await engine.interactive();
    await engine.page.evaluate(`document.querySelector('#x').type = 'text'`);

    const { value } = await engine.ask('describe', {}, '#x');

    expect(value).toBe(MASK);
  });

  test('in a field that stopped being a password field before anyone looked at it', async () => {
    await engine.show('<p>Empty</p>');
    await engine.interactive();
    await engine.page.evaluate(`{
      document.body.innerHTML = '<input id=x type=password value=s3cret>';
      document.querySelector('#x').type = 'text';
    }`);

    const { value } = await engine.ask('describe', {}, '#x');

    expect(value).toBe(MASK);
  });
});

const REVEAL = `{
  const field = document.querySelector('#x');
  const shown = document.createElement('input');
  shown.id = 'x';
  shown.value = field.value;
  field.replaceWith(shown);
}`;

describe('what a password field held is masked', () => {
  test('in the field that replaces it', async () => {
    await engine.show('<input id=x type=password value=s3cret>');
    await engine.interactive();
    await engine.page.evaluate(REVEAL);

    const { value } = await engine.ask('describe', {}, '#x');

    expect(value).toBe(MASK);
  });

  test('when it was typed after the last look', async () => {
    await engine.show('<input id=x type=password>');
    await engine.interactive();
    await engine.page.locator('#x').pressSequentially('s3cret');
    await engine.page.evaluate(REVEAL);

    const { value } = await engine.ask('describe', {}, '#x');

    expect(value).toBe(MASK);
  });

  test('in any other field, by its markup too', async () => {
    await engine.show('<input type=password value=s3cret><textarea id=x>s3cret</textarea>');

    const { text } = await engine.ask('html', {});

    expect(text).not.toContain('s3cret');
  });

  test('unless it is as short as any number', async () => {
    await engine.show('<input type=password value=12><input id=x value=12>');
    await engine.interactive();

    const { value } = await engine.ask('describe', {}, '#x');

    expect(value).toBe('12');
  });

  test('for the last fifty of them', async () => {
    await engine.show(
      `<input id=x value=word-0><input id=y value=word-1>${Array.from(
        { length: 51 },
        (_, index) => `<input type=password value=word-${index}>`,
      ).join('')}`,
    );
    await engine.interactive();

    const first = await engine.ask('describe', {}, '#x');
    const second = await engine.ask('describe', {}, '#y');

    expect([first.value, second.value]).toEqual(['word-0', MASK]);
  });
});

describe('a value is shown', () => {
  test.each([
    ['in a field for searching', '<input id=x aria-label="Search tokens" value=s3cre7>'],
    [
      'in a field with a sentence for a label',
      '<label>Where shall we send the link to when you have lost your password? <input id=x value=s3cre7></label>',
    ],
    ['in a field for tokens to spend', '<input id=x name=max_tokens value=s3cre7>'],
    ['in a field for passengers', '<input id=x name=passenger value=s3cre7>'],
    ['in a field for an address', '<input id=x type=email name=password-reset value=s3cre7>'],
  ] as const)('%s', async (_, html) => {
    await engine.show(html);

    const { value } = await engine.ask('describe', {}, '#x');

    expect(value).toBe('s3cre7');
  });
});

const EVERYWHERE = `
  <label>Code <input type=password value=s3cret> for <input type=checkbox id=box></label>
  <a href="#">Key <input type=password value=s3cret></a>
  <button aria-labelledby=p>Reveal</button><input id=p type=password value=s3cret>
  <div role=alert>Typed <input type=password value=s3cret></div>`;

describe('a secret is not told', () => {
  test.each(['snapshot', 'text', 'html', 'links'] as const)('by %s', async name => {
    await engine.show(EVERYWHERE);

    const answers = [
      await engine.ask(name, { interactive: false }),
      await engine.ask(name, { interactive: true }),
    ];

    expect(JSON.stringify(answers)).not.toContain('s3cret');
  });

  test('by the text of its own field', async () => {
    await engine.show('<input id=x type=password value=s3cret>');

    const { text } = await engine.ask('text', {}, '#x');

    expect(text).toBe(MASK);
  });

  test.each([
    ['its own field', '<textarea id=x autocomplete=one-time-code>s3cret</textarea>', MASK],
    [
      'what is around its field',
      '<p id=x><textarea autocomplete=one-time-code>s3cret</textarea></p>',
      `<textarea autocomplete="one-time-code">${MASK}</textarea>`,
    ],
  ] as const)('by the markup of %s', async (_, html, markup) => {
    await engine.show(html);

    const { text } = await engine.ask('html', {}, '#x');

    expect(text).toBe(markup);
  });

  test('by an effect', async () => {
    await engine.show(EVERYWHERE);
    await engine.ask('watch', {});
    await engine.page.locator('#p').fill('s3cret2');

    const effect = await engine.ask('effect', {});

    expect(effect.changed).toContainEqual(
      expect.objectContaining({ role: 'textbox', value: '[REDACTED — 7 chars]' }),
    );
    expect(JSON.stringify(effect)).not.toContain('s3cret');
  });

  test('except to the daemon, which compares it with what it wrote', async () => {
    await engine.show('<input id=x type=password value=s3cret>');

    const field = await engine.ask('field', {}, '#x');

    expect(field).toEqual({ value: 's3cret', secret: true, type: 'password' });
  });
});
