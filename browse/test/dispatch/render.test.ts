import { describe, expect, test } from 'bun:test';

import type { Command } from '#commands/kit/define.ts';
import { defineCommand } from '#commands/kit/define.ts';
import { pageReply, reply } from '#commands/kit/reply.ts';
import { renderAnswer } from '#dispatch/render.ts';

const commandOf = (origin: 'own' | 'page'): Command =>
  defineCommand({
    name: 'sample',
    kind: 'read',
    category: 'reading',
    description: 'A sample',
    example: 'sample',
    on: 'daemon',
    scope: 'read',
    origin,
    deadline: 1_000,
    run: async () => reply(''),
  });
const OWN = commandOf('own');
const PAGE = commandOf('page');

const envelope = (text: string): string =>
  `--- BEGIN UNTRUSTED EXTERNAL CONTENT (source: http://a/) ---\n${text}\n--- END UNTRUSTED EXTERNAL CONTENT ---`;

describe('an answer', () => {
  test('of our own is shown as it is', () => {
    expect(renderAnswer(OWN, reply('Done'), {})).toBe('Done');
  });

  test('that a page wrote is wrapped once', () => {
    expect(renderAnswer(PAGE, pageReply('http://a/', 'text'), {})).toBe(envelope('text'));
  });

  test('of a page that wrote nothing is empty', () => {
    expect(renderAnswer(PAGE, pageReply('http://a/', ''), {})).toBe('');
  });

  test('may have another author than its command says', () => {
    const own = { ...reply('Wrote 5 bytes'), origin: 'own' } as const;
    const page = { ...pageReply('http://a/', 'text'), origin: 'page' } as const;

    expect(renderAnswer(PAGE, own, {})).toBe('Wrote 5 bytes');
    expect(renderAnswer(OWN, page, {})).toBe(envelope('text'));
  });

  test('keeps its own line apart from what the page wrote', () => {
    const both = { text: 'Clicked @e1', page: '! alert "Saved"', source: 'http://a/' };

    expect(renderAnswer(OWN, both, {})).toBe(`Clicked @e1\n${envelope('! alert "Saved"')}`);
  });

  test('can drive no terminal, whoever wrote it', () => {
    const text = '\u001b[2Jred\u0007\r\nnext\ud800';

    expect(renderAnswer(OWN, reply(text), {})).toBe('red\nnext\ufffd');
    expect(renderAnswer(PAGE, pageReply('http://a/', text), {})).toBe(envelope('red\nnext\ufffd'));
  });

  test('as JSON is one object with data and text', () => {
    const answer = renderAnswer(PAGE, pageReply('http://a/', 'text', { value: 1 }), { json: true });

    expect(answer).not.toContain('\n');
    expect(JSON.parse(answer)).toEqual({
      success: true,
      data: { value: 1 },
      text: envelope('text'),
    });
  });

  test('as JSON has null for no data', () => {
    expect(JSON.parse(renderAnswer(OWN, reply('Done'), { json: true }))).toEqual({
      success: true,
      data: null,
      text: 'Done',
    });
  });

  test('as JSON holds no lone surrogate in its data either', () => {
    const answer = renderAnswer(OWN, reply('', { deep: ['a\ud800'] }), { json: true });

    expect(answer.toLowerCase()).not.toContain(String.raw`\ud800`);
    expect(JSON.parse(answer)).toMatchObject({ data: { deep: ['a\ufffd'] } });
  });

  test.each([
    ['that fits is whole', 'abcdef', 6, 'abcdef'],
    ['is cut at the limit', 'abcdef', 4, 'abcd\n… 2 more characters; use a larger --max-output'],
    [
      'is cut at a line when one ends in its second half',
      'aaaa\nbbbb\ncccc',
      12,
      'aaaa\nbbbb\n… 5 more characters; use a larger --max-output',
    ],
    [
      'is cut inside a line when none does',
      'a\nbbbbbbbbbb',
      8,
      'a\nbbbbbb\n… 4 more characters; use a larger --max-output',
    ],
    [
      'is never cut inside a pair',
      'abc😀',
      4,
      'abc\ufffd\n… 1 more characters; use a larger --max-output',
    ],
  ])('%s', (_, text, maxOutput, shown) => {
    expect(renderAnswer(OWN, reply(text), { maxOutput })).toBe(shown);
  });

  test('is cut inside its envelope, never the envelope', () => {
    const answer = renderAnswer(PAGE, pageReply('http://a/', 'x'.repeat(100)), { maxOutput: 10 });

    expect(answer).toBe(
      envelope(`${'x'.repeat(10)}\n… 90 more characters; use a larger --max-output`),
    );
  });
});
