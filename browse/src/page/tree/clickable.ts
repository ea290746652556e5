import {
  elementWalker,
  flatParent,
  hasAttr,
  hasAttributes,
  isElement,
  rectsOf,
  tag,
  textContent,
} from '#page/dom.ts';
import { isTabbable } from '#page/focusable.ts';
import { collapse } from '#page/one-line.ts';
import { INTERACTIVE_ROLES } from '#page/role-tables.ts';
import { roleOf } from '#page/roles.ts';
import type { View } from '#page/view.ts';

/** Elements looked at inside a box, to tell a control from a container of controls. */
const MAX_INSIDE = 40;
const MAX_TEXT = 200;
/** The part of the viewport that a control does not fill. */
const MOST = 0.5;

/** A box without a role that a script has made into a control, as far as its markup or its cursor tells. */
export function isClickable(element: Element): boolean {
  if (!hasAttributes(element) || isNoControl(element)) return false;
  if (hasAttr(element, 'onclick') || isTabbable(element)) return true;
  if (!hasPointer(element)) return false;
  const parent = flatParent(element);
  return (parent === null || !hasPointer(parent)) && countControls(element, isOperable, 2) < 2;
}

/**
 * A box without a role that listens for presses and is a control: nothing inside it can be operated, it has at most
 * 200 characters of text and fills at most half of the viewport. Else it listens on behalf of what is inside.
 */
export function isPressable({ registry: { listeners } }: View, element: Element): boolean {
  if (!listeners.has(element) || isNoControl(element)) return false;
  const isOwn = (inner: Element): boolean => isOperable(inner) || listeners.has(inner);
  if (countControls(element, isOwn, 1) > 0 || fillsViewport(element)) return false;
  return collapse(textContent(element)).length <= MAX_TEXT;
}

const isNoControl = (element: Element): boolean =>
  tag(element) === 'label' || tag(element) === 'body' || tag(element) === 'html';

/** Inherited, so only the outermost element with the pointer is the control. */
const hasPointer = (element: Element): boolean => getComputedStyle(element).cursor === 'pointer';

const isOperable = (element: Element): boolean =>
  INTERACTIVE_ROLES.has(roleOf(element)) || isTabbable(element) || hasAttr(element, 'onclick');

/** How many elements inside are controls, up to `enough`; a box with too much inside to be looked at has enough. */
function countControls(
  element: Element,
  isControl: (inner: Element) => boolean,
  enough: number,
): number {
  const walker = elementWalker(element);
  let found = 0;
  for (let looked = 0; found < enough; looked++) {
    const inner = walker.nextNode();
    if (!isElement(inner)) return found;
    if (looked === MAX_INSIDE) return enough;
    if (isControl(inner)) found++;
  }
  return found;
}

function fillsViewport(element: Element): boolean {
  let area = 0;
  for (const { width, height } of rectsOf(element)) area += width * height;
  return area > innerWidth * innerHeight * MOST;
}
