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
  /** Indices of iframe nodes whose frame gave no answer. */
  readonly silent: ReadonlySet<number>;
}

export interface Reading {
  readonly frame: Frame;
  /** One element of the frame instead of all. */
  readonly scope: Locator | undefined;
  readonly options: SnapshotOptions;
  /** Milliseconds the first frame may take. */
  readonly timeout: number;
}

const IFRAME = 'iframe';
const FRAME_MS = 3_000;
/** Frames of one process answer one after the other, and the first answer of each takes a script. */
const EACH_FRAME_MS = 80;
const MAX_FRAME_MS = 20_000;
/** For a frame whose first document is still on its way. */
const UNLOADED_MS = 1_000;

/**
 * Reads a frame and every frame with a place on it. All are asked at once, whether they turn out to be on the page
 * or not, because asking one after the other takes as long as they are nested deep. Only where the viewport is asked
 * for each waits for the one around it, which says what it shows of it.
 * @throws what Playwright throws when the first frame does not answer; a child that does not is left out
 */
export async function readFrames(tab: Tab, reading: Reading): Promise<Part> {
  const { frame, scope, options, timeout } = reading;
  // Frames of one process answer in turn: what the others stand in comes first.
  const first = ask(scope ?? tab.line.to(frame), 'snapshot', options, timeout);
  const children = framesBelow(frame);
  const patience = Math.min(MAX_FRAME_MS, FRAME_MS + children.length * EACH_FRAME_MS);
  const below = new Map(
    children.map(child => [child, new FrameReader(tab, child, { options, patience })]),
  );
  const onDetached = (detached: Frame): void => below.get(detached)?.leave();
  tab.page.on('framedetached', onDetached);
  try {
    return await new Gathering(below).partOf(frame, await first);
  } finally {
    tab.page.off('framedetached', onDetached);
  }
}

interface FrameQuestion {
  readonly options: SnapshotOptions;
  /** Milliseconds the frame may take. */
  readonly patience: number;
}

/** Asks one child frame, once. */
class FrameReader {
  readonly #tab: Tab;
  readonly #frame: Frame;
  readonly #options: SnapshotOptions;
  readonly #patience: number;
  readonly #left = Promise.withResolvers<undefined>();
  readonly #whole: Promise<SnapshotAnswer | undefined> | undefined;

  constructor(tab: Tab, frame: Frame, { options, patience }: FrameQuestion) {
    this.#tab = tab;
    this.#frame = frame;
    this.#options = options;
    this.#patience = frame.url() === '' ? UNLOADED_MS : patience;
    this.#whole = options.viewport ? undefined : this.#ask();
  }

  /** The frame left the page: nobody waits for it any longer. */
  leave(): void {
    this.#left.resolve(undefined);
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
    const within = Math.min(this.#patience, FRAME_MS) * 0.8;
    const options = { ...this.#options, ...(viewport && { viewport }), within };
    const line = this.#tab.line.to(this.#frame);
    const answer = ask(line, 'snapshot', options, this.#patience).catch(() => undefined);
    return await Promise.race([answer, this.#left.promise]);
  }
}

/** Puts what the frames said where they are on each other. */
class Gathering {
  readonly #below: ReadonlyMap<Frame, FrameReader>;

  constructor(below: ReadonlyMap<Frame, FrameReader>) {
    this.#below = below;
  }

  async partOf(frame: Frame, answer: SnapshotAnswer): Promise<Part> {
    const places = placesIn(answer);
    const holders = await this.#holdersIn(frame, places);
    const inside = await Promise.all(
      [...holders].map(async ([index, child]) => {
        const part = await this.#childPart(child, answer, index);
        return part && ([index, part] as const);
      }),
    );
    const children = new Map(inside.filter(entry => entry !== undefined));
    const silent = new Set(places.byElement.values()).difference(children);
    return { frame, answer, children, silent };
  }

  async #childPart(
    child: Frame,
    { nodes, viewport }: SnapshotAnswer,
    index: number,
  ): Promise<Part | undefined> {
    const shown = viewport && within(viewport, nodes[index]?.[6]?.box);
    const answer = await this.#below.get(child)?.answer(shown);
    return answer && (await this.partOf(child, answer));
  }

  /**
   * By the index that both sides name; where one side cannot, by asking which element holds the frame. A frame that is
   * nowhere on the page is not waited for.
   */
  async #holdersIn(frame: Frame, places: Places): Promise<ReadonlyMap<number, Frame>> {
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
