import type { Mark } from '#browser/annotate/annotate.ts';
import { annotate } from '#browser/annotate/annotate.ts';
import type { Rgba } from '#browser/annotate/colors.ts';
import { takeScreenshot } from '#browser/screenshot.ts';
import type { Tab } from '#browser/tab.ts';

import type { Line, Shot } from './shot.ts';

/** Which elements of a capture are marked in its picture. */
export interface Marking {
  /** All that can be acted on. */
  readonly all: boolean;
  /** Ref → the colour it is marked in, whatever it is. */
  readonly colors: ReadonlyMap<string, Rgba>;
}

export interface AnnotatedShot {
  readonly png: Buffer;
  readonly width: number;
  readonly height: number;
  /** Below 1 when the picture had to shrink. */
  readonly scale: number;
  readonly marked: number;
  /** Refs that are marked and found no room for their label. */
  readonly unlabelled: readonly string[];
  /** Refs outside the picture or without a size. */
  readonly outside: readonly string[];
}

/** More marks than this hide the page they are drawn on. */
const MAX_MARKS = 1000;

/**
 * A picture of the page with the elements of a capture outlined and labelled by their refs. It is drawn on the picture
 * alone; the page is not touched. The capture needs boxes.
 * @throws BrowseError `failed` when the picture cannot be taken or is too large
 */
export async function annotateShot(tab: Tab, shot: Shot, marking: Marking): Promise<AnnotatedShot> {
  const { bytes, width, height, scale, left, top } = await takeScreenshot(tab, {
    area: shot.aspect.viewport ? 'viewport' : 'page',
    format: 'png',
    quality: undefined,
    fullSize: false,
  });
  const marks = shot.lines
    .filter(line => marking.colors.has(line.ref) || (marking.all && line.details?.operable))
    .flatMap(line => markOf(line, marking, { left, top }));
  const drawn = await annotate(bytes, marks.slice(0, MAX_MARKS), { scale });
  return {
    png: drawn.bytes,
    width,
    height,
    scale,
    marked: drawn.drawn,
    unlabelled: drawn.unlabelled.map(toRef),
    outside: [...drawn.outside, ...marks.slice(MAX_MARKS).map(({ label }) => label)].map(toRef),
  };
}

const toRef = (label: string): string => `@${label}`;

interface Corner {
  readonly left: number;
  readonly top: number;
}

function markOf({ ref, details }: Line, { colors }: Marking, { left, top }: Corner): Mark[] {
  if (!details?.box || ref === '') return [];
  const [x, y, width, height] = details.box;
  const box = { x: x - left, y: y - top, width, height };
  return [{ label: ref.slice(1), box, color: colors.get(ref) }];
}
