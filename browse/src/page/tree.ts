import { isClickable } from './clickable.ts';
import {
  clientHeight,
  clientWidth,
  closest,
  dataOf,
  hasAttributes,
  hasOnlyText,
  isElement,
  isText,
  tag,
  textContent,
} from './dom.ts';
import {
  baseFrame,
  breaksLine,
  markSeen,
  nextChild,
  openFrame,
  pruneHidden,
  showsText,
  type Frame,
} from './frame.ts';
import {
  factsOf,
  isDialog,
  isInteractive,
  isLive,
  isSaidElsewhere,
  type NodeFacts,
} from './node.ts';
import { isBlank, oneLine } from './one-line.ts';
import { ACTIVE_TAGS, LEAF_ROLES, PHRASE_ROLES, STRUCTURE_TAGS } from './role-tables.ts';
import { roleOf } from './roles.ts';
import { isVisibleIn, type View } from './view.ts';
import { hidesSubtree, isVisible, isWithheld, UNSEEN_TAGS } from './visible.ts';
import type { SnapshotNode } from './wire.ts';

export interface TreeOptions {
  readonly interactive: boolean;
  /** Boxes that look clickable are shown although they have no role. Always so in the full tree. */
  readonly clickable?: boolean;
  /** `performance.now()` after which the walk stops where it is. */
  readonly until?: number;
}

export interface Tree {
  readonly nodes: readonly SnapshotNode[];
  /** What the interactive tree left out. */
  readonly texts: number;
  readonly elements: number;
  readonly isComplete: boolean;
}

interface Walk {
  readonly view: View;
  readonly options: TreeOptions;
  readonly nodes: SnapshotNode[];
  /** Text of the innermost shown element, up to the next shown element or line end. */
  text: string;
  texts: number;
  elements: number;
  /** How many more of the texts left out are counted only after a look at each. */
  looks: number;
}

const MAX_LOOKS = 1000;
const CHECK_CLOCK_EVERY = 0x100;
const MAX_TEXT_NODE = 4000;

/** The accessibility tree below and including `root`, without recursion however deep the page. */
export function walkTree(view: View, root: Element, options: TreeOptions): Tree {
  const walk: Walk = {
    view,
    options,
    nodes: [],
    text: '',
    texts: 0,
    elements: 0,
    looks: MAX_LOOKS,
  };
  const { until = Infinity } = options;
  let frame: Frame | null = baseFrame(root);
  let steps = 0;
  while (frame) {
    const node = nextChild(frame);
    if (!node) {
      leave(walk, frame);
      frame = frame.parent;
    } else if (isElement(node)) frame = visitElement(walk, frame, node) ?? frame;
    else if (isText(node)) visitText(walk, frame, node);
    if (until !== Infinity && ++steps % CHECK_CLOCK_EVERY === 0 && performance.now() > until) break;
  }
  const { nodes, texts, elements } = walk;
  return { nodes, texts, elements, isComplete: frame === null };
}

function visitText(walk: Walk, frame: Frame, text: Text): void {
  if (frame.isSaid) return;
  const data = dataOf(text);
  if (isBlank(data)) {
    if (walk.text !== '') walk.text += ' ';
    return;
  }
  if (!collectsText(walk, frame)) frame.texts++;
  else if (showsText(frame)) walk.text += data;
}

const collectsText = (walk: Walk, frame: Frame): boolean =>
  !walk.options.interactive || frame.isTexty;

/** Gives the frame to go on with when the element has children to visit. */
function visitElement(walk: Walk, frame: Frame, element: Element): Frame | undefined {
  const name = tag(element);
  if (UNSEEN_TAGS.has(name)) return undefined;
  const isMarked = hasAttributes(element);
  if (isMarked && isWithheld(element, walk.view.focusPath)) return undefined;
  if (!isMarked && walk.options.interactive && !ACTIVE_TAGS.has(name))
    return visitPlainBox(walk, frame, element, name);
  if (name === 'br') walk.text += ' ';

  const role = roleOf(element);
  if (!isWanted(walk, frame, element, role))
    return openOmitted(walk, frame, element, !PHRASE_ROLES.has(role));
  if (isVisibleIn(walk.view, element) || isClosedOption(frame, name))
    return openShown(walk, frame, element, role);
  if (!hidesSubtree(element)) return openLifted(walk, frame, element, name);
  pruneHidden(frame);
  return undefined;
}

/** The options of a closed list have no boxes and are there nevertheless. */
const isClosedOption = (frame: Frame, name: string): boolean =>
  (name === 'option' || name === 'optgroup') &&
  frame.isSeen &&
  closest(frame.element, 'select') !== null;

function isWanted(walk: Walk, frame: Frame, element: Element, role: string): boolean {
  return role === 'generic'
    ? wantsBox(walk, frame, element)
    : wantsRole(walk, frame, element, role);
}

function wantsRole(walk: Walk, frame: Frame, element: Element, role: string): boolean {
  if (role === 'iframe') return isLargeEnough(element);
  if (role === 'none') return false;
  if (isInteractive(element, role)) return true;
  if (frame.isLeaf) return false;
  if (isDialog(role) || isLive(element, role)) return true;
  if (walk.options.interactive) return seemsClickable(walk, frame, element);
  if (PHRASE_ROLES.has(role)) return false;
  return role !== 'caption' || !isSaidElsewhere(element, 'caption');
}

function wantsBox(walk: Walk, frame: Frame, element: Element): boolean {
  if (isInteractive(element, 'generic')) return true;
  if (frame.isLeaf) return false;
  if (isLive(element, 'generic')) return true;
  return seemsClickable(walk, frame, element);
}

