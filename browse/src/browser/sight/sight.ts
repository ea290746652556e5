import type { Frame, Page } from 'playwright-core';

import { revealClosedRoots } from './closed-roots.ts';
import { enginesIn } from './engines.ts';
import { tellListeners } from './listeners.ts';
import { openTarget, type Target } from './target.ts';

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
  readonly #page: Page;
  /** Kept while the page lives: see `openTarget`. */
  readonly #targets = new Map<Frame, Promise<Target>>();

  constructor(page: Page) {
    this.#page = page;
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
      const holders = await Promise.all(
        frames.map(async frame => await Promise.race([this.#holderOf(frame), late.promise])),
      );
      const distinct = [...new Set(holders)].filter(holder => holder !== false);
      const learnt = await Promise.all(
        distinct.map(
          async holder => await Promise.race([this.#tell(holder, options), late.promise]),
        ),
      );
      return learnt.includes(true);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The frame whose session sees this one: itself, or the nearest around it that has a process of its own. */
  async #holderOf(frame: Frame): Promise<Frame> {
    const target = this.#targets.get(frame) ?? this.#open(frame);
    this.#targets.set(frame, target);
    try {
      await target;
      return frame;
    } catch (error) {
      this.#targets.delete(frame);
      const parent = frame.parentFrame();
      // Playwright refuses a frame that shares the process of its parent.
      if (parent) return await this.#holderOf(parent);
      throw error;
    }
  }

  async #open(frame: Frame): Promise<Target> {
    const session = frame.parentFrame() ? frame : this.#page;
    const cdp = await this.#page.context().newCDPSession(session);
    // A frame may leave, or go on in another process.
    cdp.once('close', () => this.#targets.delete(frame));
    return await openTarget(cdp);
  }

  async #tell(holder: Frame, { hosts, listeners }: LookOptions): Promise<boolean> {
    const target = await this.#targets.get(holder);
    if (!target) return false;
    const { cdp } = target;
    try {
      const engines = await enginesIn(target);
      const learnt = await Promise.all([
        listeners && tellListeners(cdp, engines),
        ...engines.map(async engine => hosts && (await revealClosedRoots(cdp, engine))),
      ]);
      return learnt.includes(true);
    } catch {
      // What navigates or leaves while it is looked at takes its engine with it.
      return false;
    }
  }
}
