import { isBlank } from '#page/one-line.ts';
import { attr, firstChild, hasAttr, isElement, nextSibling, tag, textContent } from '#page/dom.ts';
import { firstChildTagged } from '#page/focusable.ts';

/** What HTML itself says an element is called: a text, or the elements whose text it is. */
export type NativeName = string | readonly Element[] | undefined;

const LABELLABLE = new Set([
  'button',
  'input',
  'meter',
  'output',
  'progress',
  'select',
  'textarea',
]);

/** Labelable elements of HTML, custom elements aside. */
export const isLabellable = (name: string): boolean => LABELLABLE.has(name);

/** The host language label of accname 1.2, as HTML-AAM 1.0 has it. Labels aside, which the caller asks for first. */
export function nativeName(element: Element): NativeName {
  const rule = RULES.get(tag(element));
  if (rule) return rule(element);
  return element instanceof SVGElement ? svgName(element) : undefined;
}

const attribute =
  (name: string) =>
  (element: Element): string | undefined =>
    attr(element, name) ?? undefined;

const RULES: ReadonlyMap<string, (element: Element) => NativeName> = new Map([
  ['area', attribute('alt')],
  ['fieldset', element => childNamed(element, 'legend')],
  ['img', attribute('alt')],
  ['input', inputName],
  ['optgroup', attribute('label')],
  ['option', attribute('label')],
  ['table', element => childNamed(element, 'caption') ?? attr(element, 'summary') ?? undefined],
]);

function childNamed(element: Element, name: string): readonly Element[] | undefined {
  const child = firstChildTagged(element, name);
  return child ? [child] : undefined;
}

const BUTTON_TYPES = new Set(['button', 'submit', 'reset']);

function inputName(input: Element): string | undefined {
  if (!(input instanceof HTMLInputElement)) return undefined;
  if (BUTTON_TYPES.has(input.type)) {
    if (hasAttr(input, 'value')) return input.value;
    return { submit: 'Submit', reset: 'Reset' }[input.type];
  }
  if (input.type !== 'image') return undefined;
  return attr(input, 'alt') || attr(input, 'value') || attr(input, 'title') || 'Submit';
}

function svgName(element: SVGElement): string | undefined {
  for (let child = firstChild(element); child; child = nextSibling(child))
    if (isElement(child) && tag(child) === 'title') return textContent(child);
  return attr(element, 'xlink:title') ?? undefined;
}

const PLACEHOLDING = new Set(['email', 'number', 'password', 'search', 'tel', 'text', 'url']);

/** The last resort of HTML-AAM 1.0: a tip, then what stands in an empty field. Uncut; empty when there is none. */
export function fallbackName(element: Element): string {
  return titleOrHint(element) || filePrompt(element);
}

const filePrompt = (element: Element): string => {
  if (!(element instanceof HTMLInputElement) || element.type !== 'file') return '';
  return element.multiple ? 'Choose Files' : 'Choose File';
};

function titleOrHint(element: Element): string {
  const title = attr(element, 'title');
  if (title !== null && !isBlank(title)) return title;
  const hint = attr(element, 'placeholder');
  if (!hint) return attr(element, 'aria-placeholder') ?? '';
  const takesHint =
    element instanceof HTMLTextAreaElement ||
    (element instanceof HTMLInputElement && PLACEHOLDING.has(element.type));
  return takesHint ? hint : '';
}
