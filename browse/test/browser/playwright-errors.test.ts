import { describe, expect, test } from 'bun:test';

import { TRANSLATIONS, fromPlaywright } from '#browser/playwright-errors.ts';
import type { FailureCode } from '#core/errors.ts';
import { failed } from '#core/errors.ts';

/** What Playwright says, what it becomes, and the row of the table that does it. */
const CASES: readonly (readonly [string, FailureCode, string])[] = [
  ['page.goto: net::ERR_CONNECTION_REFUSED at http://127.0.0.1:1/', 'failed', 'nothing listens'],
  ['page.goto: net::ERR_NAME_NOT_RESOLVED at http://nowhere/', 'failed', 'does not resolve'],
  ['page.goto: net::ERR_CONNECTION_RESET at http://a/', 'failed', 'the connection broke'],
  ['page.goto: net::ERR_CONNECTION_CLOSED at http://a/', 'failed', 'the connection broke'],
  ['page.goto: net::ERR_CONNECTION_TIMED_OUT at http://a/', 'failed', 'the connection broke'],
  ['page.goto: net::ERR_EMPTY_RESPONSE at http://a/', 'failed', 'the connection broke'],
  ['page.goto: net::ERR_INTERNET_DISCONNECTED at http://a/', 'failed', 'the connection broke'],
  ['page.goto: net::ERR_ADDRESS_UNREACHABLE at http://a/', 'failed', 'the connection broke'],
  ['page.goto: net::ERR_NETWORK_CHANGED at http://a/', 'failed', 'the connection broke'],
  [
    'page.goto: net::ERR_CERT_AUTHORITY_INVALID at https://a/',
    'failed',
    'certificate is not valid',
  ],
  ['page.goto: net::ERR_SSL_PROTOCOL_ERROR at https://a/', 'failed', 'certificate is not valid'],
  ['page.goto: net::ERR_FILE_NOT_FOUND at file:///x', 'failed', 'no such file'],
  ['page.goto: net::ERR_TOO_MANY_REDIRECTS at http://a/', 'failed', 'redirects for ever'],
  ['page.goto: Download is starting', 'failed', 'it is a download'],
  ['page.goto: net::ERR_UNSAFE_PORT at http://a:1/', 'failed', 'Chromium blocks this address'],
  ['page.goto: net::ERR_BLOCKED_BY_CLIENT at http://a/', 'failed', 'Chromium blocks this address'],
  ['page.goto: net::ERR_ABORTED at http://a/', 'failed', 'Cannot finish the navigation'],
  [
    'page.goto: Navigation is interrupted by another navigation to "b"',
    'failed',
    'Cannot finish the navigation',
  ],
  ['page.goto: Navigating frame was detached', 'failed', 'Cannot finish the navigation'],
  [
    'locator.click: TypeError: element.getAttribute is not a function',
    'failed',
    'hides or replaces what is needed',
  ],
  [
    'locator.count: RangeError: Maximum call stack size exceeded',
    'failed',
    'hides or replaces what is needed',
  ],
  [
    'locator.click: Target page, context or browser has been closed',
    'failed',
    'was closed or crashed',
  ],
  ['Inspected target navigated or closed', 'failed', 'the page navigated meanwhile'],
  ['page.evaluate: Execution context was destroyed', 'failed', 'the page navigated meanwhile'],
  ['locator.fill: Error: Cannot type text into input[type=number]', 'failed', 'only numbers'],
  ['locator.click: Target crashed', 'failed', 'was closed or crashed'],
  ['page.reload: Page crashed', 'failed', 'was closed or crashed'],
  [
    "locator.click: Error: strict mode violation: locator('a') resolved to 2 elements",
    'ambiguous',
    'matches several',
  ],
  [
    `locator.click: Unexpected token ">" while parsing css selector`,
    'usage',
    'Cannot read the target',
  ],
  [
    'locator.click: Unknown engine "foo" while parsing selector foo=x',
    'usage',
    'Cannot read the target',
  ],
  [`locator.click: SyntaxError: '##' is not a valid selector.`, 'usage', 'Cannot read the target'],
  ['keyboard.press: Unknown key: "Foo"', 'usage', 'no such key'],
  [
    'locator.click: <div id="cover"></div> intercepts pointer events',
    'failed',
    'another one covers it',
  ],
  [
    'locator.click: Timeout 5000ms exceeded.\n - element is not visible',
    'failed',
    'it is not visible',
  ],
  [
    'locator.click: Timeout 5000ms exceeded.\n - element is not enabled',
    'failed',
    'it is disabled',
  ],
  [
    'locator.fill: Timeout 5000ms exceeded.\n - element is not editable',
    'failed',
    'it is read-only',
  ],
  [
    'locator.click: Timeout 5000ms exceeded.\n - element is not stable',
    'failed',
    'does not stop moving',
  ],
  ['locator.click: element is outside of the viewport', 'failed', 'cannot be scrolled into view'],
  [
    'locator.fill: Error: Element is not an <input>, <textarea> or [contenteditable]',
    'failed',
    'takes no text',
  ],
  ['locator.fill: Error: Input of type "checkbox" cannot be filled', 'failed', 'takes no text'],
  ['locator.click: Timeout 5000ms exceeded.', 'timeout', 'Cannot finish in time'],
];

describe('what Playwright throws', () => {
  test.each([...CASES])('as %j becomes %s: %s', (thrown, code, message) => {
    const cause = new Error(thrown);

    const failure = fromPlaywright(cause);

    expect(failure.code).toBe(code);
    expect(failure.message).toContain(message);
    expect(failure.message).not.toContain('\n');
    expect(failure.hint).toBeTruthy();
    expect(failure.cause).toBe(cause);
  });

  test('has a case for every row of the table', () => {
    const used = CASES.map(([thrown]) =>
      TRANSLATIONS.findIndex(({ when }) => when.test(`Error: ${thrown}`)),
    );

    const unused = TRANSLATIONS.filter((_, row) => !used.includes(row));

    expect(unused.map(({ when }) => String(when))).toEqual([]);
  });

  test('is recognised by the name of its class', () => {
    const thrown = Object.assign(new Error('waiting failed'), { name: 'TimeoutError' });

    expect(fromPlaywright(thrown).code).toBe('timeout');
  });

  test('as a network error without a row of its own still says which', () => {
    expect(
      fromPlaywright(new Error('page.goto: net::ERR_QUIC_PROTOCOL_ERROR at http://a/')),
    ).toMatchObject({
      code: 'failed',
      message: expect.stringContaining('ERR_QUIC_PROTOCOL_ERROR'),
      hint: 'Check the address.',
    });
  });

  test.each([
    ['an error nobody knows', new Error('first line\nsecond line\u001b[2J')],
    ['a text', 'first line\nsecond'],
  ])('as %s is internal, and none of its words are shown', (_, thrown) => {
    const failure = fromPlaywright(thrown);

    expect(failure.code).toBe('internal');
    expect(failure.message).not.toContain('first line');
    expect(failure.hint).toBeTruthy();
  });

  test('stays what it is when it is ours already', () => {
    const ours = failed('Cannot do it');

    expect(fromPlaywright(ours)).toBe(ours);
  });
});