/** On request in the interactive tree, always in the full one. */
function seemsClickable(walk: Walk, frame: Frame, element: Element): boolean {
  const { interactive, clickable } = walk.options;
  return (clickable === true || !interactive) && !frame.isSaid && isClickable(element);
}

/** Frames of a pixel or none are there to count visits. */
const isLargeEnough = (element: Element): boolean =>
  clientWidth(element) > 2 && clientHeight(element) > 2;

/** An element that nothing in its markup makes interactive: quickly passed where it holds but text. */
function visitPlainBox(
  walk: Walk,
  frame: Frame,
  element: Element,
  name: string,
): Frame | undefined {
  if (name === 'br') {
    walk.text += ' ';
    return undefined;
  }
  const hasRole = STRUCTURE_TAGS.has(name);
  if (frame.isTexty || name === 'slot' || !hasOnlyText(element)) {
    const lifted = openLifted(walk, frame, element, name);
    lifted.isOmitted = hasRole;
    return lifted;
  }
  if (frame.isSaid || isBlank(textContent(element))) return undefined;
  if (walk.looks > 0) {
    walk.looks--;
    if (!isVisible(element)) return undefined;
    markSeen(frame);
  }
  frame.texts++;
  if (hasRole) frame.elements++;
  return undefined;
}

function openOmitted(walk: Walk, frame: Frame, element: Element, hasRole: boolean): Frame {
  const lifted = openLifted(walk, frame, element, tag(element));
  lifted.isOmitted = hasRole && walk.options.interactive;
  if (lifted.isOmitted && isPicture(lifted) && isVisible(element)) markSeen(lifted);
  return lifted;
}

/** Nothing below it will be found visible, because nothing is below it. */
const isPicture = (frame: Frame): boolean => frame.next === null && frame.list?.length === 0;

function openLifted(walk: Walk, frame: Frame, element: Element, name: string): Frame {
  const lifted = openFrame(walk.view, frame, element, name);
  lifted.isSaid ||= isSaidElsewhere(element, name);
  if (collectsText(walk, frame) && !frame.isSaid && breaksLine(element, name)) {
    lifted.isBlock = true;
    flush(walk, frame);
  }
  return lifted;
}

function openShown(walk: Walk, frame: Frame, element: Element, role: string): Frame | undefined {
  const { view } = walk;
  const name = tag(element);
  const facts = factsOf(view, element, role);
  if (facts.role === 'generic' && facts.name === '') return openLifted(walk, frame, element, name);
  flush(walk, frame);
  markSeen(frame);
  emit(walk, frame, element, facts);
  if (isWhole(walk, element, role, facts)) return undefined;

  const shown = openFrame(view, frame, element, name);
  shown.depth = frame.depth + 1;
  shown.shownAt = walk.nodes.length - 1;
  shown.isSeen = true;
  shown.isSaid = frame.isSaid || facts.holdsText || isSaidElsewhere(element, name);
  shown.isLeaf = frame.isLeaf || LEAF_ROLES.has(role);
  if (shown.isLeaf) shown.isTextVisible = true;
  shown.isTexty = frame.isTexty || isDialog(role) || isLive(element, role);
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

function emit(walk: Walk, frame: Frame, element: Element, facts: NodeFacts): void {
  const { registry } = walk.view;
  const { role, name, states, value } = facts;
  const local = registry.localOf(element);
  const node: SnapshotNode =
    value === undefined
      ? [frame.depth, local, role, name, states]
      : [frame.depth, local, role, name, states, value];
  registry.remember(local, node);
  walk.nodes.push(node);
}

function leave(walk: Walk, frame: Frame): void {
  if (frame.isBlock || frame.shownAt >= 0) flush(walk, frame);
  if (frame.shownAt >= 0) unwrap(walk, frame);
  if (!walk.options.interactive) return;
  countOmitted(walk, frame);
  const isEmpty = frame.shownAt >= 0 && frame.shownAt === walk.nodes.length - 1;
  if (isEmpty && saysNothing(walk, frame)) walk.nodes.pop();
}

/** A box around the one thing it is named after says nothing that this thing does not. */
function unwrap({ nodes }: Walk, { shownAt, depth }: Frame): void {
  const box = nodes[shownAt];
  const only = nodes[shownAt + 1];
  if (!box || !only || nodes.length > shownAt + 2) return;
  const [, local, role, name, ...rest] = only;
  if (box[2] !== 'generic' || local === 0 || name !== box[3]) return;
  nodes.splice(shownAt, 2, [depth - 1, local, role, name, ...rest]);
}

function countOmitted(walk: Walk, frame: Frame): void {
  if (frame.texts > 0 && (frame.isSeen || showsText(frame))) {
    walk.texts += frame.texts;
    walk.elements += frame.elements;
  }
  if (frame.isOmitted && frame.isSeen) walk.elements++;
}

/** A live region is worth a line when it says something. */
function saysNothing(walk: Walk, frame: Frame): boolean {
  const [, , role, name, , value] = walk.nodes[frame.shownAt] ?? [];
  if (name !== '' || value !== undefined || role === undefined) return false;
  return isLive(frame.element, role) && !isInteractive(frame.element, role);
}

function flush(walk: Walk, frame: Frame): void {
  if (walk.text === '') return;
  const text = oneLine(walk.text, MAX_TEXT_NODE);
  walk.text = '';
  if (text !== '') walk.nodes.push([frame.depth, 0, 'text', text, '']);
}
