import type { CDPSession, Frame, Page } from 'playwright-core';
import { errors } from 'playwright-core';

import { pageEngineSource } from '#page/source.ts';
import { ENGINE } from '#page/wire.ts';

import type { FrameTree, Target } from './target.ts';
import type { Targets } from './targets.ts';

/** Where the engine of a frame is reached: in whichever document the frame shows. */
interface Line {
  readonly target: Target;
  readonly frameId: string;
}

/** A frame, and the tab's line to it. */
export interface FrameLine {
  readonly frame: Frame;
  readonly line: DirectLine;
}

/** Names the selector engine in a selector. */
const SCHEME = 'ref=';

/** A frame that a survey did not find is not searched for again and again. */
const MAX_SURVEYS = 3;

/**
 * Asks page engines by one message of the DevTools protocol instead of the several that a locator takes, and without
 * the script that Playwright puts into every frame before its first locator. Which frame is which is found out once.
 */
export class DirectLine {
  readonly #page: Page;
  readonly #targets: Targets;
  readonly #lines = new WeakMap<Frame, Line>();
  readonly #searched = new WeakMap<Frame, number>();
  readonly #unreached = new Map<Frame, string>();
  #survey: Promise<void> | undefined;

  constructor(page: Page, targets: Targets) {
    this.#page = page;
    this.#targets = targets;
  }

  to(frame: Frame): FrameLine {
    return { frame, line: this };
  }

  /**
   * What the engine of a frame answers to a selector that is a question; undefined when it cannot be asked this way
   * now.
   * @throws TimeoutError of Playwright when it does not answer within `timeout` milliseconds
   */
  async ask(frame: Frame, selector: string, timeout: number): Promise<string | undefined> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new errors.TimeoutError(`Timeout ${timeout}ms exceeded.`)),
      timeout,
    );
    try {
      return await Promise.race([this.#answer(frame, selector), late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #answer(frame: Frame, selector: string): Promise<string | undefined> {
    const line = this.#lines.get(frame) ?? (await this.#find(frame));
    const contextId = line?.target.engineContexts.get(line.frameId);
    if (!line || contextId === undefined) return undefined;
    return await answer(line.target, contextId, JSON.stringify(selector.slice(SCHEME.length)));
  }

  /** A page that closes has no frames to be found; whoever asks by locator is told. */
  async #find(frame: Frame): Promise<Line | undefined> {
    const searched = this.#searched.get(frame) ?? 0;
    if (searched === MAX_SURVEYS) return undefined;
    this.#searched.set(frame, searched + 1);
    this.#survey ??= this.#matchFrames()
      .catch(() => undefined)
      .finally(() => (this.#survey = undefined));
    await this.#survey;
    return this.#lines.get(frame);
  }

  async #matchFrames(): Promise<void> {
    const main = this.#page.mainFrame();
    const target = await this.#targets.of(main);
    const { frameTree } = await target.cdp.send('Page.getFrameTree');
    this.#match(target, main, frameTree);
  }

  /**
   * Both sides list the children of a frame in the order in which they came. Where they do not agree, because a child
   * has a process of its own or the page is changing, none is matched. A frame taken for another would be asked under
   * its own document's id, so that no ref of it could ever reach an element of the other.
   */
  #match(target: Target, frame: Frame, { frame: { id }, childFrames = [] }: FrameTree): void {
    this.#lines.set(frame, { target, frameId: id });
    const children = frame.childFrames();
    const agrees = ({ frame: { url, urlFragment = '' } }: FrameTree, index: number): boolean =>
      children[index]?.url() === `${url}${urlFragment}`;
    if (children.length !== childFrames.length || !childFrames.every(agrees)) return;
    for (const [index, child] of children.entries()) {
      const tree = childFrames[index];
      if (tree) this.#match(target, child, tree);
    }
  }

  /**
   * Tells of a frame that shows this document now. How it is reached is found out in the background, together with all
   * that are told of meanwhile.
   */
  notice(frame: Frame, document: string): void {
    if (this.reaches(frame)) return;
    this.#unreached.set(frame, document);
    if (this.#unreached.size > 1) return;
    queueMicrotask(() => {
      const documents = new Map(this.#unreached);
      this.#unreached.clear();
      // A page that closed has nothing more to be asked, and any other question still goes by locator.
      this.#learn(documents).catch(() => undefined);
    });
  }

  async #learn(documents: ReadonlyMap<Frame, string>): Promise<void> {
    const seen = await Promise.all(
      [...documents].map(async ([frame, document]) => {
        const target = await this.#targets.of(frame);
        return { frame, document, target };
      }),
    );
    for (const [target, frames] of Map.groupBy(seen, ({ target: each }) => each)) {
      const frameIds = await framesByDocument(target);
      for (const { frame, document } of frames) {
        const frameId = frameIds.get(document);
        if (frameId !== undefined) this.#lines.set(frame, { target, frameId });
      }
    }
  }

  /** Whether the document that the frame shows now can be asked, if it has an engine yet. */
  reaches(frame: Frame): boolean {
    const line = this.#lines.get(frame);
    return line !== undefined && line.target.engineContexts.has(line.frameId);
  }
}

async function framesByDocument({ cdp, engineContexts }: Target): Promise<Map<string, string>> {
  const entries = await Promise.all(
    [...engineContexts].map(async ([frameId, contextId]) => {
      const document = await evaluate(cdp, contextId, `globalThis.${ENGINE}?.document()`);
      return [document ?? '', frameId] as const;
    }),
  );
  return new Map(entries);
}

/** Brings the engine along where a document has none yet. */
async function answer(
  { cdp, equipped }: Target,
  contextId: number,
  question: string,
): Promise<string | undefined> {
  const asked = `globalThis.${ENGINE}.answer(${question})`;
  const expression = equipped.has(contextId) ? asked : `(${pageEngineSource}, ${asked})`;
  const text = await evaluate(cdp, contextId, expression);
  if (text !== undefined) equipped.add(contextId);
  return text;
}

async function evaluate(
  cdp: CDPSession,
  contextId: number,
  expression: string,
): Promise<string | undefined> {
  try {
    const { result } = await cdp.send('Runtime.evaluate', {
      contextId,
      expression,
      returnByValue: true,
    });
    const value: unknown = result.value;
    return typeof value === 'string' ? value : undefined;
  } catch {
    // The document is being replaced, or its page has closed: whoever asks by locator waits for the next or is told.
    return undefined;
  }
}
