import {
  attr,
  doctypeOf,
  firstChild,
  hasAttr,
  inertCopy,
  innerHtml,
  isElement,
  isShadowRoot,
  matches,
  nextSibling,
  outerHtml,
  queryAll,
  rootElement,
  type Scope,
} from '#page/dom.ts';
import { mask } from '#page/secrets.ts';
import type { View } from '#page/view.ts';

/** The markup inside an element or shadow root, or of the whole document, with what secret fields hold masked. */
export function markupOf(view: View, scope: Scope): string {
  if (isElement(scope)) return innerHtml(masked(view, scope));
  if (isShadowRoot(scope)) return markupInside(view, scope);
  const root = rootElement(scope);
  if (!root) return '';
  const doctype = doctypeOf(scope);
  const prefix = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  return prefix + outerHtml(masked(view, root));
}

function markupInside(view: View, shadow: ShadowRoot): string {
  let markup = '';
  for (let node = firstChild(shadow); node; node = nextSibling(node))
    markup += isElement(node)
      ? outerHtml(masked(view, node))
      : new XMLSerializer().serializeToString(node);
  return markup;
}

const FIELDS = 'input[value],textarea';

/** The element itself when neither it nor anything inside holds a secret, else a copy outside the page. */
function masked(view: View, root: Element): Element {
  const { registry, labelsOf } = view;
  const held = fieldsIn(root).map(field => registry.secrets.isSecret(field, labelsOf));
  if (!held.includes(true)) return root;
  const copy = inertCopy(root);
  const copies = fieldsIn(copy);
  for (const [index, isHeld] of held.entries()) {
    const field = copies[index];
    if (isHeld && field) maskMarkup(field);
  }
  return copy;
}

const fieldsIn = (root: Element): Element[] => [
  ...(matches(root, FIELDS) ? [root] : []),
  ...queryAll(root, FIELDS),
];

function maskMarkup(field: Element): void {
  if (hasAttr(field, 'value')) field.setAttribute('value', mask(attr(field, 'value') ?? ''));
  else field.textContent = mask(field.textContent);
}
