import { closest, tag } from './dom.ts';
import { describe } from './node.ts';
import type { View } from './view.ts';
import { isRendered } from './visible.ts';
import type { DescribeAnswer } from './wire.ts';

type Routed = NonNullable<DescribeAnswer['routed']>;

/** Where a click aimed at this element really goes. */
export function routeOf(view: View, element: Element): Routed | undefined {
  const { control, why } = targetOf(element) ?? {};
  if (!control || !why) return undefined;
  const undrawn = isRendered(control) ? {} : { undrawn: true as const };
  return { ...describe(view, control), why, ...undrawn };
}

function targetOf(
  element: Element,
): { readonly control: Element; readonly why: Routed['why'] } | undefined {
  const name = tag(element);
  if (name === 'option' || name === 'optgroup') {
    const select = closest(element, 'select');
    return select ? { control: select, why: 'option' } : undefined;
  }
  const label =
    name === 'label' ? element : closest(element, 'label,a[href],button,input,select,textarea');
  if (!(label instanceof HTMLLabelElement) || !label.control) return undefined;
  return label.control === element ? undefined : { control: label.control, why: 'label' };
}
