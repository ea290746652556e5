import {
  elementWalker,
  firstElement,
  hasBox,
  isElement,
  matches,
  parentNode,
  rectsOf,
  shadowRoot,
  tag,
  textContent,
} from './dom.ts';
import { isBlank } from './one-line.ts';
import { hidesSubtree } from './visible.ts';

/** Asked about at once. */
const MAX_PENDING = 200;
/** Boxes that are no custom elements, in the life of a document. */
const MAX_GUESSES = 1000;
/** This many custom elements of a name without a closed root tell that the others have none either. */
const ENOUGH_OF_NAME = 20;
/** An empty box smaller than this both ways is taken for an icon or a spacer, in CSS pixels. */
const ICON_SIZE = 32;

/** What may host a shadow root besides custom elements (DOM, valid shadow host name). */
const HOST_TAGS = new Set([
  'article',
  'aside',
  'blockquote',
  'body',
  'div',
  'footer',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'main',
  'nav',
  'p',
  'section',
  'span',
]);

/**
 * Elements that may host a closed shadow root. No script can tell, so the debugger is asked: about custom elements,
 * boxes that have nothing in them, and boxes whose children are outside the flattened tree.
 */
export class HostSearch {
  readonly #pending = new Set<Element>();
  /** What an element was like when it was asked about: one that grew since may have got a root. */
  readonly #asked = new WeakMap<Element, string>();
  /** First children that were seen to have a box, so that their parents need no second look. */
  readonly #drawn = new WeakSet<Element>();
  /** By the name of a custom element: how many were asked about, until one of them turns out to be a host. */
  readonly #names = new Map<string, number>();
  #guesses = MAX_GUESSES;

  /** How many elements wait to be asked about. */
  get size(): number {
    return this.#pending.size;
  }

  /** To be told of every element on the way of a walk, with its local name. */
  consider(element: Element, name: string): void {
    const isCustom = name.includes('-');
    if (!isCustom && !HOST_TAGS.has(name)) return;
    if (this.#pending.size >= MAX_PENDING || shadowRoot(element) !== null) return;
    if (isCustom ? !this.#mayHost(element, name) : !this.#guessesHost(element)) return;
    if (this.#asked.get(element) !== likeness(element)) this.#pending.add(element);
  }

  #mayHost(element: Element, name: string): boolean {
    if ((this.#names.get(name) ?? 0) >= ENOUGH_OF_NAME) return false;
    const mayHost = matches(element, ':defined') || this.#seemsHost(element) !== 'no';
    return mayHost && !hidesSubtree(element);
  }

  #guessesHost(element: Element): boolean {
    if (this.#guesses === 0) return false;
    const seems = this.#seemsHost(element);
    return seems === 'yes' || (seems === 'perhaps' && mayDrawUnseen(element));
  }

  /** Judged by its children: an element without any may be one, an element with some that are nowhere is one. */
  #seemsHost(element: Element): 'yes' | 'perhaps' | 'no' {
    const first = firstElement(element);
    if (first === null) return isBlank(textContent(element)) ? 'perhaps' : 'no';
    if (this.#drawn.has(first)) return 'no';
    if (!hasBox(first)) return hasBox(element) && isOutsideFlatTree(first) ? 'yes' : 'no';
    this.#drawn.add(first);
    return 'no';
  }

  /** As `consider`, of everything in one tree. */
  considerAll(scope: ShadowRoot): void {
    const walker = elementWalker(scope);
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (isElement(node)) this.consider(node, tag(node));
  }

  /** The elements that wait, which do so no longer. */
  take(): Element[] {
    const taken = [...this.#pending];
    this.#pending.clear();
    for (const element of taken) {
      if (!this.#asked.has(element)) this.#count(tag(element));
      this.#asked.set(element, likeness(element));
    }
    return taken;
  }

  #count(name: string): void {
    if (name.includes('-')) this.#names.set(name, (this.#names.get(name) ?? 0) + 1);
    else if (this.#guesses > 0) this.#guesses--;
  }

  /** To be told of an element that was found to host a closed root. */
  noticeHost(element: Element): void {
    const name = tag(element);
    if (name.includes('-')) this.#names.set(name, -Infinity);
    else this.#guesses++;
  }
}

/** Changes with the size of an element and when a custom element is defined. */
function likeness(element: Element): string {
  const [box] = rectsOf(element);
  return `${matches(element, ':defined')} ${box ? `${box.width} ${box.height}` : ''}`;
}

/** Only there an element has no style at all: its parent has a shadow root without a slot for it. */
const isOutsideFlatTree = (element: Element): boolean => getComputedStyle(element).display === '';

/** An empty box large enough to show something, or one at the top, where overlays without a size are put. */
function mayDrawUnseen(element: Element): boolean {
  const parent = parentNode(element);
  if (isElement(parent) && tag(parent) === 'body') return hasBox(element);
  const [box] = rectsOf(element);
  return box !== undefined && (box.width >= ICON_SIZE || box.height >= ICON_SIZE) && box.height > 0;
}
