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
import { mask, type Secrets } from '#page/secrets.ts';

/** The markup inside an element or shadow root, or of the whole document, with what secret fields hold masked. */
export function markupOf(secrets: Secrets, scope: Scope): string {
  if (isElement(scope)) return innerHtml(masked(secrets, scope));
  if (isShadowRoot(scope)) return markupInside(secrets, scope);
  const root = rootElement(scope);
  if (!root) return '';
  const doctype = doctypeOf(scope);
  const prefix = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  return prefix + outerHtml(masked(secrets, root));
}

function markupInside(secrets: Secrets, shadow: ShadowRoot): string {
  let markup = '';
  for (let node = firstChild(shadow); node; node = nextSibling(node))
    markup += isElement(node)
      ? outerHtml(masked(secrets, node))
      : new XMLSerializer().serializeToString(node);
  return markup;
}

const FIELDS = 'input[value],textarea';

/** The element itself when neither it nor anything inside holds a secret, else a copy outside the page. */
function masked(secrets: Secrets, root: Element): Element {
  const held = fieldsIn(root).map(field => secrets.isSecret(field));
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
