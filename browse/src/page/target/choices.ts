import { attr, innerText, textContent } from '#page/dom.ts';
import { oneLine } from '#page/one-line.ts';
import { describe } from '#page/tree/node.ts';
import type { View } from '#page/view.ts';
import type { ChoicesAnswer } from '#page/wire.ts';

import { folded } from './options.ts';

const MAX_LISTED = 20;
const MAX_LABEL = 200;

/** Looks for one of the options of a list made by scripts, as a person would name it. */
export function findChoice(
  view: View,
  { total, first }: { readonly total: number; readonly first: readonly Element[] },
  wanted: string,
): ChoicesAnswer {
  const options = first.map(element => ({ element, described: describe(view, element) }));
  const found =
    options.find(({ element }) => valueOf(element) === wanted) ??
    options.find(({ described }) => described.name === wanted) ??
    options.find(({ described }) => folded(described.name) === folded(wanted)) ??
    options.find(({ element }) => folded(drawnText(element)) === folded(wanted));
  return {
    total,
    ...(found && { found: found.described }),
    listed: options.slice(0, MAX_LISTED).map(({ described }) => oneLine(described.name, MAX_LABEL)),
  };
}

/** Without what the style sheet draws in front, such as a check mark, which belongs to the name. */
const drawnText = (element: Element): string =>
  element instanceof HTMLElement ? innerText(element) : textContent(element);

const valueOf = (element: Element): string | null =>
  attr(element, 'data-value') ?? attr(element, 'value');
