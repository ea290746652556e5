import { attr, hasAttr, innerText, isContentEditable, tag } from './dom.ts';
import { describe } from './node.ts';
import { oneLine } from './one-line.ts';
import { roleOf } from './roles.ts';
import { routeOf } from './route.ts';
import { isDisabled } from './states.ts';
import { optionLabel } from './values.ts';
import type { View } from './view.ts';
import type { DescribeAnswer, FieldAnswer } from './wire.ts';

const MAX_OPTIONS = 100;
const MAX_LABEL = 200;

/** All that an action needs to know of its target. */
export function describeTarget(view: View, element: Element): DescribeAnswer {
  const routed = routeOf(view, element);
  return {
    ...describe(view, element),
    tag: tag(element),
    ...(element instanceof HTMLInputElement && { type: element.type }),
    ...(view.registry.secrets.isSecret(element) && { secret: true as const }),
    ...(element instanceof HTMLSelectElement && { options: optionsOf(element.options) }),
    editable: isEditable(view, element),
    ...(routed && { routed }),
  };
}

function optionsOf(options: Iterable<HTMLOptionElement>): { value: string; label: string }[] {
  const found: { value: string; label: string }[] = [];
  for (const option of options) {
    if (found.length === MAX_OPTIONS) break;
    found.push({ value: option.value, label: oneLine(optionLabel(option), MAX_LABEL) });
  }
  return found;
}

const TYPED = new Set([
  'button',
  'checkbox',
  'file',
  'hidden',
  'image',
  'radio',
  'reset',
  'submit',
]);

/** Text can be written into it now. */
function isEditable(view: View, element: Element): boolean {
  if (isDisabled(view, element, roleOf(element))) return false;
  if (attr(element, 'aria-readonly') === 'true' || hasAttr(element, 'readonly')) return false;
  if (element instanceof HTMLInputElement) return !TYPED.has(element.type);
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLElement && isContentEditable(element);
}

/** The real content of a field, for the daemon to compare with what it wrote. */
export function readField(view: View, element: Element): FieldAnswer {
  return {
    value: fieldValue(element),
    ...(view.registry.secrets.isSecret(element) && { secret: true as const }),
    ...checkedOf(element),
    ...(element instanceof HTMLSelectElement && { selected: optionsOf(element.selectedOptions) }),
  };
}

function fieldValue(element: Element): string {
  if (
    element instanceof HTMLInputElement ||
    element instanceof HTMLTextAreaElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLOptionElement ||
    element instanceof HTMLButtonElement ||
    element instanceof HTMLOutputElement
  )
    return element.value;
  return element instanceof HTMLElement ? editedText(element) : '';
}

/** An empty editing host keeps a line break that nobody typed. */
function editedText(element: HTMLElement): string {
  return innerText(element).replace(/^\n$/, '');
}

function checkedOf(element: Element): { checked?: boolean } {
  if (element instanceof HTMLInputElement)
    return element.type === 'checkbox' || element.type === 'radio'
      ? { checked: element.checked }
      : {};
  const said = attr(element, 'aria-checked');
  return said === 'true' || said === 'false' ? { checked: said === 'true' } : {};
}
