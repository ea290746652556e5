import { flatParent, rootElement, tag } from './dom.ts';
import { OPAQUE_TAGS, showsContent } from './visible.ts';

/** Elements that may keep what is in them from being drawn without a style that says so. */
const WITHHOLDING_TAGS = new Set([
  ...OPAQUE_TAGS,
  'details',
  'object',
  'optgroup',
  'option',
  'select',
]);

/**
 * Visibility in a frame by style alone, as far as style decides it. Whatever asks for layout asks every document
 * around the frame as well, and style is answered at a tenth of that. Good for one answer.
 */
export class Rendering {
  readonly #isFramed: boolean;
  readonly #draws = new Map<Element, boolean>();

  constructor(document: Document) {
    this.#isFramed = window.parent !== window && rootElement(document) !== null;
  }

  /** True only where `isVisible` is. */
  isSurelyVisible(element: Element): boolean {
    if (!this.#isFramed) return false;
    if (!(element instanceof HTMLElement)) return false;
    const { display, visibility } = getComputedStyle(element);
    if (visibility !== 'visible' || display === 'contents' || isNowhere(display)) return false;
    const parent = flatParent(element);
    return parent === null || this.#drawsContent(parent);
  }

  /** Whether what is directly in an element is drawn unless its own style says otherwise. */
  #drawsContent(element: Element): boolean {
    const path: Element[] = [];
    let next: Element | null = element;
    while (next && !this.#draws.has(next) && mayDrawContent(next)) {
      path.push(next);
      next = flatParent(next);
    }
    const draws = next === null || this.#draws.get(next) === true;
    if (next) this.#draws.set(next, draws);
    for (const each of path) this.#draws.set(each, draws);
    return draws;
  }
}

/** Outside the flattened tree an element has no style at all. */
const isNowhere = (display: string): boolean => display === 'none' || display === '';

function mayDrawContent(element: Element): boolean {
  if (!(element instanceof HTMLElement) || WITHHOLDING_TAGS.has(tag(element))) return false;
  return !isNowhere(getComputedStyle(element).display) && showsContent(element);
}
