import { quoted } from '#core/plain-line.ts';
import type { Described, EffectAnswer } from '#page/wire.ts';

import { nodeText } from './node-text.ts';
import type { Told } from './refs.ts';
import type { FrameEffect } from './settle.ts';
import type { Tab } from './tab.ts';

const MAX_LINES = 10;
const MAX_BYTES = 800;

/** A line of an effect, and the element that it is about as it is now. */
export interface EffectLine {
  readonly text: string;
  readonly told?: Told;
}

/** What a frame's page says came of an action, one line each: alerts first, then elements, texts and the focus. */
export function effectLines(tab: Tab, { frame, effect }: FrameEffect): EffectLine[] {
  if (!effect.watched) return [];
  const line =
    (sign: string) =>
    (node: Described): EffectLine => {
      const ref = tab.refs.assign(frame, node);
      const text = `${sign} ${ref} ${nodeText(node)}`;
      return sign === '-' ? { text } : { text, told: { ref, role: node.role, name: node.name } };
    };
  return [
    ...effect.alerts.map(({ role, text }) => ({ text: `! ${role} ${quoted(text)}` })),
    ...effect.changed.map(line('~')),
    ...effect.added.map(line('+')),
    ...effect.removed.map(line('-')),
    ...effect.appeared.map(text => ({ text: `+ text ${quoted(text)}` })),
    ...(effect.title === undefined ? [] : [{ text: `~ title ${quoted(effect.title)}` }]),
    ...focusMoved(effect).map(line('focus')),
  ];
}

/** Where the focus went, unless another line tells of that element. */
function focusMoved({ focused, changed, added }: EffectAnswer): Described[] {
  if (!focused || [...changed, ...added].some(node => node.local === focused.local)) return [];
  return [focused];
}

/** At most ten lines and 800 bytes; a last line counts what is missing, `unlisted` included. */
export function budgeted(lines: readonly EffectLine[], unlisted: number): EffectLine[] {
  const shown: EffectLine[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line.text) + 1;
    if (shown.length === MAX_LINES - 1 || bytes > MAX_BYTES) break;
    shown.push(line);
  }
  const missing = lines.length - shown.length + unlisted;
  return missing > 0
    ? [...shown, { text: `… ${missing} more; run \`browse snapshot -i\`` }]
    : shown;
}
