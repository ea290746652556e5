import { attr, firstChild, hasAttr, isElement, nextSibling, parentNode, tag } from './dom.ts';

/** Whether an element can take the focus by its markup, wherever it is in the tab order. */
export function isFocusable(element: Element): boolean {
  return hasTabIndex(element) || (isNativelyFocusable(element) && !hasAttr(element, 'disabled'));
}

/** The focus reaches it with the Tab key. */
export function isTabbable(element: Element): boolean {
  const index = attr(element, 'tabindex');
  if (index !== null && /^\s*-/.test(index)) return false;
  return isFocusable(element);
}

/** Whether there is a `tabindex` that HTML can read as an integer. */
export function hasTabIndex(element: Element): boolean {
  const index = attr(element, 'tabindex');
  return index !== null && /^\s*[+-]?\d/.test(index);
}

const ALWAYS_FOCUSABLE = new Set(['button', 'iframe', 'select', 'textarea']);

function isNativelyFocusable(element: Element): boolean {
  const name = tag(element);
  if (ALWAYS_FOCUSABLE.has(name)) return true;
  switch (name) {
    case 'a':
    case 'area':
      return hasAttr(element, 'href') || hasAttr(element, 'xlink:href');
    case 'input':
      return attr(element, 'type')?.toLowerCase() !== 'hidden';
    case 'summary':
      return isDisclosure(element);
    case 'audio':
    case 'video':
      return hasAttr(element, 'controls');
    default:
      return isEditingHost(element);
  }
}

/** The element that makes its content editable, not one inside it. */
export function isEditingHost(element: Element): boolean {
  const editable = attr(element, 'contenteditable')?.toLowerCase();
  return editable === '' || editable === 'true' || editable === 'plaintext-only';
}

/** The summary that opens and closes its details: the first one only. */
export function isDisclosure(element: Element): boolean {
  const details = parentNode(element);
  return (
    isElement(details) &&
    tag(details) === 'details' &&
    firstChildTagged(details, 'summary') === element
  );
}

/** The first child element with that local name; null when there is none. */
export function firstChildTagged(parent: Element, name: string): Element | null {
  for (let child = firstChild(parent); child; child = nextSibling(child))
    if (isElement(child) && tag(child) === name) return child;
  return null;
}
