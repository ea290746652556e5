import {
  closest,
  dataOf,
  hasAttributes,
  hasOnlyText,
  isElement,
  isText,
  tag,
  rectOf,
  textContent,
  textRect,
} from '#page/dom.ts';
import {
  baseVisit,
  breaksLine,
  markSeen,
  nextChild,
  openVisit,
  pruneHidden,
  showsText,
  type Visit,
} from './visit.ts';
import { meets } from './details.ts';
import { emit, flush, leave, type TreeOptions, type Walk } from './lines.ts';
import { factsOf, isDialog, isLive, isSaidElsewhere, type NodeFacts } from './node.ts';
import { judge, type Wanting } from './wanted.ts';
import { isBlank } from '#page/one-line.ts';
import { ACTIVE_TAGS, LEAF_ROLES, PHRASE_ROLES, STRUCTURE_TAGS } from '#page/role-tables.ts';
import { roleOf } from '#page/roles.ts';
import { isVisibleIn, type View } from '#page/view.ts';
import { hidesSubtree, isWithheld, UNSEEN_TAGS } from '#page/visible.ts';
import type { Omitted, SnapshotNode } from '#page/wire.ts';

export interface Tree {
  readonly nodes: readonly SnapshotNode[];
  readonly omitted: Omitted;
  /** False when the time ran out before the end of the document. */
  readonly isComplete: boolean;
}

/** Of a document without a root. */
export const EMPTY_TREE: Tree = {
  nodes: [],
  omitted: { texts: 0, elements: 0, clickables: 0, outside: 0 },
  isComplete: true,
};

const MAX_LOOKS = 1000;
const CHECK_CLOCK_EVERY = 0x100;

/** The accessibility tree below and including `root`, without recursion however deep the page. */
export function walkTree(view: View, root: Element, options: TreeOptions): Tree {
  const { interactive, clickables = 'focusable', until = Infinity } = options;
  const walk: Walk = {
    view,
    options,
    wanting: { view, interactive, clickables },
    nodes: [],
    text: '',
    omitted: { texts: 0, elements: 0, clickables: 0, outside: 0 },
    looks: MAX_LOOKS,
  };
  let visit: Visit | null = baseVisit(root);
  let steps = 0;
  while (visit) {
    const node = nextChild(visit);
    if (!node) {
      leave(walk, visit);
      visit = visit.parent;
    } else if (isElement(node)) visit = visitElement(walk, visit, node) ?? visit;
    else if (isText(node)) visitText(walk, visit, node);
    if (until !== Infinity && ++steps % CHECK_CLOCK_EVERY === 0 && performance.now() > until) break;
  }
  const { nodes, omitted } = walk;
  return { nodes, omitted, isComplete: visit === null };
}

function visitText(walk: Walk, visit: Visit, text: Text): void {
  if (visit.isSaid) return;
  const data = dataOf(text);
  if (isBlank(data)) {
    if (walk.text !== '') walk.text += ' ';
    return;
  }
  if (!collectsText(walk, visit)) visit.texts++;
  else if (showsText(walk.view, visit) && isInside(walk, visit, () => textRect(text)))
    walk.text += data;
}

/** Where only the viewport was asked for: whether it can be seen there. What speaks up is heard anywhere. */
const isInside = ({ options }: Walk, visit: Visit, rect: () => DOMRect): boolean =>
  !options.viewport || visit.isHeard || meets(rect(), options.viewport);

const collectsText = (walk: Walk, visit: Visit): boolean =>
  !walk.options.interactive || visit.isHeard;

/** Gives the visit to go on with when the element has children to visit. */
function visitElement(walk: Walk, visit: Visit, element: Element): Visit | undefined {
  const name = tag(element);
  if (UNSEEN_TAGS.has(name)) return undefined;
  if (hasAttributes(element) && isWithheld(element, walk.view.focusPath)) return undefined;
  walk.view.registry.hosts.consider(element, name);
  if (!hasAttributes(element) && isMereBox(walk.wanting, name))
    return visitPlainBox(walk, visit, element, name);
  if (name === 'br') walk.text += ' ';

  const role = roleOf(element);
  const verdict = judge(walk.wanting, visit, element, role);
  if (verdict === 'shown') return openWanted(walk, visit, element, role);
  if (verdict === 'unlisted' && isVisibleIn(walk.view, element)) walk.omitted.clickables++;
  return openOmitted(walk, visit, element, !PHRASE_ROLES.has(role));
}

/** Without any attribute, in a tree that shows what markup makes interactive. */
const isMereBox = ({ interactive, clickables }: Wanting, name: string): boolean =>
  interactive && clickables !== 'all' && !ACTIVE_TAGS.has(name);

