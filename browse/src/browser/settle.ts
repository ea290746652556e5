import type { Frame, Request } from 'playwright-core';

import type { EffectAnswer, ElementId, PulseAnswer } from '#page/wire.ts';

import { ask } from './ask.ts';
import type { Tab } from './tab.ts';

/** How long nothing may change before the page counts as settled. */
const QUIET_MS = 20;
/**
 * How long after its input an action may take to show its first effect before it counts as having none. The wait ends
 * with that effect, or as soon as the page knows of no timer that will run before its end.
 */
const FIRST_EFFECT_MS = 100;
const TWO_FRAMES_MS = 34;
const LOOK_EVERY_MS = 8;
/** How long a navigation, the other requests, and mutations without end are waited for. */
const NAVIGATION_MS = 10_000;
const REQUESTS_MS = 1_500;
const MUTATIONS_MS = 500;

/** What one frame says came of an action. */
export interface FrameEffect {
  readonly frame: Frame;
  /** That the target now has the focus is left out. */
  readonly effect: EffectAnswer;
  /** The element acted on got the focus, which it did not have. */
  readonly isTargetFocused: boolean;
}

/** What the action happens among. */
export interface Started {
  readonly around: Around;
  /** The frames in which effects are recorded. */
  readonly frames: readonly Frame[];
  /** The element acted on: that it now has the focus is no effect. */
  readonly target: ElementId | undefined;
}

interface Around {
  /** Requests that were under way before the action; it started all others. */
  readonly requests: ReadonlySet<Request>;
  /** Whether a window was opened whose tab is still to come. */
  readonly isOpening: () => boolean;
  /** Whether something besides the page, such as a new tab or a dialog, shows that the action worked. */
  readonly hasEffect: () => boolean;
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
  const { around, frames } = started;
  const begun = Date.now();
  await finishNavigation(tab, around.requests, signal);
  const requestsEnd = Date.now() + REQUESTS_MS;
  let judgedAt = 0;
  for (;;) {
    signal.throwIfAborted();
    const isTrafficQuiet = await tab.traffic.quiet(around.requests, requestsEnd - Date.now());
    const pulses = await takePulses(tab, frames);
    const rest = restOf(pulses, begun);
    const isLate = Date.now() >= requestsEnd;
    const isReady = isLate || (isTrafficQuiet && !around.isOpening() && rest.isStill);
    const isLast = rest.isOver || isLate;
    if (isReady && (isLast || isNews(rest, judgedAt) || around.hasEffect())) {
      judgedAt = Date.now();
      const effects = await collect(tab, started, pulses);
      if (isLast || hasEffect(started, effects)) return effects;
    }
    await Bun.sleep(rest.nextLook);
  }
}

/** The style sheet alone may answer to the pointer, without a mutation that would tell. */
const isNews = ({ stirredAt, isDrawn }: Rest, judgedAt: number): boolean =>
  stirredAt > judgedAt || (judgedAt === 0 && isDrawn);

interface Rest {
  /** Nothing stirred lately, or things stir for so long that they never will be still. */
  readonly isStill: boolean;
  /** Two frames were drawn since the input. */
  readonly isDrawn: boolean;
  /** No first effect is to be expected any more. */
  readonly isOver: boolean;
  /** When something last stirred; 0 when nothing did. */
  readonly stirredAt: number;
  /** Milliseconds. */
  readonly nextLook: number;
}

function restOf(taken: Pulses, begun: number): Rest {
  const pulses = [...taken.values()];
  const now = Date.now();
  const elapsed = now - begun;
  const stillest = Math.min(...pulses.map(({ quiet = Infinity }) => quiet));
  const sinceInput = Math.max(elapsed, ...pulses.map(pulse => pulse.sinceInput ?? 0));
  const calmFor = Math.min(...pulses.map(pulse => pulse.calmFor ?? 0));
  const isDrawn = sinceInput >= TWO_FRAMES_MS;
  const isOver = isDrawn && sinceInput + calmFor >= FIRST_EFFECT_MS;
  const isRestless = stillest < QUIET_MS && elapsed > MUTATIONS_MS;
  const missing = QUIET_MS - stillest;
  return {
    isStill: stillest >= QUIET_MS || isRestless,
    isDrawn,
    isOver: isRestless || isOver,
    stirredAt: stillest === Infinity ? 0 : now - stillest,
    nextLook: missing > 0 ? missing : LOOK_EVERY_MS,
  };
}

const hasEffect = (started: Started, effects: readonly FrameEffect[]): boolean =>
  started.around.hasEffect() || effects.some(({ effect }) => showsEffect(effect));

/** Whether a frame's answer holds anything a caller would call an effect. */
export const showsEffect = (effect: EffectAnswer): boolean =>
  !effect.watched ||
  effect.other ||
  effect.focused !== undefined ||
  effect.facts.length > 0 ||
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

type Pulses = ReadonlyMap<Frame, PulseAnswer>;

async function takePulses(tab: Tab, frames: readonly Frame[]): Promise<Pulses> {
  const pulses = await Promise.all(
    frames.map(async frame => {
      // A frame that left, or whose document is being replaced, has no pulse this round.
      const pulse = await ask(tab.line.to(frame), 'pulse', { still: QUIET_MS }, 1_000).catch(
        () => ({}),
      );
      return [frame, pulse] as const;
    }),
  );
  return new Map(pulses);
}

/** What came of the action in each frame; a pulse may have told already. */
async function collect(
  tab: Tab,
  { frames, target }: Started,
  pulses: Pulses,
): Promise<FrameEffect[]> {
  const effects = await Promise.all(
    frames.map(async frame => {
      // A frame that left, or whose document is being replaced, has nothing to say this round.
      const effect =
        pulses.get(frame)?.effect ??
        (await ask(tab.line.to(frame), 'effect', {}, 1_000).catch(() => undefined));
      return effect && apartFromFocus(frame, effect, target);
    }),
  );
  return effects.filter(effect => effect !== undefined);
}

function apartFromFocus(
  frame: Frame,
  effect: EffectAnswer,
  target: ElementId | undefined,
): FrameEffect {
  const { focused, ...rest } = effect;
  const isTargetFocused =
    focused !== undefined &&
    focused.document === target?.document &&
    focused.local === target.local;
  return { frame, effect: isTargetFocused ? rest : effect, isTargetFocused };
}
