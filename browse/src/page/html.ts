import {
  attr,
  doctypeOf,
  hasAttr,
  inertCopy,
  innerHtml,
  isDocument,
  isElement,
  outerHtml,
  queryAll,
  rootElement,
  type Scope,
} from './dom.ts';
import { mask, type Secrets } from './secrets.ts';

/** The markup, with what secret fields hold masked. */
export function markupOf(secrets: Secrets, scope: Scope): string {
  if (!isDocument(scope))
    return isElement(scope) ? innerHtml(masked(secrets, scope)) : scope.innerHTML;
  const root = rootElement(scope);
  if (!root) return '';
  const doctype = doctypeOf(scope);
  const prefix = doctype ? `${new XMLSerializer().serializeToString(doctype)}\n` : '';
  return prefix + outerHtml(masked(secrets, root));
}

const FIELDS = 'input[value],textarea';

/** The element itself when it holds no secret, else a copy outside the page. */
function masked(secrets: Secrets, root: Element): Element {
  const fields = [...queryAll(root, FIELDS)];
  const held = fields.map(field => secrets.isSecret(field));
  if (!held.includes(true)) return root;
  const copy = inertCopy(root);
  const copies = queryAll(copy, FIELDS);
  for (const [index, isHeld] of held.entries()) {
    const field = copies[index];
    if (isHeld && field) maskMarkup(field);
  }
  return copy;
}

function maskMarkup(field: Element): void {
  if (hasAttr(field, 'value')) field.setAttribute('value', mask(attr(field, 'value') ?? ''));
  else field.textContent = mask(field.textContent);
}
