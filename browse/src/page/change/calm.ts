import { textOf } from './page-text.ts';
import { flatParent, isConnected } from '#page/dom.ts';
import type { Restless } from './recorder.ts';

const MAX_TEXTS = 100;
const MAX_ABOVE = 20;

/** Tells what changed by itself from what an action changed. */
export class Calm {
  readonly restless: Restless;
  readonly #before: ReadonlyMap<Element, string>;

  /** To be made before the action, while the texts are what they were. */
  constructor(restless: Restless) {
    this.restless = restless;
    const elements = [...restless.keys()].filter(isConnected).slice(0, MAX_TEXTS);
    this.#before = new Map(elements.map(element => [element, textOf(element)]));
  }

  /** What restless elements said before, and what those that always change say now: no news, whatever it is. */
  said(): string[] {
    const now = this.#texts('always');
    return [...now, ...this.#before.values()].filter(text => text !== '');
  }

  /** What elements say now that change by themselves, but in their figures only. */
  counting(): string[] {
    return this.#texts('mildly').filter(text => text !== '');
  }

  /** How restless an element is, itself or something inside. */
  unrestAt(element: Element): 'mildly' | 'always' | undefined {
    let found: 'mildly' | 'always' | undefined;
    for (const [restless, kind] of this.restless)
      if (isAround(element, restless)) {
        if (kind === 'always') return kind;
        found = kind;
      }
    return found;
  }

  /** Whether a text differs by itself: the element was changing before, or at least the figures in it. */
  explains(element: Element, before: string, after: string): boolean {
    const unrest = this.restless.size > 0 ? this.unrestAt(element) : undefined;
    if (unrest === undefined) return false;
    return unrest === 'always' || withoutFigures(before) === withoutFigures(after);
  }

  #texts(kind: 'mildly' | 'always'): string[] {
    const texts: string[] = [];
    for (const [element, each] of this.restless)
      if (each === kind && isConnected(element) && texts.length < MAX_TEXTS)
        texts.push(textOf(element));
    return texts;
  }
}

function isAround(element: Element, inner: Element): boolean {
  let next: Element | null = inner;
  for (let steps = 0; next && steps < MAX_ABOVE; steps++, next = flatParent(next))
    if (next === element) return true;
  return false;
}

/** What of a text stays while a clock, a price or a counter in it runs. */
export const withoutFigures = (text: string): string => text.replace(/[\d\s.,:;%+\-−–…/]+/g, '');
