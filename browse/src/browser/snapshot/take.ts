import type { Located } from '#browser/locate.ts';
import type { Tab } from '#browser/tab.ts';
import type { Box, Omitted } from '#page/wire.ts';

import type { Part, Reading } from './read-frames.ts';
import { readFrames } from './read-frames.ts';
import type { Aspect, Line, Shot } from './shot.ts';

export interface TakeOptions {
  readonly aspect: Aspect;
  /** The element of the aspect's scope, where it has one. */
  readonly scope: Located | undefined;
  /** Tell where each element is, whether the aspect shows it or not. */
  readonly boxes: boolean;
  /** Milliseconds the page may take. */
  readonly timeout: number;
}

const IFRAME = 'iframe';

/** Captures a tab: every frame is asked in parallel, and their nodes are numbered in document order. */
export async function takeSnapshot(
  tab: Tab,
  { aspect, scope, boxes, timeout }: TakeOptions,
): Promise<Shot> {
  const { interactive, clickable, urls, viewport } = aspect;
  const top = await readSighted(tab, clickable, {
    scope: scope?.locator,
    frame: scope?.frame ?? tab.page.mainFrame(),
    options: {
      interactive,
      ...(clickable && { clickable }),
      ...(urls && { urls }),
      ...((boxes || aspect.boxes) && { boxes: true }),
      ...(viewport && { viewport: 'whole' as const }),
    },
    timeout,
  });
  const lines: Line[] = [];
  flatten(tab, top, { depth: 0, left: 0, top: 0 }, lines);
  const parts = [...partsOf(top)];
  for (const { frame, answer } of parts) tab.line.notice(frame, answer.document);
  return {
    url: tab.url,
    title: top.answer.title,
    document: top.answer.document,
    aspect,
    lines: interactive ? withoutEmptyFrames(lines) : lines,
    omitted: parts.map(({ answer }) => answer.omitted).reduce(sum),
    isModal: top.answer.modal === true,
    isCut: parts.some(({ answer }) => answer.cut === true),
    silentFrames: parts.reduce((count, { silent }) => count + silent.size, 0),
  };
}

const SIGHT_MS = 2_000;

/** Reads once more where the debugger could show an engine what no script sees. */
async function readSighted(tab: Tab, listeners: boolean, reading: Reading): Promise<Part> {
  const read = await readFrames(tab, reading);
  const blind = [...partsOf(read)]
    .filter(({ answer }) => listeners || answer.hosts !== undefined)
    .map(({ frame }) => frame);
  if (blind.length === 0) return read;
  const hasLearnt = await tab.sight.look(blind, { hosts: true, listeners, timeout: SIGHT_MS });
  return hasLearnt ? await readFrames(tab, reading) : read;
}

interface Origin {
  readonly depth: number;
  /** Where the frame's viewport begins, in CSS pixels of the tab's. */
  readonly left: number;
  readonly top: number;
}

/** State of a frame that gave no answer. */
const UNREAD = 'unread';

function flatten(tab: Tab, part: Part, origin: Origin, into: Line[]): void {
  const { frame, answer, children, silent } = part;
  answer.nodes.forEach(([nodeDepth, local, role, name, states, value, details], index) => {
    const depth = origin.depth + nodeDepth;
    const ref =
      local > 0 ? tab.refs.assign(frame, { document: answer.document, local, role, name }) : '';
    const box = details?.box && moved(details.box, origin);
    into.push({
      depth,
      ref,
      role,
      name,
      states: silent.has(index) ? UNREAD : states,
      value: value ?? undefined,
      details: box ? { ...details, box } : details,
    });
    const child = children.get(index);
    if (child)
      flatten(tab, child, { depth: depth + 1, left: box?.[0] ?? 0, top: box?.[1] ?? 0 }, into);
  });
}

const moved = ([x, y, width, height]: Box, { left, top }: Origin): Box => [
  x + left,
  y + top,
  width,
  height,
];

/** Frames with nothing to act on would be noise among interactive elements. */
function withoutEmptyFrames(lines: readonly Line[]): Line[] {
  const kept: Line[] = [];
  for (const line of lines.toReversed()) {
    const below = kept.at(-1);
    const isEmpty = below === undefined || below.depth <= line.depth;
    if (line.role !== IFRAME || !isEmpty || line.states === UNREAD) kept.push(line);
  }
  return kept.toReversed();
}

function* partsOf(part: Part): Generator<Part> {
  yield part;
  for (const child of part.children.values()) yield* partsOf(child);
}

const sum = (a: Omitted, b: Omitted): Omitted => ({
  texts: a.texts + b.texts,
  elements: a.elements + b.elements,
  clickables: a.clickables + b.clickables,
  outside: a.outside + b.outside,
});
