import { describe, expect, test } from 'bun:test';

import { denied } from '#core/errors.ts';
import { Journal } from '#dispatch/journal.ts';

import { rejectionOf } from '../support/expect-failure.ts';

function opened(): { readonly journal: Journal; readonly lines: string[] } {
  const lines: string[] = [];
  const journal = new Journal({ log: line => lines.push(line), bug: () => undefined });
  return { journal, lines };
}

describe('the journal', () => {
  test('knows what runs while it runs', async () => {
    const { journal } = opened();
    const { promise, resolve } = Promise.withResolvers<void>();

    const run = journal.around(
      { command: 'click', tab: 2, isControl: false },
      async () => await promise,
    );

    expect(journal.running).toMatchObject([{ command: 'click', tab: 2 }]);
    resolve();
    await run;
    expect(journal.running).toEqual([]);
  });

  test.each([
    ['ok', async () => undefined],
    ['denied', async () => await Promise.reject(denied('Cannot open it'))],
    ['internal', async () => await Promise.reject(new TypeError('bug'))],
  ])('writes one line with the outcome %s and nothing that was typed', async (outcome, run) => {
    const { journal, lines } = opened();

    await journal
      .around({ command: 'goto', tab: undefined, isControl: false }, run)
      .catch(() => undefined);

    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^goto tab=- ${outcome} \\d+ms$`));
  });

  test('gives on what was answered or thrown', async () => {
    const { journal } = opened();

    expect(
      await journal.around({ command: 'url', tab: 1, isControl: false }, async () => 'answer'),
    ).toBe('answer');
    const failing = journal.around(
      { command: 'url', tab: 1, isControl: false },
      async () => await Promise.reject(new Error('bug')),
    );
    expect(await rejectionOf(failing)).toEqual(new Error('bug'));
  });

  test('cuts a name that is no command', async () => {
    const { journal, lines } = opened();

    await journal.around(
      { command: 'x'.repeat(5_000), tab: undefined, isControl: false },
      async () => undefined,
    );

    expect(lines[0]?.length).toBeLessThan(100);
  });
});
