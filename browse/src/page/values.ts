import { attr, innerText, isContentEditable, tag, textContent } from './dom.ts';
import { collapse, oneLine } from './one-line.ts';
import { hasRange, valueInRange } from './ranges.ts';
import { mask } from './secrets.ts';
import type { View } from './view.ts';

/** Inputs that hold no text of their own: what they are called or whether they are on says it all. */
const VALUELESS = new Set(['button', 'checkbox', 'hidden', 'image', 'radio', 'reset', 'submit']);
/** Inputs whose value somebody may put into words. */
const RANGED = new Set(['number', 'range']);
const VALUE_ROLES = new Set(['textbox', 'searchbox', 'combobox']);

/** What a field holds, fit to be shown. */
export function valueOf(view: View, element: Element, role: string): string | undefined {
  const value = rawValue(element, role);
  if (value === undefined || value === '') return undefined;
  return view.registry.secrets.isSecret(element, view.labelsOf) ? mask(value) : oneLine(value);
}

function rawValue(element: Element, role: string): string | undefined {
  switch (tag(element)) {
    case 'input':
      return element instanceof HTMLInputElement ? inputValue(element, role) : undefined;
    case 'textarea':
      return element instanceof HTMLTextAreaElement ? element.value : undefined;
    case 'select':
      return element instanceof HTMLSelectElement ? chosenLabels(element) : undefined;
    case 'progress':
    case 'meter':
      return attr(element, 'aria-valuetext') || gaugeValue(element);
    default:
      return customValue(element, role);
  }
}

function gaugeValue(element: Element): string | undefined {
  if (element instanceof HTMLMeterElement) return String(element.value);
  return element instanceof HTMLProgressElement && element.position >= 0
    ? String(element.value)
    : undefined;
}

function inputValue(input: HTMLInputElement, role: string): string | undefined {
  if (VALUELESS.has(input.type)) return undefined;
  if (input.type === 'file')
    return input.files ? [...input.files].map(({ name }) => name).join(', ') : undefined;
  if (RANGED.has(input.type)) return attr(input, 'aria-valuetext') || input.value;
  return input.value || (hasRange(input, role) ? valueInRange(input, role) : undefined);
}

function customValue(element: Element, role: string): string | undefined {
  if (hasRange(element, role)) return valueInRange(element, role);
  if (!VALUE_ROLES.has(role)) return undefined;
  if (element instanceof HTMLElement && isContentEditable(element)) return innerText(element);
  return role === 'combobox' ? collapse(textContent(element)) : editableText(element);
}

const editableText = (element: Element): string =>
  element instanceof HTMLElement ? innerText(element) : textContent(element);

/** Labels of the chosen options, comma separated; empty when there are none. */
export function chosenLabels(select: HTMLSelectElement): string {
  return [...select.selectedOptions].map(optionLabel).join(', ');
}

/** The `label` attribute or else the text (HTML, the label getter), on one line. */
export const optionLabel = (option: HTMLOptionElement): string => collapse(option.label);
