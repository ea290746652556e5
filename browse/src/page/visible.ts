import { attr, flatParent, hasAttr, hasAttributes, hasBox, hasVisibleBox, tag } from './dom.ts';

/** Tags whose content is never on the page, whatever the style sheet says. */
export const UNSEEN_TAGS: ReadonlySet<string> = new Set([
  'base',
  'datalist',
  'defs',
  'desc',
  'head',
  'link',
  'meta',
  'metadata',
  'noembed',
  'noframes',
  'noscript',
  'param',
  'script',
  'source',
  'style',
  'symbol',
  'template',
  'title',
  'track',
]);

/** Replaced elements and fields: what is in their markup is not what is on the page. */
export const OPAQUE_TAGS: ReadonlySet<string> = new Set([
  'audio',
  'canvas',
  'embed',
  'frame',
  'iframe',
  'image',
  'img',
  'input',
  'meter',
  'progress',
  'textarea',
  'video',
]);

/** An element without a box of its own, such as `display: contents`, stands or falls with its parent. */
function isBoxless(element: Element): boolean {
  return tag(element) === 'slot' || getComputedStyle(element).display === 'contents';
}

/** Whether elements without a box take part in rendering, as far as one answer has asked. */
export type Boxless = Map<Element, boolean>;

/** Takes part in rendering: not `display: none`, not in skipped content. It may still be invisible. */
export function isRendered(element: Element, known?: Boxless): boolean {
  if (hasBox(element)) return true;
  const passed: Element[] = [];
  let next: Element | null = element;
  let is: boolean | undefined;
  while (next && is === undefined) {
    is = hasBox(next) || (known?.get(next) ?? (isBoxless(next) ? undefined : false));
    passed.push(next);
    next = flatParent(next);
  }
  if (known) for (const each of passed) known.set(each, is ?? false);
  return is ?? false;
}

/** Drawn, wherever on the page and however transparent. */
export const isVisible = (element: Element): boolean => isVisibleGiven(element, undefined);

/** The same, for an answer that asks of many elements. */
export function isVisibleGiven(element: Element, known: Boxless | undefined): boolean {
  if (hasVisibleBox(element)) return true;
  if (hasBox(element) || !isBoxless(element) || !isRendered(element, known)) return false;
  const { visibility } = getComputedStyle(element);
  return visibility === 'visible';
}

/** Text directly in a visible element shows: it does not skip what is inside. */
export function showsContent(element: Element): boolean {
  return !hasAttributes(element) || getComputedStyle(element).contentVisibility !== 'hidden';
}

/** Why nothing below an element is rendered, judged on the element alone. */
export function hidesSubtree(element: Element): boolean {
  if (hasBox(element)) return false;
  return !isBoxless(element);
}

/** Withheld from assistive technology by its author. What holds the focus cannot be withheld. */
export function isWithheld(element: Element, focusPath: ReadonlySet<Element>): boolean {
  if (!hasAttributes(element)) return false;
  if (hasAttr(element, 'inert')) return true;
  return attr(element, 'aria-hidden')?.toLowerCase() === 'true' && !focusPath.has(element);
}

/** Withheld itself or inside something that is. */
export function isWithheldAbove(element: Element, focusPath: ReadonlySet<Element>): boolean {
  for (let next: Element | null = element; next; next = flatParent(next))
    if (isWithheld(next, focusPath)) return true;
  return false;
}
