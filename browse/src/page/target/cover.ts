import { flatParent, queryAll, rectOf, rectsOf } from '#page/dom.ts';
import { deepElementAt } from '#page/hit.ts';
import { describe, isDialog, isInteractive } from '#page/tree/node.ts';
import { roleOf } from '#page/roles.ts';
import { pathOf, type View } from '#page/view.ts';
import { isVisible } from '#page/visible.ts';
import type { CoverAnswer } from '#page/wire.ts';

/** What a click aimed at the middle of an element would meet, without scrolling. */
export function coverOf(view: View, element: Element): CoverAnswer {
  const rect = clickRect(element);
  if (!rect || !isVisible(element)) return {};
  const x = rect.left + rect.width / 2;
  const y = rect.top + rect.height / 2;
  if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return {};
  const hit = deepElementAt(x, y);
  if (!hit || reaches(hit, element)) return {};
  return { by: describe(view, culprit(hit, element)) };
}

const MIN_AREA = 0.99;

/** An inline element broken over lines is clicked on its first piece. */
function clickRect(element: Element): DOMRect | undefined {
  for (const rect of rectsOf(element)) if (rect.width * rect.height > MIN_AREA) return rect;
  return undefined;
}

/** The hit is the element, something in it, or a label of it. */
function reaches(hit: Element, element: Element): boolean {
  for (let next: Element | null = hit; next; next = flatParent(next)) {
    if (next === element) return true;
    if (next instanceof HTMLLabelElement && next.control === element) return true;
  }
  return false;
}

/**
 * The hit may be a bare box or a paragraph: what a person would name is around it, short of what
 * holds both. A dialog first, then a control, then the dialog of a backdrop, else all of what lies there.
 */
function culprit(hit: Element, element: Element): Element {
  const shared = pathOf(element);
  const around: Element[] = [];
  for (let next: Element | null = hit; next && !shared.has(next); next = flatParent(next))
    around.push(next);
  return (
    around.find(each => isDialog(roleOf(each))) ??
    around.find(each => isInteractive(each, roleOf(each))) ??
    dialogBefore(hit, around) ??
    around.at(-1) ??
    hit
  );
}

const DIALOGS = 'dialog, [role~="dialog" i], [role~="alertdialog" i]';

/** A backdrop lies all around its dialog, which often is a sibling of it. */
function dialogBefore(backdrop: Element, around: readonly Element[]): Element | undefined {
  const outermost = around.at(-1);
  if (!outermost) return undefined;
  const outer = rectOf(backdrop);
  const isSurrounded = (dialog: Element): boolean => {
    const { left, top, right, bottom } = rectOf(dialog);
    return left >= outer.left && top >= outer.top && right <= outer.right && bottom <= outer.bottom;
  };
  return [...queryAll(outermost, DIALOGS)].find(
    each => isDialog(roleOf(each)) && isVisible(each) && isSurrounded(each),
  );
}
