import type { Reply } from '#commands/kit/reply.ts';
import type { Command } from '#commands/kit/define.ts';
import { INVISIBLE } from '#core/invisible.ts';
import type { CommandRequest, Success } from '#protocol/command.ts';
import { wrapUntrusted } from '#security/envelope.ts';
import { toTerminalText } from '#security/terminal-text.ts';

type Format = Pick<CommandRequest, 'json' | 'maxOutput'>;

/**
 * The single exit of what commands answer: page text is cut to the caller's limit and wrapped as untrusted,
 * and nothing in it can drive a terminal. JSON when the caller asked for it.
 */
export function renderAnswer(
  command: Command,
  reply: Reply,
  { json = false, maxOutput }: Format,
): string {
  const origin = reply.origin ?? command.origin;
  const source = reply.source ?? '';
  const text = cut(toTerminalText(reply.text), maxOutput);
  const shown = origin === 'page' && text !== '' ? wrapUntrusted(text, source) : text;
  const page =
    reply.page === undefined
      ? []
      : [wrapUntrusted(cut(toTerminalText(reply.page), maxOutput), source)];
  const whole = [shown, ...page].join('\n');
  if (!json) return whole;
  const success: Success = { success: true, data: reply.data ?? null, text: whole };
  return JSON.stringify(success, wellFormed).replace(UNSEEN, toEscape);
}

/** JSON leaves C1 controls and what nobody sees as they are; escaped, they mean the same and do nothing. */
const UNSEEN = new RegExp(String.raw`[\u007f-\u009f\p{Zl}\p{Zp}${INVISIBLE}]`, 'gu');

const toEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map(unit => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** A lone surrogate would survive as an escape and break whoever decodes it. */
const wellFormed = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

function cut(text: string, max: number | undefined): string {
  if (max === undefined || text.length <= max) return text;
  const end = text.lastIndexOf('\n', max);
  const kept = text.slice(0, end > max / 2 ? end : max).toWellFormed();
  return `${kept}\n… ${text.length - kept.length} more characters; use a larger --max-output`;
}
