import { attr, contains, elementWalker, isElement, tag } from '#page/dom.ts';
import type { Restless, Touched } from './recorder.ts';
import { changedLooks, type Looks } from './looks.ts';
import { isVisible } from '#page/visible.ts';

const PICTURES = new Set(['img', 'svg', 'canvas', 'video', 'picture', 'image', 'path', 'use']);
const DRAWING = new Set(['src', 'srcset', 'd', 'href', 'points', 'poster', 'transform', 'fill']);
const STYLING = new Set(['class', 'style', 'id']);
const MAX_SEARCHED = 500;

/**
 * Whether something without words changed in front of a person: a picture, a place, a colour. What changes by itself
 * is no news.
 */
export function looksDifferent(touched: Touched, looks: Looks, restless: Restless): boolean {
  const { added } = touched;
  const attributes = touched.attributes.filter(({ element }) => !restless.has(element));
  if (added.some(holdsPicture)) return true;
  if (attributes.some(({ element, name }) => isDrawing(element, name) && isVisible(element)))
    return true;
  const styles = attributes.filter(({ name }) => name === 'style');
  if (styles.some(({ element, before }) => moves(element, before) && isVisible(element)))
    return true;
  const isRestyled = attributes.some(({ name }) => STYLING.has(name) || name.startsWith('data-'));
  return isRestyled && changedLooks(looks).some(element => isUnder(element, attributes));
}

const isDrawing = (element: Element, name: string): boolean =>
  DRAWING.has(name) && PICTURES.has(tag(element));

function holdsPicture(root: Element): boolean {
  if (PICTURES.has(tag(root))) return isVisible(root);
  const walker = elementWalker(root);
  let node = walker.nextNode();
  for (let steps = 0; node && steps < MAX_SEARCHED; steps++, node = walker.nextNode())
    if (isElement(node) && PICTURES.has(tag(node)) && isVisible(node)) return true;
  return false;
}

const PLACING =
  /(^|[;\s])(transform|translate|left|top|right|bottom|width|height|margin[\w-]*|opacity|color|background[\w-]*)\s*:\s*([^;]*)/gi;

/** Its own style puts it elsewhere or draws it differently, judging by what is written there. */
function moves(element: Element, before: string | null): boolean {
  return placing(before ?? '') !== placing(attr(element, 'style') ?? '');
}

const placing = (style: string): string =>
  [...style.matchAll(PLACING)]
    .map(([, , name, value]) => `${name}:${value?.trim()}`)
    .toSorted()
    .join(';');

/**
 * The look of an element answers to what was written on it or around it. Not to what was written on
 * the page as a whole: the pointer that hovers the element now may have changed its look as well.
 */
function isUnder(element: Element, attributes: readonly { readonly element: Element }[]): boolean {
  return attributes.some(
    each => each.element === element || (!isPage(each.element) && contains(each.element, element)),
  );
}

const isPage = (element: Element): boolean => tag(element) === 'html' || tag(element) === 'body';
