import { randomUUID } from 'node:crypto';

import type { Frame } from 'playwright-core';

import { revealClosedRoots } from './closed-roots.ts';
import { allOver, enginesIn } from './engines.ts';
import { tellListeners } from './listeners.ts';
import type { Target } from './target.ts';
import type { Targets } from './targets.ts';

export interface LookOptions {
  /** Look for closed shadow roots: the answer of one of the frames counted `hosts`. */
  readonly hosts: boolean;
  /** Look for elements that listen for presses. */
  readonly listeners: boolean;
  /** Milliseconds after which whatever was not seen yet is left unseen. */
  readonly timeout: number;
}

/** Lets the debugger tell the page engines of a tab what no script can see. */
export class Sight {
  readonly #targets: Targets;

  constructor(targets: Targets) {
    this.#targets = targets;
  }

  /**
   * Looks into these frames and into those that share a process with them. An engine that was never asked anything
   * does not exist yet and is passed over. Throws what Playwright throws when the page has closed.
   * @returns whether an engine learnt something, so that another answer may differ from its last
   */
  async look(frames: readonly Frame[], options: LookOptions): Promise<boolean> {
    const late = Promise.withResolvers<false>();
    const timer = setTimeout(late.resolve, options.timeout, false);
    try {
      const targets = await Promise.all(
        frames.map(async frame => await Promise.race([this.#targets.of(frame), late.promise])),
      );
      const distinct = [...new Set(targets)].filter(target => target !== false);
      const learnt = await Promise.all(
        distinct.map(async target => await Promise.race([tell(target, options), late.promise])),
      );
      return learnt.includes(true);
    } finally {
      clearTimeout(timer);
    }
  }
}

async function tell(target: Target, { hosts, listeners }: LookOptions): Promise<boolean> {
  const { cdp } = target;
  // Of its own, because a look that is late goes on beside the next one.
  const group = `look-${randomUUID()}`;
  try {
    const engines = await enginesIn(target, group);
    const learnt = await allOver([
      ...(listeners ? [tellListeners(cdp, engines)] : []),
      ...(hosts ? engines.map(async engine => await revealClosedRoots(cdp, engine)) : []),
    ]);
    return learnt.includes(true);
  } catch {
    // What navigates or leaves while it is looked at takes its engine with it.
    return false;
  } finally {
    // A handle keeps its element, and whatever hangs on it, after the page has dropped it. What has left has none.
    cdp.send('Runtime.releaseObjectGroup', { objectGroup: group }).catch(() => undefined);
  }
}
