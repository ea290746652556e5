import { contains, flatParent } from '#page/dom.ts';
import { toDescribed } from '#page/tree/node.ts';
import { CONTENT_NAMED_ROLES, LIVE_ROLES } from '#page/role-tables.ts';
import { roleOf } from '#page/roles.ts';
import type { View } from '#page/view.ts';
import type { Watch } from './watch.ts';
import { withoutFigures } from './calm.ts';
import { rewritten, type Census } from './census.ts';
import type { Touched } from './recorder.ts';
import type { Described, SnapshotNode } from '#page/wire.ts';

/** What came, went and changed, before any list is cut. */
export interface Changes {
  readonly added: Described[];
  readonly removed: Described[];
  readonly changed: Described[];
  /** What the changed ones were before. */
  readonly were: Described[];
}

export interface Sightings {
  /** What a new look at the touched places found there. */
  readonly walked: ReadonlyMap<number, SnapshotNode>;
  /** Single elements looked at again, interactive or described before. */
  readonly looked: ReadonlyMap<number, SnapshotNode>;
  /** What was in view before and is not any more. */
  readonly gone: ReadonlySet<number>;
}

/**
 * Sorts what was sighted into what came, went and changed. Live regions are left out: they are told of as
 * alerts.
 */
export function compare(view: View, watch: Watch, touched: Touched, sightings: Sightings): Changes {
  const { census, id } = watch;
  const arrivals = arrivalsOf(census, touched);
  const written = rewrittenIn(census, touched);
  const held = new Set(rewritten(census));
  const added: SnapshotNode[] = [];
  const changed: SnapshotNode[] = [];
  const were: SnapshotNode[] = [];
  const judge = (node: SnapshotNode, before: SnapshotNode | undefined): boolean => {
    const isChanged = before
      ? isIn(view, held, node[1]) || (differs(before, node) && !isUnprompted(before, node))
      : isIn(view, written, node[1]);
    if (isChanged) changed.push(node);
    if (isChanged && before) were.push(before);
    return isChanged;
  };
  const isUnprompted = (before: SnapshotNode, node: SnapshotNode): boolean => {
    const element = watch.calm.restless.size > 0 ? view.registry.elementOf(node[1]) : undefined;
    return element !== undefined && isCounting(watch.calm.unrestAt(element), before, node);
  };
  for (const [local, node] of sightings.walked) {
    const before = watch.before[local] ?? census.nodes[local];
    if (!before && isNew(view, arrivals, local)) added.push(node);
    else judge(node, before);
  }
  for (const [local, node] of sightings.looked)
    judge(node, watch.before[local] ?? census.nodes[local] ?? view.registry.lastOf(local));
  const removed = [...sightings.gone]
    .map(local => census.nodes[local])
    .filter(node => node !== undefined);
  const paired = pairReplaced(added, removed);
  const describe = (nodes: readonly SnapshotNode[]): Described[] =>
    nodes.filter(([, , role]) => !LIVE_ROLES.has(role)).map(node => toDescribed(id, node));
  return {
    added: describe(paired.added),
    removed: describe(paired.removed),
    changed: describe(withoutEchoes(view, [...changed, ...paired.changed])),
    were: describe([...were, ...paired.were]),
  };
}

/** The name of a label holds what the control inside it holds: it is no news when the control is listed. */
function withoutEchoes({ registry }: View, changed: readonly SnapshotNode[]): SnapshotNode[] {
  const locals = new Set(changed.map(([, local]) => local));
  return changed.filter(([, local]) => {
    const label = registry.elementOf(local);
    const control = label instanceof HTMLLabelElement ? label.control : null;
    if (!label || !control || !contains(label, control)) return true;
    return !locals.has(registry.knownLocal(control) ?? 0);
  });
}

/** Having the focus is reported by itself. */
const lasting = (states: string): string => states.replace(/\b(focused|active)\b/g, '').trim();

const differs = (before: SnapshotNode, after: SnapshotNode): boolean =>
  identity(before) !== identity(after) || condition(before) !== condition(after);

const identity = ([, , role, name]: SnapshotNode): string => `${role}\n${name}`;
const condition = ([, , , , states, value]: SnapshotNode): string =>
  `${lasting(states)}\n${value ?? ''}`;

/** Only what changes by itself is another one: the figures, or of what always changes the name. */
function isCounting(
  unrest: 'mildly' | 'always' | undefined,
  before: SnapshotNode,
  after: SnapshotNode,
): boolean {
  if (unrest === undefined || lasting(before[4]) !== lasting(after[4])) return false;
  if (unrest === 'always') return true;
  const shape = (node: SnapshotNode): string =>
    withoutFigures(`${identity(node)}\n${node[5] ?? ''}`);
  return shape(before) === shape(after);
}

