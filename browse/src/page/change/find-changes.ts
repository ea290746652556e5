import { compare, STATES, type Changes } from './compare.ts';
import { rewritten, type Census } from './census.ts';
import {
  elementWalker,
  flatParent,
  isConnected,
  isElement,
  parentNode,
  rootElement,
} from '#page/dom.ts';
import { isInteractive, nodeFor } from '#page/tree/node.ts';
import type { Touched } from './recorder.ts';
import { roleOf } from '#page/roles.ts';
import { shadowsBelow } from '#page/shadows.ts';
import { walkTree } from '#page/tree/walk.ts';
import type { View } from '#page/view.ts';
import { isVisible, isWithheldAbove } from '#page/visible.ts';
import type { Watch } from './watch.ts';
import type { SnapshotNode } from '#page/wire.ts';

const WALK_MS = 80;

/** Looks again where something happened and compares. */
export function findChanges(view: View, watch: Watch, touched: Touched): Changes {
  const walked = new Map<number, SnapshotNode>();
  const looked = new Map<number, SnapshotNode>();
  const gone = new Set<number>();
  const until = performance.now() + WALK_MS;
  for (const root of rootsToWalk(watch, touched)) {
    const isSeenWhole = walkInto(walked, view, root, until);
    if (isSeenWhole && !watch.census.isComplete)
      addHidden(view, root, { watch, walked, gone, until });
  }
  if (watch.census.isComplete) addMissing(watch.census, walked, gone);
  else if (touched.hasRemoved) addDisconnected(view, watch.census, gone);
  const marked = new Set(
    touched.attributes.filter(({ name }) => STATES.has(name)).map(({ element }) => element),
  );
  for (const element of suspects(watch, touched))
    look(view, watch, element, { walked, looked, marked });
  return compare(view, watch, touched, { walked, looked, gone });
}

/** Tells whether the walk came to its end. What is withheld is seen at a glance. */
function walkInto(
  walked: Map<number, SnapshotNode>,
  view: View,
  root: Element,
  until: number,
): boolean {
  if (isWithheldAbove(root, view.focusPath)) return true;
  const { nodes, isComplete } = walkTree(view, root, { interactive: true, until });
  for (const node of nodes) if (node[1] > 0) walked.set(node[1], node);
  return isComplete;
}

/** On a page that was seen whole everything is looked at again; on a large one only what was touched. */
function rootsToWalk({ document, census }: Watch, touched: Touched): Element[] {
  const root = rootElement(document);
  if (!root) return [];
  if (census.isComplete || touched.isOverfull) return [root];
  const roots = new Set([...touched.added, ...touched.toggled]);
  for (const { element, name } of touched.attributes) {
    const scope = RESTYLING.has(name) ? parentNode(element) : element;
    if (REVEALING.has(name) || RESTYLING.has(name)) roots.add(isElement(scope) ? scope : element);
  }
  return outermost(roots);
}

/** A rule may tell siblings apart by these. */
const RESTYLING = new Set(['class', 'style', 'id']);
const REVEALING = new Set(['hidden', 'open', 'aria-hidden', 'inert', 'slot', 'popover']);

function outermost(elements: ReadonlySet<Element>): Element[] {
  const isInside = (element: Element): boolean => {
    for (let next = flatParent(element); next; next = flatParent(next))
      if (elements.has(next)) return true;
    return false;
  };
  return [...elements].filter(element => !isInside(element));
}

/** The whole page was walked before and now. */
function addMissing(
  census: Census,
  walked: ReadonlyMap<number, SnapshotNode>,
  gone: Set<number>,
): void {
  for (const node of census.nodes) if (node && !walked.has(node[1])) gone.add(node[1]);
}

function addDisconnected(view: View, census: Census, gone: Set<number>): void {
  for (const node of census.nodes) if (node && !view.registry.elementOf(node[1])) gone.add(node[1]);
}

interface Findings {
  readonly watch: Watch;
  readonly walked: ReadonlyMap<number, SnapshotNode>;
  readonly gone: Set<number>;
  /** `performance.now()` after which nothing more is looked for. */
  readonly until: number;
}

const CHECK_CLOCK_EVERY = 0x400;

/** What was in view below a root and was not met again. On a page too large for the time, as much as was reached. */
function addHidden(view: View, root: Element, { watch, walked, gone, until }: Findings): void {
  const check = (element: Element): void => {
    const local = view.registry.knownLocal(element);
    if (local !== undefined && watch.census.nodes[local] && !walked.has(local)) gone.add(local);
  };
  check(root);
  if (performance.now() > until) return;
  let steps = 0;
  for (const scope of [root, ...shadowsBelow(root)]) {
    const walker = elementWalker(scope);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (isElement(node)) check(node);
      if (++steps % CHECK_CLOCK_EVERY === 0 && performance.now() > until) return;
    }
  }
}

const MAX_ABOVE = 20;

/** Elements that may be called or filled differently although they stayed where they were. */
function suspects({ census, target }: Watch, touched: Touched): Set<Element> {
  const found = new Set<Element>([...touched.fields, ...rewritten(census)]);
  if (target && isConnected(target)) found.add(target);
  for (const { element } of touched.attributes) addWithAncestors(found, element);
  for (const element of touched.textParents) addWithAncestors(found, element);
  return found;
}

/** A name may come from anything inside, a label names its control. */
function addWithAncestors(found: Set<Element>, element: Element): void {
  let next: Element | null = element;
  for (let steps = 0; next && steps < MAX_ABOVE; steps++) {
    found.add(next);
    if (next instanceof HTMLLabelElement && next.control) found.add(next.control);
    next = flatParent(next);
  }
}

interface Seen {
  readonly walked: ReadonlyMap<number, SnapshotNode>;
  readonly looked: Map<number, SnapshotNode>;
  /** Their state was written to. */
  readonly marked: ReadonlySet<Element>;
}

function look(view: View, watch: Watch, element: Element, { walked, looked, marked }: Seen): void {
  const known = view.registry.knownLocal(element);
  if (known !== undefined && walked.has(known)) return;
  const isKnown = known !== undefined && view.registry.lastOf(known) !== undefined;
  const isWanted = isKnown || element === watch.target || marked.has(element);
  if (!isWanted && !isInteractive(element, roleOf(element))) return;
  if (isConnected(element) && isVisible(element)) {
    const node = nodeFor(view, element);
    looked.set(node[1], node);
  }
}
