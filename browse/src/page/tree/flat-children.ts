import {
  firstChild,
  hasAttr,
  hasAttributes,
  isElement,
  isText,
  nextSibling,
  shadowRoot,
  tag,
} from '#page/dom.ts';
import { firstChildTagged } from '#page/focusable.ts';
import type { View } from '#page/view.ts';
import { OPAQUE_TAGS } from '#page/visible.ts';

/**
 * The children of an element in the flattened tree: either `list`, or `first` and its siblings.
 * Plain siblings are the common case and cost no array.
 */
export interface FlatChildren {
  readonly first: Node | null;
  readonly list: readonly Node[] | null;
}

const NONE: FlatChildren = { first: null, list: [] };

/** The first node to visit below an element that needs no list. */
export function flatChildren(view: View, element: Element, name: string): FlatChildren {
  if (OPAQUE_TAGS.has(name)) return NONE;
  const shadow = shadowRoot(element);
  if (shadow) notice(view, shadow);
  const list = shadow ? null : listOf(element, name);
  const first = list ? null : firstChild(shadow ?? element);
  return withOwned(view, element, { first, list });
}

function notice({ registry, ownership }: View, shadow: ShadowRoot): void {
  registry.noticeShadow(shadow);
  ownership.include(shadow);
}

function listOf(element: Element, name: string): Node[] | null {
  if (name === 'slot' && element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    return assigned.length > 0 ? assigned : null;
  }
  if (name === 'details' && element instanceof HTMLDetailsElement && !element.open) {
    const summary = firstChildTagged(element, 'summary');
    return summary ? [summary] : [];
  }
  if (name === 'select' && element instanceof HTMLSelectElement) return optionsOf(element);
  return null;
}

/** Options and their groups; whatever else is in a `select` decorates its button. */
function optionsOf(select: HTMLSelectElement): Element[] {
  const found: Element[] = [];
  for (const option of select.options) {
    if (isLeftOut(option)) continue;
    const group = option.closest('optgroup');
    if (group && found.at(-1) !== group) found.push(group);
    if (!group) found.push(option);
  }
  return [...new Set(found)];
}

/**
 * A list that is closed draws no option, so it is their style that tells. To get it takes longer than all
 * else about an option, so it is asked only of those that something is said about.
 */
const isLeftOut = (option: Element): boolean =>
  hasAttributes(option) &&
  STYLING.some(name => hasAttr(option, name)) &&
  getComputedStyle(option).display === 'none';

const STYLING = ['hidden', 'class', 'style', 'disabled'];

function withOwned(view: View, element: Element, plain: FlatChildren): FlatChildren {
  const { owners, gained, bereft } = view.ownership;
  if (owners.size === 0 || !(gained.has(element) || bereft.has(element))) return plain;
  const own: Node[] = plain.list ? [...plain.list] : [];
  for (let next = plain.first; next; next = nextSibling(next)) own.push(next);
  const kept = own.filter(node => !isElement(node) || !owners.has(node));
  return { first: null, list: [...kept, ...(gained.get(element) ?? [])] };
}

/** Calls back for each flattened child that is an element or a text, until told to stop. */
export function eachFlatChild(
  view: View,
  element: Element,
  visit: (child: Element | Text) => boolean,
): void {
  const { first, list } = flatChildren(view, element, tag(element));
  if (list) {
    for (const node of list) if ((isElement(node) || isText(node)) && !visit(node)) return;
    return;
  }
  for (let node = first; node; node = nextSibling(node))
    if ((isElement(node) || isText(node)) && !visit(node)) return;
}
