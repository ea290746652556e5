import { closest, tag } from '#page/dom.ts';
import { describe } from '#page/tree/node.ts';
import type { View } from '#page/view.ts';
import type { DescribeAnswer } from '#page/wire.ts';

type Routed = NonNullable<DescribeAnswer['routed']>;

/** Where a click aimed at this element really goes. */
export function routeOf(view: View, element: Element): Routed | undefined {
  const { control, why } = targetOf(element) ?? {};
  if (!control || !why) return undefined;
  return { ...describe(view, control), why };
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
