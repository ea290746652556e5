import { describe, expect, test } from 'bun:test';

import { denied } from '#core/errors.ts';
import { Record } from '#dispatch/record.ts';

import { rejectionOf } from '../support/expect-failure.ts';

function recorder(): { readonly record: Record; readonly lines: string[] } {
  const lines: string[] = [];
  const record = new Record({ log: line => lines.push(line), bug: () => undefined });
  return { record, lines };
}

describe('the record', () => {
  test('knows what runs while it runs', async () => {
    const { record } = recorder();
    const { promise, resolve } = Promise.withResolvers<void>();

    const run = record.around('click', 2, async () => await promise);

    expect(record.running).toMatchObject([{ command: 'click', tab: 2 }]);
    resolve();
    await run;
    expect(record.running).toEqual([]);
  });

  test.each([
    ['ok', async () => undefined],
    ['denied', async () => await Promise.reject(denied('Cannot open it'))],
    ['internal', async () => await Promise.reject(new TypeError('bug'))],
  ])('writes one line with the outcome %s and nothing that was typed', async (outcome, run) => {
    const { record, lines } = recorder();

    await record.around('goto', undefined, run).catch(() => undefined);

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^goto tab=- ${outcome} \\d+ms$`));
  });

  test('gives on what was answered or thrown', async () => {
    const { record } = recorder();

    expect(await record.around('url', 1, async () => 'answer')).toBe('answer');
    const failing = record.around('url', 1, async () => await Promise.reject(new Error('bug')));
    expect(await rejectionOf(failing)).toEqual(new Error('bug'));
  });

  test('cuts a name that is no command', async () => {
    const { record, lines } = recorder();

    await record.around('x'.repeat(5_000), undefined, async () => undefined);

    expect(lines[0]?.length).toBeLessThan(100);
  });
});
