import type { Frame } from 'playwright-core';

import type { SnapshotAnswer, SnapshotNode } from '#page/wire.ts';

import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import type { Tab } from '#browser/tab.ts';

/** One line of a snapshot with its ref; empty for text and structure without an element. */
export interface Line {
  readonly depth: number;
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly states: string;
  readonly value: string | undefined;
}

/** A capture of a tab, all frames in one ref space, and how much of it was already shown. */
export interface Shot {
  readonly url: string;
  readonly title: string;
  readonly lines: readonly Line[];
  readonly omitted: { readonly texts: number; readonly elements: number };
  /** The page was too slow to be read to its end. */
  readonly isCut: boolean;
  /** A modal dialog is open; what it covers was left out. */
  readonly isModal: boolean;
  shown: number;
}

export interface TakeOptions {
  readonly interactive: boolean;
  readonly scope: Located | undefined;
  /** Milliseconds the page may take. */
  readonly timeout: number;
}

interface Part {
  readonly frame: Frame;
  readonly answer: SnapshotAnswer;
  /** Index of an iframe's node → what is inside it. */
  readonly children: ReadonlyMap<number, Part>;
}

const IFRAME = 'iframe';
const FRAME_MS = 3_000;
const SIGHT_MS = 2_000;
/** For a frame whose first document is still on its way. */
const UNLOADED_MS = 1_000;

/** Captures a tab: every frame is asked in parallel, and their nodes are numbered in document order. */
export async function takeSnapshot(
  tab: Tab,
  { interactive, scope, timeout }: TakeOptions,
): Promise<Shot> {
  const frame = scope?.frame ?? tab.page.mainFrame();
  const read = async (): Promise<Part> => {
    const answer = await ask(scope?.locator ?? frame, 'snapshot', { interactive }, timeout);
    return await withChildren(frame, answer, interactive);
  };
  let part = await read();
  const blind = framesWithHosts(part);
  const isSighted =
    blind.length > 0 &&
    (await tab.sight.look(blind, { hosts: true, listeners: false, timeout: SIGHT_MS }));
  if (isSighted) part = await read();
  const { answer } = part;
  const lines: Line[] = [];
  flatten(tab, part, 0, lines);
  const omitted = totalOmitted(part);
  return {
    url: tab.url,
    title: answer.title,
    lines: interactive ? withoutEmptyFrames(lines) : lines,
    omitted,
    isModal: answer.modal === true,
    isCut: isCut(part),
    shown: 0,
  };
}

/** Those where something may be hidden in a closed shadow root. */
const framesWithHosts = ({ frame, answer, children }: Part): Frame[] => [
  ...(answer.hosts === undefined ? [] : [frame]),
  ...[...children.values()].flatMap(framesWithHosts),
];

async function withChildren(
  frame: Frame,
  answer: SnapshotAnswer,
  interactive: boolean,
): Promise<Part> {
  const holders = answer.nodes.flatMap((node, index) =>
    node[2] === IFRAME && node[1] > 0 ? [{ node, index }] : [],
  );
  const inside = await Promise.all(
    holders.map(async ({ node, index }): Promise<readonly [number, Part] | undefined> => {
      const child = await childFrame(frame, answer.document, node);
      if (!child) return undefined;
      // A frame that hangs, detaches or navigates while it is read is shown without its content.
      const patience = child.url() === '' ? UNLOADED_MS : FRAME_MS;
      const childAnswer = await ask(
        child,
        'snapshot',
        { interactive, within: patience * 0.8 },
        patience,
      ).catch(() => undefined);
      return childAnswer && [index, await withChildren(child, childAnswer, interactive)];
    }),
  );
  return { frame, answer, children: new Map(inside.filter(entry => entry !== undefined)) };
}

async function childFrame(
  frame: Frame,
  document: string,
  node: SnapshotNode,
): Promise<Frame | undefined> {
  try {
    const handle = await frame
      .locator(`ref=${document}.${node[1]}`)
      .elementHandle({ timeout: FRAME_MS });
    const child = await handle?.contentFrame();
    await handle?.dispose();
    return child ?? undefined;
  } catch {
    // The iframe left the page meanwhile.
    return undefined;
  }
}

function flatten(tab: Tab, { frame, answer, children }: Part, base: number, into: Line[]): void {
  answer.nodes.forEach(([depth, local, role, name, states, value], index) => {
    const ref =
      local > 0 ? tab.refs.assign(frame, { document: answer.document, local, role, name }) : '';
    into.push({ depth: base + depth, ref, role, name, states, value });
    const child = children.get(index);
    if (child) flatten(tab, child, base + depth + 1, into);
  });
}

/** Frames with nothing to act on would be noise among interactive elements. */
function withoutEmptyFrames(lines: readonly Line[]): Line[] {
  const kept: Line[] = [];
  for (const line of lines.toReversed()) {
    const below = kept.at(-1);
    if (line.role !== IFRAME || (below !== undefined && below.depth > line.depth)) kept.push(line);
  }
  return kept.toReversed();
}

function totalOmitted({ answer, children }: Part): { texts: number; elements: number } {
  const total = { ...answer.omitted };
  for (const child of children.values()) {
    const { texts, elements } = totalOmitted(child);
    total.texts += texts;
    total.elements += elements;
  }
  return total;
}

const isCut = ({ answer, children }: Part): boolean =>
  answer.cut === true || [...children.values()].some(isCut);
