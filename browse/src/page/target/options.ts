import { collapse, oneLine } from '#page/one-line.ts';
import { optionLabel } from '#page/values.ts';
import type { OptionsAnswer } from '#page/wire.ts';

const MAX_LISTED = 20;
const MAX_LABEL = 200;

/** For comparing as a person would: white space and case aside. */
export const folded = (text: string): string => collapse(text).toLowerCase();

/** Looks for options as a person would name them; throws when the element is no `select`. */
export function findOptions(element: Element, wanted: readonly string[]): OptionsAnswer {
  if (!(element instanceof HTMLSelectElement))
    throw new Error('Cannot list the options: the element is no select');
  const options = [...element.options];
  const labels = options.map(optionLabel);
  const byValue = firstOf(options.map(({ value }) => value));
  const byLabel = firstOf(labels);
  const byFolded = firstOf(labels.map(folded));
  const find = (word: string): number | null =>
    byValue.get(word) ?? byLabel.get(word) ?? byFolded.get(folded(word)) ?? null;
  return {
    total: options.length,
    multiple: element.multiple,
    found: wanted.map(find),
    listed: labels.slice(0, MAX_LISTED).map(label => oneLine(label, MAX_LABEL)),
  };
}

/** Where each text stands first. */
function firstOf(texts: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  for (const [index, text] of texts.entries()) if (!found.has(text)) found.set(text, index);
  return found;
}
