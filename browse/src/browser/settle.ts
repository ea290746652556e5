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
  const patience = { navigationEnd: begun + NAVIGATION_MS, requestsEnd: begun + REQUESTS_MS };
  let judgedAt = 0;
  for (;;) {
    const isTrafficQuiet = await finishRequests(tab, around.requests, patience, signal);
    const pulses = await takePulses(tab, frames);
    const rest = restOf(pulses, begun);
    const isLate = Date.now() >= patience.requestsEnd;
    const isReady = isLate || (isTrafficQuiet && !around.isOpening() && rest.isStill);
    const isLast = rest.isOver || isLate;
    if (isReady && (isLast || isNews(rest, judgedAt) || around.hasEffect())) {
      judgedAt = Date.now();
      const effects = await collect(tab, started, pulses);
      const coming = navigations(tab, around.requests, patience.navigationEnd);
      if (isConclusive(effects, { isLast, coming, started })) return effects;
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

interface Verge {
  readonly isLast: boolean;
  /** Documents that are being loaded. */
  readonly coming: number;
  readonly started: Started;
}

const isConclusive = (
  effects: readonly FrameEffect[],
  { isLast, coming, started }: Verge,
): boolean =>
  coming === 0 &&
  (isLast || started.around.hasEffect() || effects.some(({ effect }) => showsEffect(effect)));

/** Whether a frame's answer holds anything a caller would call an effect. */
export const showsEffect = (effect: EffectAnswer): boolean =>
  !effect.watched ||
  effect.other ||
  effect.focused !== undefined ||
  effect.facts.length > 0 ||
  [effect.added, effect.removed, effect.changed, effect.alerts, effect.appeared].some(
    list => list.length > 0,
  );

/** How long after its last request a page may take to ask for another document. */
const FOLLOW_UP_MS = 30;

/** Until when is waited for a document that is loaded and, since the last one came, for other requests. */
interface Patience {
  readonly navigationEnd: number;
  requestsEnd: number;
}

/** Waits for what the action loads, one document after another; true when nothing more is under way. */
async function finishRequests(
  tab: Tab,
  before: ReadonlySet<Request>,
  patience: Patience,
  signal: AbortSignal,
): Promise<boolean> {
  for (;;) {
    signal.throwIfAborted();
    const isQuiet = await quietTraffic(tab, before, patience.requestsEnd);
    if (!(await finishNavigation(tab, before, patience.navigationEnd))) return isQuiet;
    patience.requestsEnd = Date.now() + REQUESTS_MS;
  }
}

/** Whether nothing is under way that the action started. What an answer leads to is waited for as well. */
async function quietTraffic(tab: Tab, before: ReadonlySet<Request>, end: number): Promise<boolean> {
  const wasQuiet = tab.traffic.since(before).length === 0;
  const isQuiet = await tab.traffic.quiet(before, end - Date.now());
  if (wasQuiet || !isQuiet) return isQuiet;
  await Bun.sleep(FOLLOW_UP_MS);
  return tab.traffic.since(before).length === 0;
}

/** How many documents are being loaded that are still to be waited for. */
const navigations = (tab: Tab, before: ReadonlySet<Request>, end: number): number =>
  Date.now() >= end
    ? 0
    : tab.traffic.since(before).filter(request => request.isNavigationRequest()).length;

/** Waits for the document that is being loaded, until `end` at the latest; false when none is. */
async function finishNavigation(
  tab: Tab,
  before: ReadonlySet<Request>,
  end: number,
): Promise<boolean> {
  if (navigations(tab, before, end) === 0) return false;
  await tab.traffic.quiet(before, end - Date.now());
  // A page that never finishes loading is reported as it stands.
  await tab.page
    .waitForLoadState('domcontentloaded', { timeout: Math.max(1, end - Date.now()) })
    .catch(() => undefined);
  return true;
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
