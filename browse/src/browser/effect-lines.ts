import { quoted } from '#core/plain-line.ts';
import type { Described, EffectAnswer } from '#page/wire.ts';
import type { Frame } from 'playwright-core';

import { nodeText } from './node-text.ts';
import type { FrameEffect } from './settle.ts';
import type { Tab } from './tab.ts';

const MAX_LINES = 10;
const MAX_BYTES = 800;

/** What a frame's page says came of an action, one line each: alerts first, then elements, texts and the focus. */
export function effectLines(tab: Tab, { frame, effect }: FrameEffect): string[] {
  if (!effect.watched) return [];
  const line =
    (sign: string) =>
    (node: Described): string =>
      `${sign} ${tab.refs.assign(frame, node)} ${nodeText(node)}`;
  return [
    ...effect.alerts.map(({ role, text }) => `! ${role} ${quoted(text)}`),
    ...effect.changed.map(line('~')),
    ...effect.added.map(line('+')),
    ...effect.removed.map(line('-')),
    ...effect.appeared.map(text => `+ text ${quoted(text)}`),
    ...(effect.title === undefined ? [] : [`~ title ${quoted(effect.title)}`]),
    ...focusLine(tab, frame, effect),
  ];
}

function focusLine(tab: Tab, frame: Frame, { focused, changed, added }: EffectAnswer): string[] {
  if (!focused || [...changed, ...added].some(node => node.local === focused.local)) return [];
  return [`focus ${tab.refs.assign(frame, focused)} ${nodeText(focused)}`];
}

/** At most ten lines and 800 bytes; a last line counts what is missing, `unlisted` included. */
export function budgeted(lines: readonly string[], unlisted: number): string[] {
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (shown.length === MAX_LINES - 1 || bytes > MAX_BYTES) break;
    shown.push(line);
  }
  const missing = lines.length - shown.length + unlisted;
  return missing > 0 ? [...shown, `… ${missing} more; run \`browse snapshot -i\``] : shown;
}
