import { attr, hasAttr, isElement, tag } from './dom.ts';

const SECRET_AUTOCOMPLETE = new Set([
  'current-password',
  'new-password',
  'one-time-code',
  'cc-number',
  'cc-csc',
]);
const SECRET_NAME =
  /(^|[^a-z])(pass(word|wd|phrase|code)|pwd|secret|token|api ?key|cvc|cvv|csc)([^a-z]|$)/;
const NAMED_TYPES = new Set(['text', 'search', 'tel', 'url', 'number']);

/** Tells the length in UTF-16 units; an empty field hides nothing. */
export const mask = (value: string): string =>
  value === '' ? '' : `[REDACTED — ${value.length} chars]`;

/** Knows which fields hold what must never be shown, and remembers those that once were password fields. */
export class Secrets {
  readonly #oncePassword = new WeakSet<Element>();
  readonly #observer: MutationObserver;

  constructor(document: Document) {
    this.#observer = new MutationObserver(records => this.#notice(records));
    this.observe(document);
  }

  observe(scope: Document | ShadowRoot): void {
    this.#observer.observe(scope, {
      subtree: true,
      attributeFilter: ['type'],
      attributeOldValue: true,
    });
  }

  isSecret(element: Element): boolean {
    const name = tag(element);
    if (name === 'input')
      return element instanceof HTMLInputElement && this.#isSecretInput(element);
    return name === 'textarea' && isMarkedSecret(element);
  }

  /** What a field may be shown to hold. */
  shown(element: Element, value: string): string {
    return this.isSecret(element) ? mask(value) : value;
  }

  #isSecretInput(input: HTMLInputElement): boolean {
    if (input.type === 'password') {
      this.#oncePassword.add(input);
      return true;
    }
    this.#notice(this.#observer.takeRecords());
    if (this.#oncePassword.has(input) || isMarkedSecret(input)) return true;
    if (!NAMED_TYPES.has(input.type)) return false;
    return isNamedSecret(input) || isDisguised(input);
  }

  #notice(records: readonly MutationRecord[]): void {
    for (const { target, oldValue } of records)
      if (isElement(target) && oldValue?.toLowerCase() === 'password')
        this.#oncePassword.add(target);
  }
}

function isMarkedSecret(element: Element): boolean {
  if (!hasAttr(element, 'autocomplete')) return false;
  const tokens = attr(element, 'autocomplete')?.toLowerCase().split(/\s+/) ?? [];
  return tokens.some(token => SECRET_AUTOCOMPLETE.has(token));
}

function isNamedSecret(element: Element): boolean {
  return ['name', 'id'].some(attribute => {
    const words = attr(element, attribute)
      ?.replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .replace(/[\W_]+/g, ' ')
      .toLowerCase();
    return words !== undefined && SECRET_NAME.test(words);
  });
}

/** Dots instead of letters, drawn by the style sheet. */
function isDisguised(element: Element): boolean {
  const shape = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return shape !== '' && shape !== 'none';
}