interface Arrivals {
  /** The whole page was known, so what was not known is new. */
  readonly isAll: boolean;
  readonly roots: ReadonlySet<Element>;
}

const REVEALERS = new Set(['hidden', 'open', 'aria-hidden', 'inert']);

function arrivalsOf(census: Census, touched: Touched): Arrivals {
  const roots = new Set([...touched.added, ...touched.toggled]);
  for (const { element, name, before } of touched.attributes)
    if (REVEALERS.has(name) || (name === 'style' && /display:\s*none/.test(before ?? '')))
      roots.add(element);
  return { isAll: census.isComplete, roots };
}

function isNew(view: View, { isAll, roots }: Arrivals, local: number): boolean {
  if (isAll) return true;
  for (let next = view.registry.elementOf(local) ?? null; next; next = flatParent(next))
    if (roots.has(next)) return true;
  return false;
}

const DESCRIBING = new Set(['role', 'title', 'alt', 'value', 'checked', 'disabled', 'placeholder']);

/**
 * What was never described before, but had what describes it written to. On a page that was seen whole that is what
 * no list of interactive elements holds, such as a row that can be selected.
 */
function rewrittenIn(
  census: Census,
  { attributes, fields, textParents, added }: Touched,
): ReadonlySet<Element> {
  if (census.isComplete) {
    const fresh = new Set(added);
    const marked = attributes.filter(
      ({ name, element }) => STATES.has(name) && !fresh.has(element),
    );
    return new Set(marked.map(({ element }) => element));
  }
  const written = attributes.filter(({ name }) => DESCRIBING.has(name) || isState(name));
  const renamed = textParents.flatMap(namedAbove);
  return new Set([...written.map(({ element }) => element), ...fields, ...renamed]);
}

const MAX_ABOVE = 4;

/** What takes its name from a text, at most four elements up. */
function namedAbove(element: Element): Element[] {
  const found: Element[] = [];
  let next: Element | null = element;
  for (let steps = 0; next && steps < MAX_ABOVE; steps++, next = flatParent(next))
    if (CONTENT_NAMED_ROLES.has(roleOf(next))) found.push(next);
  return found;
}

function isIn(view: View, elements: ReadonlySet<Element>, local: number): boolean {
  if (elements.size === 0) return false;
  const element = view.registry.elementOf(local);
  return element !== undefined && elements.has(element);
}

/** What tells the state of a row, a cell or a column header as well. */
export const STATES: ReadonlySet<string> = new Set([
  'aria-selected',
  'aria-checked',
  'aria-expanded',
  'aria-pressed',
  'aria-sort',
  'aria-current',
]);
const isState = (name: string): boolean => name.startsWith('aria-') && name !== 'aria-hidden';

/**
 * A list that is drawn anew has other elements that say the same: no change to a person. One that
 * differs in its state only has changed.
 */
function pairReplaced(
  added: readonly SnapshotNode[],
  removed: readonly SnapshotNode[],
): {
  readonly added: SnapshotNode[];
  readonly removed: SnapshotNode[];
  readonly changed: SnapshotNode[];
  readonly were: SnapshotNode[];
} {
  const same = pair(added, removed, node => `${identity(node)}\n${condition(node)}`);
  const alike = pair(same.added, same.removed, identity);
  const changed = alike.pairs.map(([after]) => after);
  const were = alike.pairs.map(([, before]) => before);
  return { added: alike.added, removed: alike.removed, changed, were };
}

/** Each added node with the first removed one of the same key, and what has no counterpart. */
function pair(
  added: readonly SnapshotNode[],
  removed: readonly SnapshotNode[],
  keyOf: (node: SnapshotNode) => string,
): {
  readonly added: SnapshotNode[];
  readonly removed: SnapshotNode[];
  readonly pairs: (readonly [after: SnapshotNode, before: SnapshotNode])[];
} {
  const waiting = Map.groupBy(removed.toReversed(), keyOf);
  const pairs: (readonly [SnapshotNode, SnapshotNode])[] = [];
  const fresh = added.filter(node => {
    const twin = waiting.get(keyOf(node))?.pop();
    if (twin) pairs.push([node, twin]);
    return !twin;
  });
  const taken = new Set(pairs.map(([, before]) => before));
  return { added: fresh, removed: removed.filter(node => !taken.has(node)), pairs };
}