function openWanted(walk: Walk, visit: Visit, element: Element, role: string): Visit | undefined {
  const name = tag(element);
  const isOption = isClosedOption(visit, name);
  if (isVisibleIn(walk.view, element) || isOption) {
    const isHeard = visit.isHeard || isDialog(role) || isLive(element, role);
    const isNear = isHeard || isOption || isInside(walk, visit, () => rectOf(element));
    if (!isNear) return openOutside(walk, visit, element, name);
    return openShown(walk, visit, element, { role, isHeard });
  }
  if (!hidesSubtree(element)) return openLifted(walk, visit, element, name);
  pruneHidden(visit);
  return undefined;
}

/** The options of a closed list have no boxes and are there nevertheless. */
const isClosedOption = (visit: Visit, name: string): boolean =>
  (name === 'option' || name === 'optgroup') &&
  visit.isSeen &&
  closest(visit.element, 'select') !== null;

/** An element that nothing in its markup makes interactive: quickly passed where it holds but text. */
function visitPlainBox(
  walk: Walk,
  visit: Visit,
  element: Element,
  name: string,
): Visit | undefined {
  if (name === 'br') {
    walk.text += ' ';
    return undefined;
  }
  const hasRole = STRUCTURE_TAGS.has(name);
  if (visit.isHeard || name === 'slot' || !hasOnlyText(element)) {
    const lifted = openLifted(walk, visit, element, name);
    lifted.isOmitted = hasRole;
    return lifted;
  }
  if (visit.isSaid || isBlank(textContent(element))) return undefined;
  if (walk.looks > 0) {
    walk.looks--;
    if (!isVisibleIn(walk.view, element)) return undefined;
    markSeen(visit);
  }
  visit.texts++;
  if (hasRole) visit.elements++;
  return undefined;
}

function openOmitted(walk: Walk, visit: Visit, element: Element, hasRole: boolean): Visit {
  const lifted = openLifted(walk, visit, element, tag(element));
  lifted.isOmitted = hasRole && walk.options.interactive;
  if (lifted.isOmitted && isPicture(lifted) && isVisibleIn(walk.view, element)) markSeen(lifted);
  return lifted;
}

/** Nothing below it will be found visible, because nothing is below it. */
const isPicture = (visit: Visit): boolean => visit.next === null && visit.list?.length === 0;

function openLifted(walk: Walk, visit: Visit, element: Element, name: string): Visit {
  const lifted = openVisit(walk.view, visit, element, name);
  lifted.isSaid ||= isSaidElsewhere(element, name);
  if (collectsText(walk, visit) && !visit.isSaid && breaksLine(element, name)) {
    lifted.isBlock = true;
    flush(walk, visit);
  }
  return lifted;
}

/** What is in it may be inside the viewport nevertheless. */
function openOutside(walk: Walk, visit: Visit, element: Element, name: string): Visit {
  walk.omitted.outside++;
  const outside = openLifted(walk, visit, element, name);
  outside.isSeen = true;
  markSeen(visit);
  return outside;
}

interface Wanted {
  readonly role: string;
  readonly isHeard: boolean;
}

function openShown(
  walk: Walk,
  visit: Visit,
  element: Element,
  { role, isHeard }: Wanted,
): Visit | undefined {
  const { view } = walk;
  const name = tag(element);
  const facts = factsOf(view, element, role);
  const isUntold = facts.role === 'generic' && facts.name === '';
  if (isUntold && walk.wanting.clickables !== 'all') return openLifted(walk, visit, element, name);
  flush(walk, visit);
  markSeen(visit);
  emit(walk, visit, element, facts);
  if (isWhole(walk, element, role, facts)) return undefined;

  const shown = openVisit(view, visit, element, name);
  shown.depth = visit.depth + 1;
  shown.shownAt = walk.nodes.length - 1;
  shown.isSeen = true;
  shown.isSaid = visit.isSaid || facts.holdsText || isSaidElsewhere(element, name);
  shown.isLeaf = visit.isLeaf || LEAF_ROLES.has(role);
  if (shown.isLeaf) shown.isTextVisible = true;
  shown.isHeard = isHeard;
  return shown;
}

/** Nothing inside it is left to be shown. */
function isWhole(walk: Walk, element: Element, role: string, facts: NodeFacts): boolean {
  if (role === 'iframe') return true;
  const { interactive } = walk.options;
  if (interactive && role === 'combobox' && tag(element) === 'select') return true;
  const isSaid = facts.holdsText || (interactive && LEAF_ROLES.has(role));
  return isSaid && hasOnlyText(element);
}
