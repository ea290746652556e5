import { attr, dataOf, isConnected, isElement, parentNode } from '#page/dom.ts';
import { Events } from './events.ts';
import { shadowsBelow } from '#page/shadows.ts';

/** Past this many, a list is no longer kept apart and everything counts as touched. */
const MAX_TOUCHED = 1000;
/** Nobody asks any more. */
const EXPIRES_AFTER_MS = 60_000;

const EVERYTHING: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeOldValue: true,
  characterData: true,
  characterDataOldValue: true,
};

/** Elements that change by themselves; `always` so often that whatever they turn into says nothing. */
export type Restless = Map<Element, 'mildly' | 'always'>;

/** An attribute that says something else than before. */
export interface AttributeChange {
  readonly element: Element;
  readonly name: string;
  readonly before: string | null;
}

export interface Touched {
  readonly added: readonly Element[];
  /** Fields that told of an input. */
  readonly fields: readonly Element[];
  /** What opened or closed. */
  readonly toggled: readonly Element[];
  readonly attributes: readonly AttributeChange[];
  /** Their own text is another one, or they lost or gained children. */
  readonly textParents: readonly Element[];
  readonly hasRemoved: boolean;
  /** Too much happened to tell it apart. */
  readonly isOverfull: boolean;
}

export interface RecorderOptions {
  readonly restless: Restless;
  /** Called when the first input of the action reaches the page. */
  readonly onInput: () => void;
  /** Called for each shadow tree that came. */
  readonly onShadow: (shadow: ShadowRoot) => void;
  /** Called when it has stopped because nobody asked for a minute. */
  readonly onExpired: () => void;
}

/** Everything a document's nodes went through since the recording began, kept as net changes. */
export class Recorder {
  readonly events: Events;
  readonly #restless: Restless;
  readonly #observer: MutationObserver;
  readonly #added = new Set<Element>();
  readonly #attributes = new Map<Element, Map<string, string | null>>();
  readonly #texts = new Map<Node, string>();
  readonly #parents = new Set<Element>();
  readonly #shadows = new WeakSet<ShadowRoot>();
  readonly #onShadow: (shadow: ShadowRoot) => void;
  #hasRemoved = false;
  #isOverfull = false;
  #lastAt = 0;
  #version = 0;
  readonly #expire: () => void;
  #timer = 0;

  constructor(
    document: Document,
    shadows: readonly ShadowRoot[],
    { restless, onInput, onShadow, onExpired }: RecorderOptions,
  ) {
    this.#restless = restless;
    this.#onShadow = onShadow;
    this.#observer = new MutationObserver(records => this.#note(records));
    this.#observer.observe(document, EVERYTHING);
    this.events = new Events(
      document,
      () => this.#stir(),
      () => {
        this.#noteUnprompted();
        onInput();
      },
    );
    for (const shadow of shadows) this.#recordIn(shadow);
    this.#expire = () => {
      this.stop();
      onExpired();
    };
    this.#timer = setTimeout(this.#expire, EXPIRES_AFTER_MS);
  }

  /** Somebody still waits for what it records. */
  keep(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#expire, EXPIRES_AFTER_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#observer.disconnect();
    this.events.stop();
  }

  /** Takes in what the browser has not delivered yet, and looks into components that came. */
  settle(): void {
    this.#note(this.#observer.takeRecords());
    for (const element of this.#added)
      for (const shadow of shadowsBelow(element)) {
        if (this.#shadows.has(shadow)) continue;
        this.#recordIn(shadow);
        this.#onShadow(shadow);
      }
  }

  /** Milliseconds since something stirred that is not restless; undefined while nothing did. */
  get quiet(): number | undefined {
    return this.#lastAt === 0 ? undefined : Math.round(performance.now() - this.#lastAt);
  }

  /** Grows with everything that happens. */
  get version(): number {
    return this.#version;
  }

  /** Net changes to elements that are in the document now. */
  touched(): Touched {
    return {
      added: [...this.#added].filter(isConnected),
      fields: [...this.events.fields].filter(isConnected),
      toggled: [...this.events.toggled].filter(isConnected),
      attributes: this.#changedAttributes(),
      textParents: this.#changedTexts(),
      hasRemoved: this.#hasRemoved,
      isOverfull: this.#isOverfull,
    };
  }

  #recordIn(shadow: ShadowRoot): void {
    this.#shadows.add(shadow);
    this.#observer.observe(shadow, EVERYTHING);
    this.events.listenIn(shadow);
  }

  #changedAttributes(): AttributeChange[] {
    const changed: AttributeChange[] = [];
    for (const [element, values] of this.#attributes)
      if (isConnected(element))
        for (const [name, before] of values)
          if (attr(element, name) !== before) changed.push({ element, name, before });
    return changed;
  }

  #changedTexts(): Element[] {
    const parents = new Set([...this.#parents].filter(isConnected));
    for (const [text, before] of this.#texts) {
      const parent = parentNode(text);
      if (isElement(parent) && isConnected(parent) && dataOf(text) !== before) parents.add(parent);
    }
    return [...parents];
  }

  #note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.#version++;
    if (records.some(({ target }) => !this.#isRestless(target))) this.#lastAt = performance.now();
    for (const record of records) this.#noteOne(record);
    const { size } = this.#attributes;
    if (Math.max(size, this.#added.size, this.#texts.size, this.#parents.size) > MAX_TOUCHED)
      this.#overflow();
  }

  #noteOne(record: MutationRecord): void {
    const { type, target, oldValue } = record;
    if (type === 'childList') this.#noteChildren(record);
    else if (isElement(target)) this.#noteAttribute(target, record.attributeName ?? '', oldValue);
    else if (!this.#texts.has(target)) this.#texts.set(target, oldValue ?? '');
  }

  #noteChildren({ target, addedNodes, removedNodes }: MutationRecord): void {
    for (const node of addedNodes) if (isElement(node)) this.#added.add(node);
    if (removedNodes.length > 0) this.#hasRemoved = true;
    if (isElement(target)) this.#parents.add(target);
  }

  #noteAttribute(element: Element, name: string, before: string | null): void {
    const values = this.#attributes.get(element) ?? new Map<string, string | null>();
    if (!values.has(name)) values.set(name, before);
    this.#attributes.set(element, values);
  }

  #stir(): void {
    this.#lastAt = performance.now();
    this.#version++;
  }

  /** What the page did between the start and the input of the action, it did by itself. */
  #noteUnprompted(): void {
    this.#note(this.#observer.takeRecords());
    const texts = [...this.#texts.keys()].map(text => parentNode(text)).filter(isElement);
    for (const element of [...this.#attributes.keys(), ...this.#parents, ...texts])
      if (!this.#restless.has(element)) this.#restless.set(element, 'mildly');
    this.#lastAt = 0;
  }

  #isRestless(node: Node): boolean {
    const element = isElement(node) ? node : parentNode(node);
    return isElement(element) && this.#restless.has(element);
  }

  #overflow(): void {
    this.#isOverfull = true;
    this.#added.clear();
    this.#attributes.clear();
    this.#texts.clear();
    this.#parents.clear();
  }
}
