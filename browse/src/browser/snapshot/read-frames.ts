import type { Frame, Locator } from 'playwright-core';

import { ask } from '#browser/ask.ts';
import type { Tab } from '#browser/tab.ts';
import type { Box, ElementId, SnapshotAnswer, SnapshotOptions } from '#page/wire.ts';

/** What one frame said, and what the frames on it said. */
export interface Part {
  readonly frame: Frame;
  readonly answer: SnapshotAnswer;
  /** Index of an iframe's node → what is inside it. */
  readonly children: ReadonlyMap<number, Part>;
}

export interface Reading {
  readonly frame: Frame;
  /** One element of the frame instead of all. */
  readonly scope: Locator | undefined;
  readonly options: SnapshotOptions;
  /** Milliseconds the first frame may take. */
  readonly timeout: number;
}

export interface FramesRead {
  readonly top: Part;
  /** Frames that have a place on the page and gave no answer. */
  readonly silent: number;
}

const IFRAME = 'iframe';
const FRAME_MS = 3_000;
/** For a frame whose first document is still on its way. */
const UNLOADED_MS = 1_000;

/**
 * Reads a frame and every frame with a place on it. All are asked at once, whether they turn out to be on the page
 * or not, because asking one after the other takes as long as they are nested deep. Only where the viewport is asked
 * for each waits for the one around it, which says what it shows of it.
 * @throws what Playwright throws when the first frame does not answer; a child that does not is left out and counted
 */
export async function readFrames(tab: Tab, reading: Reading): Promise<FramesRead> {
  const { frame, scope, options, timeout } = reading;
  const below = new Map(
    framesBelow(frame).map(child => [child, new FrameReader(tab, child, options)]),
  );
  const answer = await ask(scope ?? frame, 'snapshot', options, timeout);
  const gathered = new Gathering(below);
  const top = await gathered.partOf(frame, answer);
  return { top, silent: gathered.silent };
}

/** Asks one child frame, once. */
class FrameReader {
  /** The iframe element that holds it. */
  readonly owner: Promise<ElementId | undefined>;
  readonly #frame: Frame;
  readonly #options: SnapshotOptions;
  readonly #whole: Promise<SnapshotAnswer | undefined> | undefined;

  constructor(tab: Tab, frame: Frame, options: SnapshotOptions) {
    this.#frame = frame;
    this.#options = options;
    this.owner = tab.frameOwners.ownerOf(frame);
    this.#whole = options.viewport ? undefined : this.#ask();
  }

  /** Undefined when it hangs, leaves or navigates while it is read, or shows nothing. */
  async answer(shown: Box | undefined): Promise<SnapshotAnswer | undefined> {
    return await (this.#whole ?? this.#ask(shown));
  }

  async #ask(viewport?: Box): Promise<SnapshotAnswer | undefined> {
    const patience = this.#frame.url() === '' ? UNLOADED_MS : FRAME_MS;
    const options = {
      ...this.#options,
      ...(viewport && { viewport }),
      within: patience * 0.8,
    };
    return await ask(this.#frame, 'snapshot', options, patience).catch(() => undefined);
  }
}

/** Puts what the frames said where they are on each other. */
class Gathering {
  silent = 0;
  readonly #below: ReadonlyMap<Frame, FrameReader>;

  constructor(below: ReadonlyMap<Frame, FrameReader>) {
    this.#below = below;
  }

  async partOf(frame: Frame, answer: SnapshotAnswer): Promise<Part> {
    const holders = await this.#holdersIn(frame, answer);
    const inside = await Promise.all(
      holders.map(async ([index, child]) => {
        const part = await this.#childPart(child, answer, index);
        return part && ([index, part] as const);
      }),
    );
    return { frame, answer, children: new Map(inside.filter(entry => entry !== undefined)) };
  }

  async #childPart(
    child: Frame,
    { nodes, viewport }: SnapshotAnswer,
    index: number,
  ): Promise<Part | undefined> {
    const shown = viewport && within(viewport, nodes[index]?.[6]?.box);
    const answer = await this.#below.get(child)?.answer(shown);
    if (answer) return await this.partOf(child, answer);
    this.silent++;
    return undefined;
  }

  async #holdersIn(
    frame: Frame,
    { document, nodes }: SnapshotAnswer,
  ): Promise<(readonly [index: number, child: Frame])[]> {
    const places = new Map<number, number>();
    nodes.forEach(([, local, role], index) => {
      if (role === IFRAME && local > 0) places.set(local, index);
    });
    if (places.size === 0) return [];
    const owned = await Promise.all(
      frame
        .childFrames()
        .map(async child => ({ child, owner: await this.#below.get(child)?.owner })),
    );
    return owned.flatMap(({ child, owner }) => {
      const index = owner?.document === document ? places.get(owner.local) : undefined;
      return index === undefined ? [] : [[index, child] as const];
    });
  }
}

function framesBelow(frame: Frame): Frame[] {
  return frame.childFrames().flatMap(child => [child, ...framesBelow(child)]);
}

const EMPTY: Box = [0, 0, 0, 0];

/** The part of a box that a frame shows, as the document in that box counts its pixels. */
function within([x, y, width, height]: Box, box: Box = EMPTY): Box {
  const [left, top] = [Math.max(x, box[0]), Math.max(y, box[1])];
  const right = Math.min(x + width, box[0] + box[2]);
  const bottom = Math.min(y + height, box[1] + box[3]);
  return [left - box[0], top - box[1], Math.max(0, right - left), Math.max(0, bottom - top)];
}
