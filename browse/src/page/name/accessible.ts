import { hasAttr, hasAttributes, hasOnlyText, tag, textContent } from '#page/dom.ts';
import { authoredName, contentText, openRun } from './text.ts';
import { fallbackName } from './native.ts';
import { oneLine } from '#page/one-line.ts';
import { CONTENT_NAMED_ROLES, UNNAMED_ROLES } from '#page/role-tables.ts';
import { isInGrid } from '#page/roles.ts';
import type { View } from '#page/view.ts';
import { isRendered } from '#page/visible.ts';

export interface Name {
  readonly text: string;
  /** The text inside the element made it, so that text need not be shown again. */
  readonly fromContent: boolean;
}

const NAMELESS: Name = { text: '', fromContent: false };
const given = (text: string): Name => ({ text, fromContent: false });

/** The accessible name (accname 1.2), one line of 1000 characters at most; longer ones end in a mark of the cut. */
export function nameOf(view: View, element: Element, role: string): Name {
  const isNamedByContent = CONTENT_NAMED_ROLES.has(role) || isGridRow(view, element, role);
  const plain = isNamedByContent ? plainContent(view, element) : '';
  if (plain !== '') return { text: plain, fromContent: true };
  const authored = oneLine(authoredName(openRun(view, element), element));
  if (authored !== '') return given(authored);
  if (isNamedByContent) {
    const content = contentName(view, element, role);
    if (content !== '') return { text: content, fromContent: true };
  }
  const hasFallback = hasAttributes(element) && !UNNAMED_ROLES.has(role);
  const fallback = hasFallback ? oneLine(fallbackName(element)) : '';
  return fallback === '' ? NAMELESS : given(fallback);
}

/** A row can have the focus in a grid only, and is then read as a whole. */
const isGridRow = (view: View, element: Element, role: string): boolean =>
  role === 'row' &&
  [element, view.ownership.owners.get(element)].some(from => from && isInGrid(from));

/** The text inside as accname 1.2 takes a name from content, whatever the role says about names. */
export function contentName(view: View, element: Element, role = ''): string {
  const run = openRun(view, element, role);
  const takesHidden = isUndrawnOption(element);
  return oneLine(contentText(takesHidden ? { ...run, takesHidden } : run, element));
}

/** The options of a closed list have no boxes, nor has anything in them. */
const isUndrawnOption = (element: Element): boolean =>
  tag(element) === 'option' && !isRendered(element);

/** Their text is not the first thing to ask for. */
const LABELLED_TAGS = new Set(['button', 'slot']);

/** An element with one text and nothing said about it, which is what most links and cells are. */
function plainContent(view: View, element: Element): string {
  if (!hasOnlyText(element) || LABELLED_TAGS.has(tag(element)) || hasAuthoring(element)) return '';
  if (view.ownership.gained.has(element)) return '';
  const { before, after } = view.pseudo;
  return before(element) === '' && after(element) === '' ? oneLine(textContent(element)) : '';
}

const hasAuthoring = (element: Element): boolean =>
  hasAttributes(element) &&
  (hasAttr(element, 'aria-label') ||
    hasAttr(element, 'aria-labelledby') ||
    hasAttr(element, 'label'));
