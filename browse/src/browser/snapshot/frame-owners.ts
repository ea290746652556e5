import type { Frame } from 'playwright-core';

import { askOf } from '#browser/ask.ts';
import type { ElementId } from '#page/wire.ts';

/** Which iframe element holds which frame. An element keeps its frame for life, so each is looked up once. */
export class FrameOwners {
  readonly #owners = new WeakMap<Frame, Promise<ElementId | undefined>>();

  /** The element that holds a child frame; undefined when one of both left the page meanwhile. */
  async ownerOf(frame: Frame): Promise<ElementId | undefined> {
    const known = this.#owners.get(frame);
    if (known) return await known;
    const found = findOwner(frame);
    this.#owners.set(frame, found);
    const owner = await found;
    if (!owner) this.#owners.delete(frame);
    return owner;
  }
}

async function findOwner(frame: Frame): Promise<ElementId | undefined> {
  try {
    const handle = await frame.frameElement();
    const answer = await askOf(handle, 'describe', {});
    // Nothing depends on when the browser forgets the handle, and it does so at the latest with the frame.
    void handle.dispose().catch(() => undefined);
    return { document: answer.document, local: answer.local };
  } catch {
    // The frame or what holds it is leaving: it has no place on the page.
    return undefined;
  }
}
