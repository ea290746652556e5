import type { Frame } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';
import type { Described, EffectAnswer } from '#page/wire.ts';

import { ask, patienceWith } from './ask.ts';
import type { Located } from './locate.ts';
import { nodeText } from './node-text.ts';
import type { Session } from './session.ts';
import type { FrameEffect } from './settle.ts';
import { settle, showsEffect } from './settle.ts';
import type { Tab } from './tab.ts';

const MAX_LINES = 10;
const MAX_BYTES = 800;

/** What an action did, apart by who wrote it. */
export interface Outcome {
  /** Facts of our own: `now at …`, `tab 3 opened`; `none` when nothing visible came of it. */
  readonly facts: readonly string[] | 'none';
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
  /**
   * Begins to watch the main document, unless it is `watched`, the frame that `locate` already watches; without
   * one, the first frames of the page, for whichever has the focus.
   */
  start(watched?: Frame): Promise<void>;
  /** Waits until the page is quiet and says what changed. */
  finish(target?: Located): Promise<Outcome>;
}

const MAX_FRAMES = 8;

/** Remembers what the browser looks like before the action; the documents are watched from `start` on. */
export function record({ tab, session, capture, signal }: Scene): Recording {
  const url = tab.url;
  const main = tab.page.mainFrame();
  const tabsBefore = new Set(session.tabs.map(({ id }) => id));
  const dialogsBefore = capture.dialog.position;
  const before = tab.traffic.snapshot();
  const frameUrls = new Map(tab.frames().map(frame => [frame, frame.url()]));
  const frames = new Set<Frame>([main]);
  let windows: { readonly count: number } = { count: 0 };
  let windowsBefore = 0;

  const opened = (): number[] => session.tabs.map(({ id }) => id).filter(id => !tabsBefore.has(id));
  const hasDialog = (): boolean =>
    capture.dialog.since(dialogsBefore).some(entry => entry.tab === tab.id);
  const hasFrameMoved = (): boolean =>
    [...frameUrls].some(
      ([frame, was]) => frame !== main && !frame.isDetached() && frame.url() !== was,
    );
  const hasOtherEffect = (): boolean =>
    tab.url !== url || hasDialog() || hasFrameMoved() || opened().length > 0;

  const isOpening = (): boolean => opened().length < windows.count - windowsBefore;

  const factsOf = (effects: readonly FrameEffect[]): string[] => {
    const answer = effects.find(({ frame }) => frame === main)?.effect;
    const isLoading = tab.traffic.since(before).some(request => request.isNavigationRequest());
    const known = [
      [tab.url !== url, `now at ${plainLine(maskUrl(tab.url))}`],
      [tab.url === url && answer?.watched === false, 'page reloaded'],
      [isLoading, 'still loading'],
      [hasFrameMoved(), 'frame navigated'],
      [hasDialog(), 'dialog opened'],
      ...opened().map(id => [true, `tab ${id} opened`] as const),
      [tab.closed.aborted, 'tab closed'],
      [!answer && !tab.closed.aborted && !isLoading, 'page does not answer'],
    ] as const;
    return known.filter(([holds]) => holds).map(([, fact]) => fact);
  };

  return {
    start: async watched => {
      windows = await tab.windowsOpened();
      windowsBefore = windows.count;
      const wanted = watched ? [watched, main] : tab.frames().slice(0, MAX_FRAMES);
      for (const frame of wanted) frames.add(frame);
      await Promise.all(
        wanted.filter(frame => frame !== watched).map(async frame => await watch(tab, frame)),
      );
    },
    finish: async target => {
      const started = {
        before,
        frames: [...frames],
        target: target?.element,
        hasOtherEffect,
        isOpening,
      };
      const effects = tab.closed.aborted ? [] : await settle(tab, started, signal);
      const facts = factsOf(effects);
      const isNothing = facts.length === 0 && !effects.some(({ effect }) => showsEffect(effect));
      const lines = effects.flatMap(effect => effectLines(tab, effect));
      const unlisted = effects.reduce((sum, { effect }) => sum + effect.more, 0);
      const described = target ? [`${target.ref} ${nodeText(target.element)}`] : [];
      return {
        facts: isNothing ? 'none' : facts,
        lines: budgeted([...described, ...lines], unlisted),
      };
    },
  };
}

async function watch(tab: Tab, frame: Frame): Promise<void> {
  const isMain = frame === tab.page.mainFrame();
  try {
    await ask(tab.line.to(frame), 'watch', {}, isMain ? undefined : patienceWith(frame, 1_000));
  } catch (error) {
    // A child frame that hangs or leaves has nothing to report; the page itself must be watched.
    if (isMain) throw error;
  }
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

function budgeted(lines: readonly string[], unlisted: number): string[] {
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
