import { isElement, parentNode } from '#page/dom.ts';
import type { Restless } from './recorder.ts';

/** How far back a change still says that an element changes by itself. */
const MEMORY_MS = 20_000;
const LATELY_MS = 1_500;
const RECENT_MS = 10_000;
/** Changes closer together than this are one. */
const SAME_MS = 25;
const MAX_ELEMENTS = 300;
const MAX_TIMES = 4;
const MAX_RECORDS = 500;

const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributeFilter: ['style', 'class', 'd', 'transform', 'src', 'aria-valuenow', 'aria-hidden'],
};

/** Knows what changes without anybody acting, such as clocks, prices and carousels. */
export class Unrest {
  readonly #times = new Map<Element, number[]>();
  readonly #observer: MutationObserver;
  readonly #scopes = new WeakSet<Document | ShadowRoot>();

  constructor(document: Document) {
    this.#observer = new MutationObserver(records => this.#note(records));
    this.observe(document);
  }

  /** A shadow tree is observed by itself; once is enough. */
  observe(scope: Document | ShadowRoot): void {
    if (this.#scopes.has(scope)) return;
    this.#scopes.add(scope);
    this.#observer.observe(scope, OBSERVED);
  }

  /** Takes in what the browser has not delivered yet. */
  settle(): void {
    this.#note(this.#observer.takeRecords());
  }

  /** What happened from then on may have been the doing of an action. */
  forgetFrom(then: number): void {
    this.settle();
    for (const [element, times] of this.#times) {
      const kept = times.filter(time => time < then);
      if (kept.length === 0) this.#times.delete(element);
      else this.#times.set(element, kept);
    }
  }

  /** Elements that were changing before then, and whether so often that whatever they turn into says nothing. */
  restless(then: number): Restless {
    this.settle();
    const found: Restless = new Map();
    for (const [element, times] of this.#times) {
      const ages = times.filter(time => time < then).map(time => then - time);
      const within = (ms: number): number => ages.filter(age => age < ms).length;
      if (within(MEMORY_MS) > 2) found.set(element, 'always');
      else if (within(LATELY_MS) > 0 || within(RECENT_MS) > 1) found.set(element, 'mildly');
    }
    return found;
  }

  #note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    const now = performance.now();
    for (const { type, target, removedNodes } of records.slice(0, MAX_RECORDS)) {
      // What is only added to, such as a list that loads, is no clock.
      if (type === 'childList' && removedNodes.length === 0) continue;
      const element = isElement(target) ? target : parentNode(target);
      if (isElement(element)) this.#add(element, now);
    }
  }

  #add(element: Element, now: number): void {
    const times = this.#times.get(element) ?? [];
    if (now - (times.at(-1) ?? -SAME_MS) < SAME_MS) return;
    if (this.#times.size >= MAX_ELEMENTS) this.#sweep(now);
    if (this.#times.size >= MAX_ELEMENTS) return;
    this.#times.set(element, [...times, now].slice(-MAX_TIMES));
  }

  #sweep(now: number): void {
    for (const [element, times] of this.#times)
      if (now - (times.at(-1) ?? 0) > MEMORY_MS) this.#times.delete(element);
  }
}
