import type { Frame } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';
import { quoted } from '#core/plain-line.ts';
import type { Described } from '#page/wire.ts';

import { ask, patienceWith } from './ask.ts';
import { type EffectLine, budgeted, effectLines } from './effect-lines.ts';
import type { Located } from './locate.ts';
import { nodeText } from './node-text.ts';
import type { Session } from './session.ts';
import { settle, showsEffect, type FrameEffect } from './settle.ts';
import { Surroundings } from './surroundings.ts';
import type { Tab } from './tab.ts';

/** What an action did, apart by who wrote it. */
export interface Outcome {
  /**
   * Facts of our own: `now at …`, `tab 3 opened`; `none` when nothing visible came of it, `focused` when nothing
   * but that the target got the focus.
   */
  readonly facts: readonly string[] | 'none' | 'focused';
  /** What the page wrote: the target and what changed, one line each. */
  readonly lines: readonly EffectLine[];
}

/** Where an action happens and by whom it is judged. */
export interface Scene {
  readonly tab: Tab;
  readonly session: Session;
  readonly capture: Capture;
  readonly signal: AbortSignal;
}

/** Remembers a tab before an action and tells afterwards what came of it. */
export interface Recording extends Disposable {
  /**
   * Begins to watch the first frames of the page: what is done in one may show in another. `watched` is the frame
   * that `locate` already watches.
   */
  start(watched?: Frame): Promise<void>;
  /** Waits until the page is quiet and says what changed. */
  finish(target?: Located): Promise<Outcome>;
}

/** Frames are asked side by side and answer within a few milliseconds each. */
const MAX_FRAMES = 60;
/** How long a frame beside the one acted in may take to be watched. */
const CHILD_MS = 400;

/** Remembers what the browser looks like before the action; the documents are watched from `start` on. */
export function record({ tab, session, capture, signal }: Scene): Recording {
  const main = tab.page.mainFrame();
  const frames = new Set<Frame>([main]);
  const around = new Surroundings(tab, session, capture);

  return {
    [Symbol.dispose]: () => around[Symbol.dispose](),
    start: async watched => {
      await around.ready();
      const wanted = [watched ?? main, main, ...tab.frames().slice(0, MAX_FRAMES)];
      for (const frame of wanted) frames.add(frame);
      await Promise.all(
        [...frames].filter(frame => frame !== watched).map(async frame => await watch(tab, frame)),
      );
    },
    finish: async target => {
      const started = { around, frames: [...frames], target: target?.element };
      const effects = tab.closed.aborted ? [] : await settle(tab, started, signal);
      const facts = around.facts(effects);
      const isNothing = facts.length === 0 && !effects.some(({ effect }) => showsEffect(effect));
      const isFocused = target !== undefined && isReached(target.element, effects);
      const described = target ? [lineOf(target)] : [];
      const lines = [
        ...described,
        ...around.downloads.map(name => ({ text: `download ${quoted(name)}` })),
        ...effects.flatMap(effect => effectLines(tab, effect)),
      ];
      const unlisted = effects.reduce((sum, { effect }) => sum + effect.more, 0);
      return {
        facts: isNothing ? (isFocused ? 'focused' : 'none') : facts,
        lines: budgeted(lines, unlisted),
      };
    },
  };
}

const lineOf = ({ ref, element }: Located): EffectLine => ({
  text: `${ref} ${nodeText(element)}`,
  told: { ref, role: element.role, name: element.name },
});

/** A button takes the focus whatever it does; a field, a cell or a slider is clicked to give it the focus. */
const isReached = ({ role }: Described, effects: readonly FrameEffect[]): boolean =>
  !PRESSED.has(role) && effects.some(({ isTargetFocused }) => isTargetFocused);

const PRESSED = new Set([
  'button',
  'checkbox',
  'link',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'switch',
  'tab',
]);

async function watch(tab: Tab, frame: Frame): Promise<void> {
  const isMain = frame === tab.page.mainFrame();
  try {
    const { document } = await ask(
      tab.line.to(frame),
      'watch',
      {},
      isMain ? undefined : patienceWith(frame, CHILD_MS),
    );
    tab.line.notice(frame, document);
  } catch (error) {
    // A child frame that hangs or leaves has nothing to report; the page itself must be watched.
    if (isMain) throw error;
  }
}
