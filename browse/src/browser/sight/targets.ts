import type { Frame, Page } from 'playwright-core';

import { openTarget, type Target } from './target.ts';

/** The DevTools sessions of one page: one for every process that draws a part of it, opened when first needed. */
export class Targets {
  readonly #page: Page;
  /** Kept while the page lives: see `openTarget`. */
  readonly #byFrame = new Map<Frame, Promise<Target>>();

  constructor(page: Page) {
    this.#page = page;
  }

  /**
   * The session that sees a frame: its own, or that of the nearest frame around it that has a process of its own.
   * @throws what Playwright throws when the page has closed
   */
  async of(frame: Frame): Promise<Target> {
    const target = this.#byFrame.get(frame) ?? this.#open(frame);
    this.#byFrame.set(frame, target);
    try {
      return await target;
    } catch (error) {
      this.#byFrame.delete(frame);
      const parent = frame.parentFrame();
      // Playwright refuses a frame that shares the process of its parent.
      if (parent) return await this.of(parent);
      throw error;
    }
  }

  async #open(frame: Frame): Promise<Target> {
    const session = frame.parentFrame() ? frame : this.#page;
    const cdp = await this.#page.context().newCDPSession(session);
    // A frame may leave, or go on in another process.
    cdp.once('close', () => this.#byFrame.delete(frame));
    return await openTarget(cdp);
  }
}
