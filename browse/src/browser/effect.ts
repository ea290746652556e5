import type { Frame } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';
import type { Described, EffectAnswer } from '#page/wire.ts';

import { ask } from './ask.ts';
import type { Located } from './locate.ts';
import { nodeText } from './node-text.ts';
import type { Session } from './session.ts';
import type { FrameEffect } from './settle.ts';
import { settle, showsEffect } from './settle.ts';
import type { Tab } from './tab.ts';

const MAX_LINES = 10;
const MAX_BYTES = 800;

/** What an action did, apart by who wrote it. */
interface Effect {
  /** Facts of our own: `→ now at …`, `→ tab 3 opened`, `→ no visible effect`, or empty. */
  readonly facts: string;
  /** What the page wrote: the target and what changed, one line each. */
  readonly lines: readonly string[];
}

/** Where an action happens and by whom it is judged. */
export interface Scene {
  readonly tab: Tab;
  readonly session: Session;
  readonly capture: Capture;
  readonly signal: AbortSignal;
}

/** Remembers a tab before an action and tells afterwards what came of it. */
export interface Recording {
  /** Begins to watch the main document, unless it is `watched`, the frame that `locate` already watches. */
  start(watched?: Frame): Promise<void>;
  /** Waits until the page is quiet and says what changed. */
  finish(target?: Located): Promise<Effect>;
}

/** Remembers what the browser looks like before the action; the documents are watched from `start` on. */
export function record({ tab, session, capture, signal }: Scene): Recording {
  const url = tab.url;
  const tabsBefore = new Set(session.tabs.map(({ id }) => id));
  const dialogsBefore = capture.dialog.position;
  const before = tab.traffic.snapshot();
  const main = tab.page.mainFrame();
  const frames = new Set<Frame>([main]);

  const opened = (): number[] => session.tabs.map(({ id }) => id).filter(id => !tabsBefore.has(id));
  const dialogs = (): boolean =>
    capture.dialog.since(dialogsBefore).some(entry => entry.tab === tab.id);
  const hasOtherEffect = (): boolean => tab.url !== url || dialogs() || opened().length > 0;

  return {
    start: async watched => {
      if (watched) frames.add(watched);
      if (watched !== main) await ask(main, 'watch', {});
    },
    finish: async target => {
      const effects = tab.closed.aborted
        ? []
        : await settle(
            tab,
            { before, frames: [...frames], target: target?.element, hasOtherEffect },
            signal,
          );
      const facts = [
        ...(tab.url === url ? [] : [`now at ${plainLine(maskUrl(tab.url))}`]),
        ...(tab.url === url &&
        effects.some(({ frame, effect }) => frame === main && !effect.watched)
          ? ['page reloaded']
          : []),
        ...(dialogs() ? ['dialog opened'] : []),
        ...opened().map(id => `tab ${id} opened`),
        ...(tab.closed.aborted ? ['tab closed'] : []),
      ];
      const isNothing = facts.length === 0 && !effects.some(({ effect }) => showsEffect(effect));
      const lines = effects.flatMap(effect => effectLines(tab, effect));
      return {
        facts: isNothing
          ? ' → no visible effect'
          : facts.map((fact, index) => `${index === 0 ? ' → ' : ', '}${fact}`).join(''),
        lines: budgeted(target ? [`${target.ref} ${nodeText(target.element)}`, ...lines] : lines),
      };
    },
  };
}

function effectLines(tab: Tab, { frame, effect }: FrameEffect): string[] {
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
    ...focusLine(tab, frame, effect),
  ];
}

function focusLine(tab: Tab, frame: Frame, { focused, changed, added }: EffectAnswer): string[] {
  if (!focused || [...changed, ...added].some(node => node.local === focused.local)) return [];
  return [`focus ${tab.refs.assign(frame, focused)} ${nodeText(focused)}`];
}

function budgeted(lines: readonly string[]): string[] {
  const shown: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (shown.length === MAX_LINES - 1 || bytes > MAX_BYTES) break;
    shown.push(line);
  }
  const missing = lines.length - shown.length;
  return missing > 0 ? [...shown, `… ${missing} more; run \`browse snapshot -i\``] : shown;
}
