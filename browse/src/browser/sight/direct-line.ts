import type { CDPSession, Frame } from 'playwright-core';
import { errors } from 'playwright-core';

import { SIGHT } from '#page/wire.ts';

import type { Target } from './target.ts';
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

/**
 * Asks page engines by one message of the DevTools protocol instead of the several that a locator takes. Whether a
 * frame can be asked so is found out once; a document that was never asked anything has no engine yet.
 */
export class DirectLine {
  readonly #targets: Targets;
  readonly #lines = new WeakMap<Frame, Line>();
  readonly #unreached = new Map<Frame, string>();

  constructor(targets: Targets) {
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
    const line = this.#lines.get(frame);
    const contextId = line?.target.engineContexts.get(line.frameId);
    if (!line || contextId === undefined) return undefined;
    const question = JSON.stringify(selector.slice(SCHEME.length));
    const expression = `globalThis.${SIGHT}?.answer(${question})`;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new errors.TimeoutError(`Timeout ${timeout}ms exceeded.`)),
      timeout,
    );
    try {
      return await Promise.race([evaluate(line.target.cdp, contextId, expression), late.promise]);
    } finally {
      clearTimeout(timer);
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
      const document = await evaluate(cdp, contextId, `globalThis.${SIGHT}?.document()`);
      return [document ?? '', frameId] as const;
    }),
  );
  return new Map(entries);
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
