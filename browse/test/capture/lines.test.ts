import { describe, expect, test } from 'bun:test';

import { consoleLine, dialogLine, networkLine } from '#capture/lines.ts';

describe('a line of a log', () => {
  const when = { id: 12, time: Date.UTC(2026, 0, 31, 12, 0, 1, 123), tab: 3 };

  test.each([
    [
      'of the console',
      consoleLine({ ...when, type: 'error', text: 'a\nb', location: 'http://a/x.js:7' }),
      String.raw`12:00:01.123 tab 3 [error] a\nb (http://a/x.js:7)`,
    ],
    [
      'of the console without a place',
      consoleLine({ ...when, type: 'log', text: '', location: '' }),
      '12:00:01.123 tab 3 [log] ',
    ],
    [
      'of a finished request',
      networkLine({
        ...when,
        method: 'GET',
        url: 'http://a/',
        type: 'fetch',
        status: 200,
        duration: 12.4,
      }),
      '#12 12:00:01.123 tab 3 GET 200 fetch http://a/ 12ms',
    ],
    [
      'of a failed request',
      networkLine({
        ...when,
        method: 'GET',
        url: 'http://a/',
        type: 'image',
        status: 200,
        failure: 'net::ERR_FAILED',
      }),
      '#12 12:00:01.123 tab 3 GET net::ERR_FAILED image http://a/',
    ],
    [
      'of a dialog',
      dialogLine({ ...when, type: 'confirm', message: 'sure?\n', answer: 'dismissed' }),
      '12:00:01.123 tab 3 [confirm] "sure?\\n" → dismissed',
    ],
  ])('%s is one line', (_, line, expected) => {
    expect(line).toBe(expected);
  });
});
