import { bodyOf, dataOf, firstChild, innerText, isText, nextSibling, tag } from '#page/dom.ts';
import { collapse } from '#page/one-line.ts';
import { isRendered, UNSEEN_TAGS } from '#page/visible.ts';

const MAX_TEXT = 500_000;
const MAX_SHADOWS = 2000;
const MAX_CHILDREN = 1000;

/** What is drawn of an element's text, on one line and uncut. Empty for SVG and MathML. */
export const textOf = (element: Element): string =>
  element instanceof HTMLElement ? collapse(innerText(element)) : '';

/**
 * What is drawn of a document's text: its own tree's, then that of each shadow tree. Cut where it is too long to be
 * compared after every action.
 */
export function pageText(document: Document, shadows: readonly ShadowRoot[]): string {
  const body = bodyOf(document);
  let text = body ? innerText(body).slice(0, MAX_TEXT) : '';
  for (const shadow of shadows.slice(0, MAX_SHADOWS)) {
    if (text.length >= MAX_TEXT) break;
    const own = shadowText(shadow);
    if (own !== '') text += `\n${own}`;
  }
  return text.slice(0, MAX_TEXT);
}

/** Neither what is slotted into it nor the trees nested in it, which have their own turn. */
function shadowText(shadow: ShadowRoot): string {
  if (!isRendered(shadow.host)) return '';
  let text = '';
  let node = firstChild(shadow);
  for (let count = 0; node && count < MAX_CHILDREN; count++, node = nextSibling(node))
    if (isText(node)) text += dataOf(node);
    else if (node instanceof HTMLElement) text += childText(node);
  return text;
}

/** What is not rendered would give its content (HTML, the innerText getter). */
function childText(child: HTMLElement): string {
  if (UNSEEN_TAGS.has(tag(child)) || !isRendered(child)) return '';
  const isInline = /^(inline|contents)/.test(getComputedStyle(child).display);
  const edge = isInline ? ' ' : '\n';
  return `${edge}${innerText(child)}${edge}`;
}
