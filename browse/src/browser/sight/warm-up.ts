import type { Frame, Page } from 'playwright-core';

import { ask } from '#browser/ask.ts';

import type { DirectLine } from './direct-line.ts';

/** A command that follows at once makes the engine it needs itself, and is not to be slowed down. */
const CALM_MS = 150;
const ANSWER_MS = 5_000;
/** Pages hold any number of frames that nobody asks about. */
const MAX_FRAMES = 40;
const AT_ONCE = 2;

/**
 * Makes the page engines of a tab ready while nobody waits: an agent takes seconds to think between opening a page and
 * looking at it, and the first question to a document takes several times as long as the next.
 */
export class WarmUp {
  readonly #page: Page;
  readonly #line: DirectLine;
  #timer: NodeJS.Timeout | undefined;
  #waiting: Frame[] = [];
  #isRunning = false;
  /** Something came while it was running. */
  #isDue = false;
  #isOver = false;

  constructor(page: Page, line: DirectLine) {
    this.#page = page;
    this.#line = line;
    const schedule = (): void => this.#schedule();
    page.on('domcontentloaded', schedule);
    page.on('framenavigated', frame => {
      if (frame.parentFrame()) schedule();
      else this.#interrupt();
    });
    page.on('close', () => this.#end());
    page.on('crash', () => this.#end());
  }

  /** The page is another now. */
  #interrupt(): void {
    this.#waiting = [];
    this.#isDue = this.#isRunning;
  }

  #end(): void {
    this.#isOver = true;
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    if (this.#isOver) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#run(), CALM_MS);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) {
      this.#isDue = true;
      return;
    }
    this.#isRunning = true;
    this.#isDue = false;
    this.#waiting = this.#page.frames().slice(0, MAX_FRAMES);
    const work = async (): Promise<void> => {
      for (let frame = this.#waiting.shift(); frame; frame = this.#waiting.shift())
        await this.#warm(frame);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    this.#isRunning = false;
    if (this.#isDue) this.#schedule();
  }

  async #warm(frame: Frame): Promise<void> {
    if (this.#line.reaches(frame) || frame.isDetached()) return;
    try {
      // The first locator to act on the page finds Playwright's own script there already.
      const scope = frame.parentFrame() ? this.#line.to(frame) : frame.locator(':root');
      const { document } = await ask(scope, 'identify', {}, ANSWER_MS);
      this.#line.notice(frame, document);
    } catch {
      // A frame that hangs or leaves is left to whoever really asks about it.
    }
  }
}
