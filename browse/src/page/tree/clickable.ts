import { flatParent, hasAttr, hasAttributes, tag } from '#page/dom.ts';
import { isTabbable } from '#page/focusable.ts';

/** A box without a role that a script has made into a control, as far as its markup or its cursor tells. */
export function isClickable(element: Element): boolean {
  if (!hasAttributes(element) || tag(element) === 'label' || tag(element) === 'body') return false;
  if (hasAttr(element, 'onclick') || isTabbable(element)) return true;
  if (!hasPointer(element)) return false;
  const parent = flatParent(element);
  return parent === null || !hasPointer(parent);
}

/** Inherited, so only the outermost element with the pointer is the control. */
const hasPointer = (element: Element): boolean => getComputedStyle(element).cursor === 'pointer';
