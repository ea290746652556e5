import { attr, descriptionTargets, hasAttr, hasAttributes, tag, textContent } from '#page/dom.ts';
import { firstChildTagged } from '#page/focusable.ts';
import { oneLine } from '#page/one-line.ts';
import type { View } from '#page/view.ts';
import { contentText, openRun, textOfEach } from './text.ts';

const MAX_DESCRIPTION = 300;

/**
 * The accessible description (accname 1.2, HTML-AAM 1.0): one line of at most 300 characters, longer ones
 * end in a mark of the cut. Empty when there is none, and when it says only what the name says.
 */
export function descriptionOf(view: View, element: Element, role: string, name: string): string {
  if (role === 'none' || !hasAttributes(element)) return '';
  for (const source of SOURCES) {
    const said = source(view, element);
    const line = said === '' ? '' : oneLine(said, MAX_DESCRIPTION);
    if (line !== '' && line !== name) return line;
  }
  return '';
}

type Source = (view: View, element: Element) => string;

/** In the order of precedence: what repeats the name makes room for the next. */
const SOURCES: readonly Source[] = [
  (view, element) =>
    hasAttr(element, 'aria-describedby')
      ? textOfEach(openRun(view, element), descriptionTargets(element))
      : '',
  (_, element) => attr(element, 'aria-description') ?? '',
  (view, element) => NATIVE.get(tag(element))?.(view, element) ?? '',
  (_, element) => attr(element, 'title') ?? '',
];

/** What HTML says of an element whose name came from elsewhere. */
const NATIVE: ReadonlyMap<string, Source> = new Map<string, Source>([
  ['input', (_, element) => buttonValue(element)],
  ['summary', (view, element) => contentText(openRun(view, element), element)],
  ['svg', (_, element) => childText(element, 'desc') || childText(element, 'title')],
  ['table', (view, element) => captionText(view, element) || (attr(element, 'summary') ?? '')],
]);

const BUTTON_TYPES = new Set(['button', 'reset', 'submit']);

const buttonValue = (element: Element): string =>
  element instanceof HTMLInputElement && BUTTON_TYPES.has(element.type) ? element.value : '';

function childText(element: Element, name: string): string {
  const child = firstChildTagged(element, name);
  return child ? textContent(child) : '';
}

/** The summary of a table that its caption names. */
function captionText(view: View, table: Element): string {
  const caption = firstChildTagged(table, 'caption');
  const isName = !hasAttr(table, 'aria-label') && !hasAttr(table, 'aria-labelledby');
  return caption && !isName ? textOfEach(openRun(view, table), [caption]) : '';
}
