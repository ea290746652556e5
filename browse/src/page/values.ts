import { attr, hasAttr, innerText, isContentEditable, tag, textContent } from './dom.ts';
import { collapse, oneLine } from './one-line.ts';
import { RANGE_ROLES } from './role-tables.ts';
import { mask, type Secrets } from './secrets.ts';

/** Inputs that hold no text of their own: what they are called or whether they are on says it all. */
const VALUELESS = new Set(['button', 'checkbox', 'hidden', 'image', 'radio', 'reset', 'submit']);
const VALUE_ROLES = new Set(['textbox', 'searchbox', 'combobox']);

/** What a field holds, fit to be shown. */
export function valueOf(secrets: Secrets, element: Element, role: string): string | undefined {
  const value = rawValue(element, role);
  if (value === undefined || value === '') return undefined;
  return secrets.isSecret(element) ? mask(value) : oneLine(value);
}

function rawValue(element: Element, role: string): string | undefined {
  switch (tag(element)) {
    case 'input':
      return element instanceof HTMLInputElement ? inputValue(element) : undefined;
    case 'textarea':
      return element instanceof HTMLTextAreaElement ? element.value : undefined;
    case 'select':
      return element instanceof HTMLSelectElement ? chosenLabels(element) : undefined;
    case 'progress':
    case 'meter':
      return rangeText(element) ?? gaugeValue(element);
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

function inputValue(input: HTMLInputElement): string | undefined {
  if (VALUELESS.has(input.type)) return undefined;
  if (input.type === 'file')
    return input.files ? [...input.files].map(({ name }) => name).join(', ') : undefined;
  return rangeText(input) ?? input.value;
}

function customValue(element: Element, role: string): string | undefined {
  if (RANGE_ROLES.has(role) || role === 'separator') return rangeText(element);
  if (!VALUE_ROLES.has(role)) return undefined;
  if (element instanceof HTMLElement && isContentEditable(element)) return innerText(element);
  return role === 'combobox' ? collapse(textContent(element)) : editableText(element);
}

const editableText = (element: Element): string =>
  element instanceof HTMLElement ? innerText(element) : textContent(element);

function rangeText(element: Element): string | undefined {
  if (!hasAttr(element, 'aria-valuetext') && !hasAttr(element, 'aria-valuenow')) return undefined;
  return attr(element, 'aria-valuetext') || attr(element, 'aria-valuenow') || undefined;
}

/** Labels of the chosen options, comma separated; empty when there are none. */
export function chosenLabels(select: HTMLSelectElement): string {
  return [...select.selectedOptions].map(optionLabel).join(', ');
}

/** The `label` attribute or else the text (HTML, the label getter), on one line. */
export const optionLabel = (option: HTMLOptionElement): string => collapse(option.label);
