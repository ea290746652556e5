import { closest, flatParent } from '#page/dom.ts';

/** What Playwright reads of an element and of everything around it, by way of the ordinary properties. */
const READ_UPWARDS = ['parentNode', 'parentElement', 'getAttribute', 'hasAttribute'];

/**
 * The name of a control that takes the place of a property of the form around an element (HTML, named properties of a
 * form). Whoever climbs from the element by that property errs or never ends.
 */
export function clobberedBy(element: Element): string | undefined {
  let form = closest(element, 'form');
  while (form) {
    const own = form;
    const name = READ_UPWARDS.find(each => Object.hasOwn(own, each));
    if (name !== undefined) return name;
    const around = flatParent(form);
    form = around && closest(around, 'form');
  }
  return undefined;
}
