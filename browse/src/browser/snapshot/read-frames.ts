import type { Frame, Locator } from 'playwright-core';

import { ask } from '#browser/ask.ts';
import type { Tab } from '#browser/tab.ts';
import type { Box, SnapshotAnswer, SnapshotOptions } from '#page/wire.ts';

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
  const answer = await ask(scope ?? tab.line.to(frame), 'snapshot', options, timeout);
  const gathered = new Gathering(below);
  const top = await gathered.partOf(frame, answer);
  return { top, silent: gathered.silent };
}

/** Asks one child frame, once. */
class FrameReader {
  readonly #tab: Tab;
  readonly #frame: Frame;
  readonly #options: SnapshotOptions;
  readonly #whole: Promise<SnapshotAnswer | undefined> | undefined;

  constructor(tab: Tab, frame: Frame, options: SnapshotOptions) {
    this.#tab = tab;
    this.#frame = frame;
    this.#options = options;
    this.#whole = options.viewport ? undefined : this.#ask();
  }

  /** Undefined when it hangs, leaves or navigates while it is read. */
  async answer(shown: Box | undefined): Promise<SnapshotAnswer | undefined> {
    return await (this.#whole ?? this.#ask(shown));
  }

  /** Which of the places is its own; undefined when it is nowhere on the page. */
  async indexAmong({ document, byFrame, byElement }: Places): Promise<number | undefined> {
    const place = (await this.#whole)?.frame;
    if (place !== undefined) return byFrame.get(place);
    const owner = await this.#tab.frameOwners.ownerOf(this.#frame);
    return owner?.document === document ? byElement.get(owner.local) : undefined;
  }

  async #ask(viewport?: Box): Promise<SnapshotAnswer | undefined> {
    const patience = this.#frame.url() === '' ? UNLOADED_MS : FRAME_MS;
    const options = { ...this.#options, ...(viewport && { viewport }), within: patience * 0.8 };
    const line = this.#tab.line.to(this.#frame);
    return await ask(line, 'snapshot', options, patience).catch(() => undefined);
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
      [...holders].map(async ([index, child]) => {
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

  /**
   * By the index that both sides name; where one side cannot, by asking which element holds the frame. A frame that is
   * nowhere on the page is not waited for.
   */
  async #holdersIn(frame: Frame, answer: SnapshotAnswer): Promise<ReadonlyMap<number, Frame>> {
    const places = placesIn(answer);
    const found = new Map<number, Frame>();
    if (places.byElement.size === 0) return found;
    const { promise: allFound, resolve } = Promise.withResolvers<void>();
    const search = async (child: Frame): Promise<void> => {
      const index = await this.#below.get(child)?.indexAmong(places);
      if (index !== undefined) found.set(index, child);
      if (found.size === places.byElement.size) resolve();
    };
    await Promise.race([Promise.all(frame.childFrames().map(search)), allFound]);
    return found;
  }
}

/** The indices of the iframes among the nodes of an answer. */
interface Places {
  readonly document: string;
  readonly byFrame: ReadonlyMap<number, number>;
  readonly byElement: ReadonlyMap<number, number>;
}

function placesIn({ document, nodes }: SnapshotAnswer): Places {
  const byFrame = new Map<number, number>();
  const byElement = new Map<number, number>();
  nodes.forEach(([, local, role, , , , details], index) => {
    if (role !== IFRAME || local === 0) return;
    byElement.set(local, index);
    if (details?.frame !== undefined) byFrame.set(details.frame, index);
  });
  return { document, byFrame, byElement };
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
