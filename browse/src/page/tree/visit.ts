import { hasBox, nextSibling } from '#page/dom.ts';
import { flatChildren } from './flat-children.ts';
import { isVisibleIn, type View } from '#page/view.ts';
import { hidesSubtree, showsContent } from '#page/visible.ts';

/** An element whose children are being visited. */
export interface Visit {
  readonly parent: Visit | null;
  readonly element: Element;
  next: Node | null;
  list: readonly Node[] | null;
  index: number;
  /** Depth of what is shown below it. */
  depth: number;
  /** Index of its own node, or -1. */
  shownAt: number;
  /** Its text is said already, in a name or a value. */
  isSaid: boolean;
  /** In a live region or a dialog: text is shown in the interactive tree too, and wherever on the page it is. */
  isHeard: boolean;
  /** Only what can be operated is shown below. */
  isLeaf: boolean;
  /** A line begins and ends with it. */
  isBlock: boolean;
  /** Left out of the interactive tree although it has a role. */
  isOmitted: boolean;
  /** Something below it, or its own text, was found visible. */
  isSeen: boolean;
  /** Texts left out of the interactive tree, counted once something is known to be visible here. */
  texts: number;
  elements: number;
  isTextVisible: boolean | undefined;
}

/** Enters an element: what holds for all below a parent is taken over from it. */
export function openVisit(view: View, parent: Visit | null, element: Element, name: string): Visit {
  const { first, list } = flatChildren(view, element, name);
  return {
    parent,
    element,
    next: first,
    list,
    index: 0,
    depth: parent?.depth ?? 0,
    shownAt: -1,
    isSaid: parent?.isSaid ?? false,
    isHeard: parent?.isHeard ?? false,
    isLeaf: parent?.isLeaf ?? false,
    isBlock: false,
    isOmitted: false,
    isSeen: false,
    texts: 0,
    elements: 0,
    isTextVisible: undefined,
  };
}

/** A visit around the root of a walk, so that the root is visited as any other child. */
export function baseVisit(root: Element): Visit {
  return {
    parent: null,
    element: root,
    next: null,
    list: [root],
    index: 0,
    depth: 0,
    shownAt: -1,
    isSaid: false,
    isHeard: false,
    isLeaf: false,
    isBlock: true,
    isOmitted: false,
    isSeen: false,
    texts: 0,
    elements: 0,
    isTextVisible: undefined,
  };
}

/** The next node to visit; null once all were, or the rest was skipped. */
export function nextChild(visit: Visit): Node | null {
  if (visit.list) return visit.list[visit.index++] ?? null;
  const { next } = visit;
  if (next) visit.next = nextSibling(next);
  return next;
}

function skipRest(visit: Visit): void {
  visit.next = null;
  visit.list = null;
}

/** Something visible was found: no element around it can be in a hidden subtree. */
export function markSeen(visit: Visit): void {
  for (let next: Visit | null = visit; next && !next.isSeen; next = next.parent) next.isSeen = true;
}

/** Whether text directly in the element shows. Asked once an element, however many texts it has. */
export function showsText(view: View, visit: Visit): boolean {
  if (visit.isTextVisible === undefined) {
    visit.isTextVisible = isVisibleIn(view, visit.element) && showsContent(visit.element);
    if (visit.isTextVisible) markSeen(visit);
    else pruneHidden(visit);
  }
  return visit.isTextVisible;
}

/**
 * Ends the visit of the outermost hidden subtree around `visit`. Visibility is asked at what would
 * be shown only, so hidden subtrees are entered and left at the first such place.
 */
export function pruneHidden(visit: Visit): void {
  const boxless: Visit[] = [];
  for (let next: Visit | null = visit; isUnseenBoxless(next); next = next.parent)
    boxless.push(next);
  // From the outside in: the style of what is deep in a hidden subtree is slow to get.
  const hidden = boxless.findLastIndex(each => hidesSubtree(each.element));
  for (const each of boxless.slice(0, hidden + 1)) skipRest(each);
}

const isUnseenBoxless = (visit: Visit | null): visit is Visit =>
  visit !== null && visit.parent !== null && !visit.isSeen && !hasBox(visit.element);

const BLOCK_TAGS = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'body',
  'center',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'header',
  'hgroup',
  'legend',
  'main',
  'nav',
  'p',
  'pre',
  'section',
  'summary',
]);

/** By tag where HTML settles it, which spares the style; else by `display`. */
export function breaksLine(element: Element, name: string): boolean {
  if (BLOCK_TAGS.has(name)) return true;
  return !/^(inline|contents|ruby.*)$/.test(getComputedStyle(element).display);
}
