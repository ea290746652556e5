import { describe, expect, test } from 'bun:test';

import { Capture } from '#capture/capture.ts';

import { eventually } from '../support/browse.ts';

describe('the capture', () => {
  const files = (): Record<
    'console' | 'network' | 'dialog',
    { text: string; append: (text: string) => void }
  > => {
    const file = () => ({
      text: '',
      append(text: string) {
        this.text += text;
      },
    });
    return { console: file(), network: file(), dialog: file() };
  };
  const shared = { time: Date.UTC(2026, 0, 31, 12, 0, 1, 123), tab: 1 };

  test('writes by itself, about once a second', async () => {
    const sinks = files();
    const capture = new Capture(sinks, () => undefined);
    capture.console.push({ ...shared, id: 1, type: 'log', text: 'hello', location: '' }, 1);

    await eventually('the line in the file', () => sinks.console.text.includes('hello'), 3_000);

    capture.close(() => undefined);
  });

  test('writes what is left when it closes, also requests without an end', () => {
    const sinks = files();
    const capture = new Capture(sinks, () => undefined);
    const request = {
      ...shared,
      time: Date.now(),
      method: 'GET',
      url: 'http://a/',
      type: 'document',
    };
    capture.network.push({ ...request, id: capture.nextId() }, 1);
    capture.dialog.push(
      { ...shared, id: capture.nextId(), type: 'alert', message: 'hi', answer: 'accepted' },
      1,
    );

    capture.close(() => undefined);

    expect(sinks.network.text).toContain('GET pending document http://a/');
    expect(sinks.dialog.text).toContain('[alert] "hi" → accepted');
  });

  test('says which file refuses and writes the others', () => {
    const sinks = files();
    const errors: unknown[] = [];
    sinks.console.append = () => {
      throw new Error('disk full');
    };
    const capture = new Capture(sinks, error => errors.push(error));
    capture.console.push({ ...shared, id: 1, type: 'log', text: 'x', location: '' }, 1);
    capture.dialog.push({ ...shared, id: 2, type: 'alert', message: 'hi', answer: 'accepted' }, 1);

    capture.close(error => errors.push(error));

    expect(errors).toEqual([new Error('disk full')]);
    expect(sinks.dialog.text).toContain('[alert]');
  });
});
