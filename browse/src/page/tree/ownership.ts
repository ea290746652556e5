import { attr, byId, flatParent, noteOwner, queryAll, tag, type TreeScope } from '#page/dom.ts';
import { OPAQUE_TAGS } from '#page/visible.ts';

/** What `aria-owns` moves. No element is moved into itself, however the owners refer to each other. */
export interface Ownership {
  readonly owners: ReadonlyMap<Element, Element>;
  /** Owner → what it gained, in the order it names them. */
  readonly gained: ReadonlyMap<Element, readonly Element[]>;
  /** Parents in the flattened tree that lost a child. */
  readonly bereft: ReadonlySet<Element>;
  /** Follows the owners of one more tree, once. */
  readonly include: (scope: TreeScope) => void;
}

const MAX_OWNED = 1000;
/** Steps upwards in search of circles, for all owners together. */
const MAX_STEPS = 200_000;

/** Follows `aria-owns` of WAI-ARIA 1.2: the first owner wins, and past a bound nothing more is moved. */
export function findOwnership(scopes: Iterable<TreeScope>): Ownership {
  const included = new Set<TreeScope>();
  const owners = new Map<Element, Element>();
  const gained = new Map<Element, Element[]>();
  const bereft = new Set<Element>();
  const budget = { steps: MAX_STEPS };
  const include = (scope: TreeScope): void => {
    if (included.has(scope)) return;
    included.add(scope);
    for (const [owner, child] of claims(scope)) {
      if (owners.size >= MAX_OWNED || budget.steps <= 0) break;
      if (owners.has(child) || isInside(owner, child, owners, budget)) continue;
      owners.set(child, owner);
      noteOwner(child, owner);
      const children = gained.get(owner);
      if (children) children.push(child);
      else gained.set(owner, [child]);
      const parent = flatParent(child);
      if (parent) bereft.add(parent);
    }
  };
  for (const scope of scopes) include(scope);
  return { owners, gained, bereft, include };
}

function* claims(scope: TreeScope): Generator<readonly [owner: Element, child: Element]> {
  for (const owner of queryAll(scope, '[aria-owns]')) {
    // What a field claims to own, as early comboboxes did, stays where it is: nothing can be in a field.
    if (OPAQUE_TAGS.has(tag(owner))) continue;
    for (const id of attr(owner, 'aria-owns')?.split(/\s+/) ?? []) {
      const child = byId(scope, id);
      if (child) yield [owner, child];
    }
  }
}

/** In the markup or after the moves made so far. Undecided when the steps run out, which counts as inside. */
function isInside(
  owner: Element,
  child: Element,
  owners: ReadonlyMap<Element, Element>,
  budget: { steps: number },
): boolean {
  const isBelow = (parentOf: (element: Element) => Element | null): boolean => {
    for (let next: Element | null = owner; next; next = parentOf(next))
      if (next === child || budget.steps-- <= 0) return true;
    return false;
  };
  return isBelow(flatParent) || isBelow(element => owners.get(element) ?? flatParent(element));
}
