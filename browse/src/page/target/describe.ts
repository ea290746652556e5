import { innerText, tag } from '#page/dom.ts';
import { describe } from '#page/tree/node.ts';
import { oneLine } from '#page/one-line.ts';
import { holdsOthers } from './aim.ts';
import { clobberedBy } from './clobbered.ts';
import { routeOf } from './route.ts';
import { roleOf } from '#page/roles.ts';
import { optionLabel } from '#page/values.ts';
import type { View } from '#page/view.ts';
import type { DescribeAnswer, FieldAnswer } from '#page/wire.ts';

const MAX_OPTIONS = 100;
const MAX_LABEL = 200;

/** All that an action needs to know of its target. */
export function describeTarget(view: View, element: Element): DescribeAnswer {
  const routed = routeOf(view, element);
  const control = element instanceof HTMLLabelElement ? element.control : null;
  const clobbered = clobberedBy(element) ?? (control ? clobberedBy(control) : undefined);
  return {
    ...describe(view, element),
    tag: tag(element),
    ...(routed && { routed }),
    ...(holdsOthers(element, roleOf(element)) && { holdsOthers: true }),
    ...(clobbered !== undefined && { clobbered }),
  };
}

function optionsOf(options: Iterable<HTMLOptionElement>): NonNullable<FieldAnswer['selected']> {
  const found: { index: number; value: string; label: string }[] = [];
  for (const option of options) {
    if (found.length === MAX_OPTIONS) break;
    found.push({
      index: option.index,
      value: option.value,
      label: oneLine(optionLabel(option), MAX_LABEL),
    });
  }
  return found;
}

/** The real content of a field, for the daemon to compare with what it wrote. */
export function readField(view: View, element: Element): FieldAnswer {
  return {
    value: fieldValue(element),
    ...(view.registry.secrets.isSecret(element, view.labelsOf) && { secret: true as const }),
    ...(element instanceof HTMLInputElement && { type: element.type }),
    ...(element instanceof HTMLOptionElement && { index: element.index }),
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
