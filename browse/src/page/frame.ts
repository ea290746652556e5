import { hasBox, nextSibling } from './dom.ts';
import { flatChildren } from './flat-children.ts';
import type { View } from './view.ts';
import { hidesSubtree, showsContent } from './visible.ts';

/** An element whose children are being visited. */
export interface Frame {
  readonly parent: Frame | null;
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
  /** Text is shown here in the interactive tree too. */
  isTexty: boolean;
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

export function openFrame(view: View, parent: Frame | null, element: Element, name: string): Frame {
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
    isTexty: parent?.isTexty ?? false,
    isLeaf: parent?.isLeaf ?? false,
    isBlock: false,
    isOmitted: false,
    isSeen: false,
    texts: 0,
    elements: 0,
    isTextVisible: undefined,
  };
}

/** A frame around the root of a walk, so that the root is visited as any other child. */
export function baseFrame(root: Element): Frame {
  return {
    parent: null,
    element: root,
    next: null,
    list: [root],
    index: 0,
    depth: 0,
    shownAt: -1,
    isSaid: false,
    isTexty: false,
    isLeaf: false,
    isBlock: true,
    isOmitted: false,
    isSeen: false,
    texts: 0,
    elements: 0,
    isTextVisible: undefined,
  };
}

export function nextChild(frame: Frame): Node | null {
  if (frame.list) return frame.list[frame.index++] ?? null;
  const { next } = frame;
  if (next) frame.next = nextSibling(next);
  return next;
}

function skipRest(frame: Frame): void {
  frame.next = null;
  frame.list = null;
}

export function markSeen(frame: Frame): void {
  for (let next: Frame | null = frame; next && !next.isSeen; next = next.parent) next.isSeen = true;
}

/** Whether text directly in the element shows. Asked once an element, however many texts it has. */
export function showsText(frame: Frame): boolean {
  if (frame.isTextVisible === undefined) {
    frame.isTextVisible = showsContent(frame.element);
    if (frame.isTextVisible) markSeen(frame);
    else pruneHidden(frame);
  }
  return frame.isTextVisible;
}

/**
 * Ends the visit of the outermost hidden subtree around `frame`. Visibility is asked at what would
 * be shown only, so hidden subtrees are entered and left at the first such place.
 */
export function pruneHidden(frame: Frame): void {
  const boxless: Frame[] = [];
  for (let next: Frame | null = frame; isUnseenBoxless(next); next = next.parent)
    boxless.push(next);
  // From the outside in: the style of what is deep in a hidden subtree is slow to get.
  const hidden = boxless.findLastIndex(each => hidesSubtree(each.element));
  for (const each of boxless.slice(0, hidden + 1)) skipRest(each);
}

const isUnseenBoxless = (frame: Frame | null): frame is Frame =>
  frame !== null && frame.parent !== null && !frame.isSeen && !hasBox(frame.element);

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

export function breaksLine(element: Element, name: string): boolean {
  if (BLOCK_TAGS.has(name)) return true;
  return !/^(inline|contents|ruby.*)$/.test(getComputedStyle(element).display);
}
