import { attr, borderOf, clientHeight, clientWidth, hasAttr, rectOf, tag } from '#page/dom.ts';
import type { View } from '#page/view.ts';
import type { Box, NodeDetails } from '#page/wire.ts';
import { isClickable } from './clickable.ts';
import { frameIndexOf } from './frames.ts';
import { isInteractive, type NodeFacts } from './node.ts';
import { isCovered } from './overlay.ts';
import { cellOf } from './table.ts';

export interface DetailOptions {
  readonly urls?: boolean;
  readonly boxes?: boolean;
  /** Only what meets this part of the viewport is shown, but for what speaks up. */
  readonly viewport?: Box;
  /** Something lies over a part of the page: say of which elements. */
  readonly marksCovered?: boolean;
}

interface Told {
  readonly view: View;
  readonly element: Element;
  readonly role: string;
  readonly facts: Pick<NodeFacts, 'description'>;
  readonly options: DetailOptions;
}

const TELLERS: readonly ((told: Told) => NodeDetails | undefined)[] = [
  ({ facts: { description } }) => (description === '' ? undefined : { description }),
  ({ view, element, role }) => {
    const cell = CELL_ROLES.has(role) ? cellOf(view, element, role) : undefined;
    return cell && { cell: [cell.row, cell.column] };
  },
  ({ element, role, options: { urls } }) => {
    const url = urls && role === 'link' ? urlOf(element) : undefined;
    return url === undefined ? undefined : { url };
  },
  ({ element, role, options: { boxes, viewport } }) => {
    const isFrame = role === 'iframe';
    if (!boxes && !(isFrame && viewport)) return undefined;
    if (isFrame) return { box: contentBoxOf(element) };
    const isOperable = isInteractive(element, role) || isClickable(element);
    return { box: boxOf(element), ...(isOperable && { operable: true }) };
  },
  ({ element, role }) => {
    const frame = role === 'iframe' ? frameIndexOf(element) : undefined;
    return frame === undefined ? undefined : { frame };
  },
  ({ element, options: { marksCovered } }) =>
    marksCovered && isCovered(element) ? { covered: true } : undefined,
];

const CELL_ROLES = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

/** What there is to say of an element beside its role and name; undefined when there is nothing. */
export function detailsOf(told: Told): NodeDetails | undefined {
  let details: NodeDetails | undefined;
  for (const tell of TELLERS) {
    const some = tell(told);
    if (some) details = { ...details, ...some };
  }
  return details;
}

/** Absolute as the browser resolves it, or as it stands where it cannot be resolved. */
function urlOf(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)
    return hasAttr(element, 'href') ? element.href : undefined;
  const written =
    tag(element) === 'a' ? (attr(element, 'href') ?? attr(element, 'xlink:href')) : null;
  return written === null ? undefined : (URL.parse(written, document.baseURI)?.href ?? written);
}

const boxOf = (element: Element): Box => toBox(rectOf(element));

/** Where the document inside a frame begins and ends. Transforms other than a shift are not undone. */
function contentBoxOf(frame: Element): Box {
  const { left, top } = rectOf(frame);
  const border = borderOf(frame);
  const style = getComputedStyle(frame);
  const [paddingLeft, paddingTop] = [pixels(style.paddingLeft), pixels(style.paddingTop)];
  return [
    Math.round(left + border.left + paddingLeft),
    Math.round(top + border.top + paddingTop),
    clientWidth(frame) - paddingLeft - pixels(style.paddingRight),
    clientHeight(frame) - paddingTop - pixels(style.paddingBottom),
  ];
}

const pixels = (length: string): number => Number.parseFloat(length) || 0;

const toBox = ({ left, top, width, height }: DOMRect): Box => [
  Math.round(left),
  Math.round(top),
  Math.round(width),
  Math.round(height),
];

/** Whether a rectangle and a part of the viewport have a point in common. One without a size has none. */
export function meets(
  { left, top, width, height }: DOMRect,
  [x, y, partWidth, partHeight]: Box,
): boolean {
  if (width === 0 && height === 0) return false;
  return left < x + partWidth && left + width > x && top < y + partHeight && top + height > y;
}
