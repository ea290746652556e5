import {
  activeDescendant,
  flatParent,
  focusedIn,
  hasAttr,
  queryAll,
  shadowRoot,
  tag,
  treeScope,
  type TreeScope,
} from './dom.ts';
import type { Naming } from './name/text.ts';
import { findOwnership, type Ownership } from './tree/ownership.ts';
import type { Cells } from './tree/table.ts';
import { createPseudoText, type PseudoText } from './name/pseudo-text.ts';
import type { Registry } from './registry.ts';
import { Rendering } from './rendering.ts';
import type { LabelsOf } from './secrets.ts';
import { isVisibleGiven, type Boxless } from './visible.ts';

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
  readonly labelsOf: LabelsOf;
  /** The last element found visible: a name asks for it and then the walk does; and what has no box. */
  readonly found: { visible: Element | undefined; readonly boxless: Boxless };
  readonly rendering: Rendering;
  readonly ownership: Ownership;
  readonly naming: Naming;
  /** Where the cells of the tables met so far are. */
  readonly cells: Cells;
}

/** Nodes that the names of one answer may read together before each name gets but a few. */
const MAX_NAMING = 300_000;

/** The view that one question is answered with; whatever it found is stale by the next. */
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
    ownership: findOwnership([document, ...registry.shadowRoots()]),
    found: { visible: undefined, boxless: new Map() },
    rendering: new Rendering(document),
    naming: { related: new Map(), plain: new Map(), work: { nodes: MAX_NAMING } },
    cells: new Map(),
  };
}

const disables = (scope: TreeScope): boolean =>
  queryAll(scope, '[aria-disabled="true"]').length > 0;

/** `isVisible`, which is not asked twice in a row of the same element. */
export function isVisibleIn({ found, rendering }: View, element: Element): boolean {
  if (found.visible === element) return true;
  if (!rendering.isSurelyVisible(element) && !isVisibleGiven(element, found.boxless)) return false;
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

/** The element and everything around it in the flattened tree. */
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
    if (!control) continue;
    const labels = found.get(control);
    if (labels) labels.push(label);
    else found.set(control, [label]);
  }
  return found;
}
