import { flatParent, queryAll, rectOf, tag } from '#page/dom.ts';
import { deepElementAt } from '#page/hit.ts';
import type { View } from '#page/view.ts';
import { isVisible } from '#page/visible.ts';

const OVERLAYS = ':popover-open, dialog[open], [aria-modal="true"]';

/** Whether a popover or a dialog that leaves the page behind it reachable is open. */
export function hasOverlay({ registry }: View, document: Document): boolean {
  return [document, ...registry.shadowRoots()].some(scope =>
    [...queryAll(scope, OVERLAYS)].some(isVisible),
  );
}

/**
 * Whether a click aimed at the middle of an element, as the page is scrolled now, would meet something else. What
 * is outside the viewport is not known to be covered.
 */
export function isCovered(element: Element): boolean {
  const { left, top, width, height } = rectOf(element);
  const [x, y] = [left + width / 2, top + height / 2];
  if (width === 0 || height === 0 || x < 0 || y < 0 || x >= innerWidth || y >= innerHeight)
    return false;
  const hit = deepElementAt(x, y);
  return hit !== null && !belongsTo(hit, element);
}

/** One holds the other, or the hit is a label of it. */
function belongsTo(hit: Element, element: Element): boolean {
  for (let next: Element | null = hit; next; next = flatParent(next)) {
    if (next === element) return true;
    if (tag(next) === 'label' && next instanceof HTMLLabelElement && next.control === element)
      return true;
  }
  for (let next: Element | null = element; next; next = flatParent(next))
    if (next === hit) return true;
  return false;
}
