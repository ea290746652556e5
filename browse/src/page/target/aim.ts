import {
  dataOf,
  elementWalker,
  flatParent,
  hasOnlyText,
  isElement,
  isText,
  rectOf,
  rectsOf,
  shadowRoot,
  tag,
  textContent,
  textRect,
} from '#page/dom.ts';
import { deepElementAt } from '#page/hit.ts';
import { collapse, isBlank } from '#page/one-line.ts';
import { roleOf } from '#page/roles.ts';
import { isClickable } from '#page/tree/clickable.ts';
import { eachFlatChild } from '#page/tree/flat-children.ts';
import { describe, isInteractive } from '#page/tree/node.ts';
import type { View } from '#page/view.ts';
import type { AimAnswer } from '#page/wire.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Elements looked at inside a target, and points tried on it. */
const MAX_LOOKED = 200;
const MAX_TRIED = 60;

/** What is inside a field is a part of it: to click there is to click the field. */
const FIELDS = new Set(['combobox', 'searchbox', 'slider', 'spinbutton', 'textbox']);

/** Whether a click in the middle of an element may meet something else that can be operated and is inside it. */
export function holdsOthers(element: Element, role: string): boolean {
  if (hasOnlyText(element) || FIELDS.has(role) || role === 'iframe') return false;
  if (shadowRoot(element)) return true;
  const walker = elementWalker(element);
  for (let looked = 0; looked < MAX_LOOKED; looked++) {
    const inner = walker.nextNode();
    if (!isElement(inner)) return false;
    if (shadowRoot(inner) || isOther(element, inner)) return true;
  }
  return true;
}

/**
 * Where to click an element that holds others, as it is scrolled now: at a point that is its own. Where all it says is
 * said by one element inside, that one stands for it and the middle is as good.
 */
export function aimOf(view: View, element: Element): AimAnswer {
  const middle = middleOf(visiblePart(rectsOf(element)[0]));
  const other = middle && otherAt(middle, element);
  if (!other || !isAimedAt(view, element)) return {};
  const own = firstOwn(element, contentMiddles(view, element));
  if (own) return { at: inPaddingBox(element, own) };
  if (collapse(textContent(other)) === collapse(textContent(element))) return {};
  const bare = firstOwn(element, spreadOver(element));
  return bare ? { at: inPaddingBox(element, bare) } : { by: describe(view, controlOf(other)) };
}

/** A box that is nothing by itself is clicked where it is, whatever is there. */
const isAimedAt = ({ registry }: View, element: Element): boolean =>
  roleOf(element) !== 'generic' ||
  labelled(element) !== null ||
  isInteractive(element, 'generic') ||
  registry.listeners.has(element) ||
  isClickable(element);

const labelled = (element: Element): HTMLElement | null =>
  element instanceof HTMLLabelElement ? element.control : null;

const controlOf = (element: Element): Element => labelled(element) ?? element;

/** Can be operated by itself: neither the control of a label nor a label of the element. */
function isOther(element: Element, inner: Element): boolean {
  const control = labelled(element);
  if (inner === control) return false;
  const labels = labelled(inner);
  if (labels) return labels !== element && labels !== control;
  return isInteractive(inner, roleOf(inner));
}

/** What a click at a point would operate instead of the element; undefined when that is the element, or outside it. */
function otherAt({ x, y }: Point, element: Element): Element | undefined {
  let other: Element | undefined;
  for (let next = deepElementAt(x, y); next; next = flatParent(next)) {
    if (next === element) return other;
    if (isOther(element, next)) other = next;
  }
  return undefined;
}

function isOwn({ x, y }: Point, element: Element): boolean {
  for (let next = deepElementAt(x, y); next; next = flatParent(next)) {
    if (next === element) return true;
    if (isOther(element, next)) return false;
  }
  return false;
}

function firstOwn(element: Element, points: Iterable<Point>): Point | undefined {
  let tried = 0;
  for (const point of points) {
    if (isOwn(point, element)) return point;
    if (++tried === MAX_TRIED) return undefined;
  }
  return undefined;
}

const PICTURE_TAGS = new Set(['canvas', 'img', 'svg', 'video']);

/** Middles of its own texts and pictures, those directly in it first. */
function contentMiddles(view: View, element: Element): Point[] {
  const found: Point[] = [];
  const add = (rect: DOMRect): void => {
    const middle = middleOf(visiblePart(rect));
    if (middle) found.push(middle);
  };
  const boxes = [element];
  for (let i = 0; i < boxes.length && i < MAX_LOOKED; i++) {
    const box = boxes[i];
    if (!box) break;
    eachFlatChild(view, box, child => {
      if (isText(child)) {
        if (!isBlank(dataOf(child))) add(textRect(child));
      } else if (PICTURE_TAGS.has(tag(child))) add(rectOf(child));
      else if (!isOther(element, child)) boxes.push(child);
      return boxes.length <= MAX_LOOKED && found.length < MAX_TRIED;
    });
  }
  return found;
}

/** Pixels from the edge of a box that a pointer still meets. */
const EDGE = 2;
const PARTS = [0.25, 0.5, 0.75];
const MAX_BOXES = 2;

/** Points all over its boxes, from the edges inwards. */
function* spreadOver(element: Element): Generator<Point> {
  for (const rect of [...rectsOf(element)].slice(0, MAX_BOXES)) {
    const part = visiblePart(rect);
    if (!part) continue;
    const { left, top, right, bottom } = part;
    const along = (from: number, to: number): number[] => [
      from + EDGE,
      to - EDGE,
      ...PARTS.map(share => from + (to - from) * share),
    ];
    for (const y of along(top, bottom)) for (const x of along(left, right)) yield { x, y };
  }
}

interface Part {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const MIN_SIDE = 1;

/** What of a rectangle is inside the viewport. */
function visiblePart(rect: DOMRect | undefined): Part | undefined {
  if (!rect) return undefined;
  const part = {
    left: Math.max(rect.left, 0),
    top: Math.max(rect.top, 0),
    right: Math.min(rect.right, innerWidth),
    bottom: Math.min(rect.bottom, innerHeight),
  };
  const isLarge = part.right - part.left >= MIN_SIDE && part.bottom - part.top >= MIN_SIDE;
  return isLarge ? part : undefined;
}

const middleOf = (part: Part | undefined): Point | undefined =>
  part && { x: (part.left + part.right) / 2, y: (part.top + part.bottom) / 2 };

function inPaddingBox(element: Element, { x, y }: Point): Point {
  const { left, top } = rectOf(element);
  const { borderLeftWidth, borderTopWidth } = getComputedStyle(element);
  return {
    x: x - left - (Number.parseFloat(borderLeftWidth) || 0),
    y: y - top - (Number.parseFloat(borderTopWidth) || 0),
  };
}
