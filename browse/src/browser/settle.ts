import type { Frame, Request } from 'playwright-core';

import type { EffectAnswer, ElementId } from '#page/wire.ts';

import { ask } from './ask.ts';
import type { Tab } from './tab.ts';

/** How long nothing may change before the page counts as settled. */
const QUIET_MS = 20;
/** How long an action may take to show its first effect before it counts as having none. */
const FIRST_EFFECT_MS = 100;
/** How long a navigation, the other requests, and mutations without end are waited for. */
const NAVIGATION_MS = 10_000;
const REQUESTS_MS = 1_500;
const MUTATIONS_MS = 500;

/** What one frame says came of an action. */
export interface FrameEffect {
  readonly frame: Frame;
  readonly effect: EffectAnswer;
}

export interface Started {
  /** Requests that were under way before the action; it started all others. */
  readonly before: ReadonlySet<Request>;
  /** The frames in which effects are recorded. */
  readonly frames: readonly Frame[];
  /** The element acted on: that it now has the focus is no effect. */
  readonly target: ElementId | undefined;
  /** Whether a window was opened whose tab is still to come. */
  readonly isOpening: () => boolean;
  /** Whether something besides the page, such as a new tab or a dialog, shows that the action worked. */
  readonly hasOtherEffect: () => boolean;
}

/**
 * Waits for what an action started, navigation, requests and mutations, and gives what came of it in each frame.
 * Ends as soon as the page is quiet, at the latest when the bounds are reached.
 */
export async function settle(
  tab: Tab,
  started: Started,
  signal: AbortSignal,
): Promise<FrameEffect[]> {
  const begun = Date.now();
  await finishNavigation(tab, started.before, signal);
  const requestsEnd = Date.now() + REQUESTS_MS;
  for (;;) {
    signal.throwIfAborted();
    const isTrafficQuiet = await tab.traffic.quiet(started.before, requestsEnd - Date.now());
    const effects = await collect(tab, started.frames, started.target);
    const stillest = Math.min(...effects.map(({ effect }) => effect.quiet));
    const elapsed = Date.now() - begun;
    const isWaiting = !isTrafficQuiet || started.isOpening();
    if (isWaiting && Date.now() >= requestsEnd) return effects;
    if (!isWaiting && isStill(stillest, elapsed, () => hasEffect(started, effects))) return effects;
    await Bun.sleep(Math.max(5, Math.min(QUIET_MS, QUIET_MS - stillest)));
  }
}

/** Whether mutations have come to rest, or go on for so long that they never will. */
function isStill(stillest: number, elapsed: number, hasSome: () => boolean): boolean {
  if (stillest < QUIET_MS) return elapsed > MUTATIONS_MS;
  return elapsed >= FIRST_EFFECT_MS || hasSome();
}

const hasEffect = (started: Started, effects: readonly FrameEffect[]): boolean =>
  started.hasOtherEffect() || effects.some(({ effect }) => showsEffect(effect));

/** Whether a frame's answer holds anything a caller would call an effect. */
export const showsEffect = (effect: EffectAnswer): boolean =>
  !effect.watched ||
  effect.other ||
  effect.focused !== undefined ||
  [effect.added, effect.removed, effect.changed, effect.alerts, effect.appeared].some(
    list => list.length > 0,
  );

async function finishNavigation(
  tab: Tab,
  before: ReadonlySet<Request>,
  signal: AbortSignal,
): Promise<void> {
  const isNavigating = tab.traffic.since(before).some(request => request.isNavigationRequest());
  if (!isNavigating) return;
  signal.throwIfAborted();
  await tab.traffic.quiet(before, NAVIGATION_MS);
  // A page that never finishes loading is reported as it stands.
  await tab.page
    .waitForLoadState('domcontentloaded', { timeout: NAVIGATION_MS })
    .catch(() => undefined);
}

async function collect(
  tab: Tab,
  frames: readonly Frame[],
  target: ElementId | undefined,
): Promise<FrameEffect[]> {
  const effects = await Promise.all(
    frames.map(async frame => {
      // A frame that left, or whose document is being replaced, has nothing to say this round.
      const effect = await ask(tab.line.to(frame), 'effect', {}, 1_000).catch(() => undefined);
      return effect && { frame, effect: withoutOwnFocus(effect, target) };
    }),
  );
  return effects.filter(effect => effect !== undefined);
}

function withoutOwnFocus(effect: EffectAnswer, target: ElementId | undefined): EffectAnswer {
  const { focused, ...rest } = effect;
  return focused?.document === target?.document && focused?.local === target?.local ? rest : effect;
}
