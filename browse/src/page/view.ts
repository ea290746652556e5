import {
  activeDescendant,
  attr,
  byId,
  flatParent,
  focusedIn,
  hasAttr,
  queryAll,
  shadowRoot,
  tag,
  treeScope,
  type TreeScope,
} from './dom.ts';
import { createPseudoText, type PseudoText } from './pseudo-text.ts';
import type { Registry } from './registry.ts';
import { isVisible } from './visible.ts';

/** What one answer needs to know of the document as a whole, found once and only when asked for. */
export interface View {
  readonly registry: Registry;
  readonly focused: Element | null;
  /** The focused element and everything around it. */
  readonly focusPath: ReadonlySet<Element>;
  readonly active: Element | null;
  readonly pseudo: PseudoText;
  /** Some `aria-disabled` may be meant for what is inside. */
  readonly mayInheritDisabled: (element: Element) => boolean;
  readonly labelsOf: (control: Element) => readonly Element[];
  /** The last element found visible: a name asks for it and then the walk does. */
  readonly found: { visible: Element | undefined };
  /** Elements that `aria-owns` moves, and where to. */
  readonly owned: ReadonlyMap<Element, Element>;
}

export function createView(document: Document, registry: Registry): View {
  const focused = deepFocus(document);
  const scopeOf = (element: Element): TreeScope | null =>
    registry.hasShadows ? treeScope(element) : document;
  const labels = new Map<TreeScope, Map<Element, Element[]>>();
  const disabling = new Map<TreeScope, boolean>();
  return {
    registry,
    focused,
    focusPath: focused ? pathOf(focused) : new Set(),
    active: focused && hasAttr(focused, 'aria-activedescendant') ? activeDescendant(focused) : null,
    pseudo: createPseudoText(document, registry),
    mayInheritDisabled: element => {
      const scope = scopeOf(element);
      if (!scope) return true;
      const known = disabling.get(scope) ?? disables(scope);
      disabling.set(scope, known);
      return known || scope !== document;
    },
    labelsOf: control => {
      const scope = scopeOf(control);
      if (!scope) return [];
      const found = labels.get(scope) ?? findLabels(scope);
      labels.set(scope, found);
      return found.get(control) ?? [];
    },
    owned: findOwned(document),
    found: { visible: undefined },
  };
}

const disables = (scope: TreeScope): boolean =>
  queryAll(scope, '[aria-disabled="true"]').length > 0;

export function isVisibleIn({ found }: View, element: Element): boolean {
  if (found.visible === element) return true;
  if (!isVisible(element)) return false;
  found.visible = element;
  return true;
}

/** The element that has the keyboard, through open shadow roots. The body has it by default only. */
function deepFocus(document: Document): Element | null {
  let focused = focusedIn(document);
  while (focused) {
    const shadow = shadowRoot(focused);
    const inner = shadow && focusedIn(shadow);
    if (!inner) break;
    focused = inner;
  }
  return focused && tag(focused) !== 'body' && tag(focused) !== 'html' ? focused : null;
}

export function pathOf(element: Element): Set<Element> {
  const path = new Set<Element>();
  for (let next: Element | null = element; next; next = flatParent(next)) path.add(next);
  return path;
}

/** One pass over the labels: `control.labels` would pass over the whole document for every control. */
function findLabels(scope: TreeScope): Map<Element, Element[]> {
  const found = new Map<Element, Element[]>();
  for (const label of queryAll(scope, 'label')) {
    if (!(label instanceof HTMLLabelElement)) continue;
    const { control } = label;
    if (control) found.set(control, [...(found.get(control) ?? []), label]);
  }
  return found;
}

const MAX_OWNED = 1000;

function findOwned(document: Document): Map<Element, Element> {
  const owned = new Map<Element, Element>();
  for (const owner of queryAll(document, '[aria-owns]')) {
    const around = pathOf(owner);
    for (const id of attr(owner, 'aria-owns')?.split(/\s+/) ?? []) {
      const child = byId(document, id);
      const isFree = child && !owned.has(child) && !around.has(child) && owned.size < MAX_OWNED;
      if (isFree && !makesCycle(owned, owner, child)) owned.set(child, owner);
    }
  }
  return owned;
}

function makesCycle(owned: ReadonlyMap<Element, Element>, owner: Element, child: Element): boolean {
  for (let next: Element | null = owner; next; next = owned.get(next) ?? flatParent(next))
    if (next === child) return true;
  return false;
}

export const ownedBy = (view: View, owner: Element): Element[] =>
  [...view.owned].filter(([, by]) => by === owner).map(([child]) => child);
