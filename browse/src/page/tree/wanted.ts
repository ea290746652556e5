import { isClickable, isPressable } from './clickable.ts';
import { hasAttr, rectOf, tag } from '#page/dom.ts';
import { hasTabIndex, isTabbable } from '#page/focusable.ts';
import { hiddenControl, isDialog, isInteractive, isLive, isSaidElsewhere } from './node.ts';
import { PHRASE_ROLES } from '#page/role-tables.ts';
import type { View } from '#page/view.ts';
import type { Visit } from './visit.ts';

/** Which elements without a role are shown because they can be acted on. */
export type Clickables = 'none' | 'focusable' | 'all';

export interface Wanting {
  readonly view: View;
  readonly interactive: boolean;
  readonly clickables: Clickables;
}

/** What becomes of an element: a line of its own, none, or none although it can be clicked. */
export type Verdict = 'shown' | 'passed' | 'unlisted';

/** Judges by role and markup alone; whether the element can be seen is not asked yet. */
export function judge(wanting: Wanting, visit: Visit, element: Element, role: string): Verdict {
  if (role === 'generic') return judgeBox(wanting, visit, element);
  return wantsRole(wanting, visit, element, role) ? 'shown' : 'passed';
}

function wantsRole(wanting: Wanting, visit: Visit, element: Element, role: string): boolean {
  if (role === 'iframe') return isLargeEnough(element);
  if (role === 'none') return false;
  if (isInteractive(element, role)) return true;
  if (visit.isLeaf) return false;
  if (isDialog(role) || isLive(element, role)) return true;
  if (wanting.interactive) return wantsClickable(wanting, visit, element);
  if (PHRASE_ROLES.has(role) || isMereBody(element, role)) return false;
  return role !== 'caption' || !isSaidElsewhere(element, 'caption');
}

/** The part of a table that the parser puts around its rows; nobody named it. */
const isMereBody = (element: Element, role: string): boolean =>
  role === 'rowgroup' &&
  tag(element) === 'tbody' &&
  !['role', 'aria-label', 'aria-labelledby', 'title'].some(name => hasAttr(element, name));

function judgeBox(wanting: Wanting, visit: Visit, element: Element): Verdict {
  if (hiddenControl(element)) return 'shown';
  const isFocusable = hasTabIndex(element) && isTabbable(element);
  if (isFocusable && wanting.clickables !== 'none') return 'shown';
  if (visit.isLeaf) return 'passed';
  if (isLive(element, 'generic')) return 'shown';
  return visit.isSaid ? 'passed' : judgeClickable(wanting, element, isFocusable);
}

function judgeClickable(wanting: Wanting, element: Element, isFocusable: boolean): Verdict {
  if (wanting.clickables === 'focusable') return 'passed';
  if (wanting.clickables === 'all') return seemsClickable(wanting, element) ? 'shown' : 'passed';
  return isFocusable || hasAttr(element, 'onclick') ? 'unlisted' : 'passed';
}

const wantsClickable = (wanting: Wanting, visit: Visit, element: Element): boolean =>
  wanting.clickables === 'all' && !visit.isSaid && seemsClickable(wanting, element);

const seemsClickable = ({ view }: Wanting, element: Element): boolean =>
  isClickable(element) || isPressable(view, element);

/** Frames of a pixel or none are there to count visits. */
function isLargeEnough(element: Element): boolean {
  const { width, height } = rectOf(element);
  const { borderLeftWidth, borderTopWidth } = getComputedStyle(element);
  const border = Number.parseFloat;
  return width - 2 * border(borderLeftWidth) > 2 && height - 2 * border(borderTopWidth) > 2;
}
