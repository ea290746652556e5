import {
  attr,
  dataOf,
  hasAttr,
  isElement,
  isText,
  labelTargets,
  parentNode,
  tag,
  textWalker,
} from './dom.ts';

const SECRET_AUTOCOMPLETE = new Set([
  'current-password',
  'new-password',
  'one-time-code',
  'cc-number',
  'cc-csc',
]);
const SECRET_WORD =
  /(^|[^a-z])(pass(word|wd|phrase|code)|pwd|secret|token|api ?key|cvc|cvv|csc)([^a-z]|$)/;
const NAMED_TYPES = new Set(['text', 'search', 'tel', 'url', 'number']);
/** An address is shown though its field is named for a password, but not when it is one. */
const WRITTEN_TYPES = new Set([...NAMED_TYPES, 'email']);

/** Fields whose last secret is remembered. */
const MAX_HELD = 50;
/** UTF-16 units: what is shorter may be in any field by chance. */
const MIN_HELD = 4;
/** UTF-16 units: what says more than this of a field is a sentence, which may have any word in it. */
const MAX_LABEL = 40;
const MAX_LABEL_TEXTS = 20;

/** Tells the length in UTF-16 units; an empty field hides nothing. */
export const mask = (value: string): string =>
  value === '' ? '' : `[REDACTED — ${value.length} chars]`;

/** The `label` elements of a control. */
export type LabelsOf = (control: Element) => readonly Element[];
type Field = HTMLInputElement | HTMLTextAreaElement;

/** Knows which fields hold what must never be shown, and remembers those that once were password fields. */
export class Secrets {
  readonly #oncePassword = new WeakSet<Element>();
  /** What password fields held last, the latest at the end; a field that is replaced leaves it here. */
  readonly #held = new Set<string>();
  readonly #heldBy = new WeakMap<Element, string>();
  readonly #observer: MutationObserver;
  readonly #noticeInput = (event: Event): void => {
    const [target] = event.composedPath();
    if (target instanceof HTMLInputElement && this.#isPassword(target)) this.#hold(target);
  };

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
    // Of a closed tree, an event names the field to listeners inside only.
    scope.addEventListener('input', this.#noticeInput, { capture: true, passive: true });
  }

  isSecret(element: Element, labelsOf: LabelsOf): boolean {
    if (element instanceof HTMLInputElement) return this.#isSecretInput(element, labelsOf);
    if (!(element instanceof HTMLTextAreaElement)) return false;
    return isMarkedSecret(element) || this.#isSecretText(element, labelsOf);
  }

  /** What a field may be shown to hold. */
  shown(element: Element, value: string, labelsOf: LabelsOf): string {
    return this.isSecret(element, labelsOf) ? mask(value) : value;
  }

  #isSecretInput(input: HTMLInputElement, labelsOf: LabelsOf): boolean {
    if (this.#isPassword(input)) {
      this.#hold(input);
      return true;
    }
    if (isMarkedSecret(input)) return true;
    if (!WRITTEN_TYPES.has(input.type)) return false;
    if (!NAMED_TYPES.has(input.type)) return this.#held.has(input.value);
    return this.#isSecretText(input, labelsOf) || isDisguised(input);
  }

  #isSecretText(field: Field, labelsOf: LabelsOf): boolean {
    return this.#held.has(field.value) || isNamedSecret(field) || isCalledSecret(field, labelsOf);
  }

  #isPassword(input: HTMLInputElement): boolean {
    if (input.type === 'password') {
      this.#oncePassword.add(input);
      return true;
    }
    this.#notice(this.#observer.takeRecords());
    return this.#oncePassword.has(input);
  }

  /** A longer secret takes the place of what the same field held while it was typed. */
  #hold(input: HTMLInputElement): void {
    const { value } = input;
    const before = this.#heldBy.get(input);
    if (value.length < MIN_HELD || (value === before && this.#held.has(value))) return;
    if (before !== undefined) this.#held.delete(before);
    this.#held.delete(value);
    this.#held.add(value);
    this.#heldBy.set(input, value);
    const [oldest] = this.#held;
    if (this.#held.size > MAX_HELD && oldest !== undefined) this.#held.delete(oldest);
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

const isNamedSecret = (element: Element): boolean =>
  ['name', 'id'].some(name => saysSecret(attr(element, name) ?? ''));

/** Called a secret in a few words, to whoever is to write it. */
const isCalledSecret = (field: Field, labelsOf: LabelsOf): boolean =>
  ['placeholder', 'aria-label'].some(name => isSecretLabel(attr(field, name) ?? '')) ||
  labelsOf(field).some(label => isSecretLabel(labelText(label))) ||
  (hasAttr(field, 'aria-labelledby') &&
    labelTargets(field).some(label => isSecretLabel(labelText(label))));

const isSecretLabel = (text: string): boolean => text.length <= MAX_LABEL && saysSecret(text);

function saysSecret(text: string): boolean {
  if (text === '') return false;
  const words = text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[\W_]+/g, ' ')
    .toLowerCase();
  return SECRET_WORD.test(words);
}

/** Its own words, without what is written in a field inside; too much to be a label past the bounds. */
function labelText(label: Element): string {
  const texts = textWalker(label);
  let text = '';
  for (let count = 0; count < MAX_LABEL_TEXTS && text.length <= MAX_LABEL; count++) {
    const node = texts.nextNode();
    if (!node) break;
    const parent = parentNode(node);
    if (isText(node) && !(isElement(parent) && WRITTEN_TAGS.has(tag(parent))))
      text = `${text} ${dataOf(node)}`.replace(/\s+/g, ' ').trimStart();
  }
  return text.trim();
}

const WRITTEN_TAGS = new Set(['option', 'script', 'style', 'textarea']);

/** Dots instead of letters, drawn by the style sheet. */
function isDisguised(element: Element): boolean {
  const shape = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return shape !== '' && shape !== 'none';
}
