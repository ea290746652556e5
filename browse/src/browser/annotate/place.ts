import { Coverage } from './coverage.ts';
import { PlacedTags } from './placed-tags.ts';
import {
  type Rect,
  type Size,
  areaOf,
  clamp,
  gapBetween,
  grow,
  intersect,
  rectAt,
} from './rect.ts';
import { Shelves } from './shelves.ts';

/** What wants a tag: its box within the image, and the size of the tag. */
export interface Wanted {
  readonly box: Rect;
  readonly tag: Size;
}

export interface Placed {
  readonly tag: Rect;
  /** The tag does not touch its box, and a line has to say which one it means. */
  readonly distant: boolean;
}

/** Free px between two tags. */
const GAP = 1;
/** How far a tag goes, in px, rather than hide as much of other boxes as it is large. */
const DETOUR = 24;

/**
 * Where a tag touches its box, best first: the shares of the box's width and height, and of the tag's own,
 * that lie between the box's top left corner and the tag's.
 */
const BESIDE: readonly (readonly [boxX: number, tagX: number, boxY: number, tagY: number])[] = [
  [0, 0, 0, -1],
  [1, -1, 0, -1],
  [0, 0, 0, 0],
  [0, 0, 1, 0],
  [1, -1, 1, 0],
  [1, 0, 0, 0],
  [0, -1, 0, 0],
  [1, -1, 0, 0],
  [0, 0, 1, -1],
  [1, -1, 1, -1],
];

interface Candidate {
  readonly tag: Rect;
  readonly cost: number;
}

/**
 * Places tags of one height so that none covers another, beside their boxes where there is room, else at the
 * nearest free place of the image. Answers in the order asked; nothing where the image has no room left.
 */
export function placeTags(image: Size, wanted: readonly Wanted[]): (Placed | undefined)[] {
  const boxes = wanted.map(({ box }) => box);
  const room = { image, placed: new PlacedTags(image.width), coverage: new Coverage(image, boxes) };
  const beside = wanted.map(want => {
    const tag = fits(image, want.tag) ? placeBeside(room, want) : undefined;
    if (tag) room.placed.add(tag);
    return tag;
  });
  // Those that found no room beside their box come last: they must not take the room beside another.
  const shelves = new Shelves(image, smallest(wanted), GAP);
  for (const tag of beside) if (tag) shelves.block(tag);
  let tooWide = Infinity;
  return wanted.map((want, index) => {
    const near = beside[index];
    if (near) return { tag: near, distant: false };
    const tag = want.tag.width < tooWide ? placeAway(room, shelves, want) : undefined;
    // Tags are never taken away, so a width that had no room now never will.
    if (!tag) tooWide = Math.min(tooWide, want.tag.width);
    else shelves.block(tag);
    return tag && { tag, distant: gapBetween(tag, want.box) > 0 };
  });
}

const smallest = (wanted: readonly Wanted[]): Size => ({
  width: wanted.reduce((width, { tag }) => Math.min(width, tag.width), Infinity),
  height: wanted[0]?.tag.height ?? 0,
});

interface Room {
  readonly image: Size;
  readonly placed: PlacedTags;
  readonly coverage: Coverage;
}

const fits = (image: Size, tag: Size): boolean =>
  tag.width <= image.width && tag.height <= image.height;

function placeBeside({ image, placed, coverage }: Room, { box, tag }: Wanted): Rect | undefined {
  const [boxWidth, boxHeight] = [box.right - box.left, box.bottom - box.top];
  let best: Candidate | undefined;
  for (const [rank, [boxX, tagX, boxY, tagY]] of BESIDE.entries()) {
    const left = box.left + boxX * boxWidth + tagX * tag.width;
    const top = box.top + boxY * boxHeight + tagY * tag.height;
    const rect = rectAt(
      clamp(left, 0, image.width - tag.width),
      clamp(top, 0, image.height - tag.height),
      tag,
    );
    const cost = hidden(coverage, rect, box) + rank;
    if (best && best.cost <= cost) continue;
    if (!placed.blocking(grow(rect, GAP))) best = { tag: rect, cost };
  }
  return best?.tag;
}

/** Px of boxes under a tag. A small box of its own weighs up to double, a large one hardly at all. */
function hidden(coverage: Coverage, tag: Rect, own: Rect): number {
  const inside = areaOf(intersect(tag, own));
  return coverage.ofOthers(tag, own) + (2 * inside * inside) / Math.max(1, areaOf(own));
}

/** Looks through the shelves, outwards from the box, until none can hold a better place than the best so far. */
function placeAway({ coverage }: Room, shelves: Shelves, want: Wanted): Rect | undefined {
  const { left, top } = want.box;
  const corner = cornerOf(want.box);
  const home = shelves.closestTo(top);
  let best: Candidate | undefined;
  for (let away = 0; away < shelves.count; away++) {
    const rows = (away === 0 ? [home] : [home - away, home + away]).filter(
      row =>
        row >= 0 &&
        row < shelves.count &&
        gapBetween(rectAt(left, shelves.topOf(row), want.tag), corner) < (best?.cost ?? Infinity),
    );
    if (rows.length === 0) break;
    for (const row of rows) {
      const free = shelves.nearest(row, left, want.tag.width);
      if (free === undefined) continue;
      const tag = rectAt(free, shelves.topOf(row), want.tag);
      const share = hidden(coverage, tag, want.box) / areaOf(tag);
      const cost = gapBetween(tag, corner) + DETOUR * Math.min(share, 2);
      if (!best || cost < best.cost) best = { tag, cost };
    }
  }
  return best?.tag;
}

/** The top left part of a box, where its tag is looked for: tags far inside a large box say little. */
const cornerOf = ({ left, top, right, bottom }: Rect): Rect => ({
  left,
  top,
  right: Math.min(right, left + CORNER.width),
  bottom: Math.min(bottom, top + CORNER.height),
});

const CORNER: Size = { width: 80, height: 32 };
