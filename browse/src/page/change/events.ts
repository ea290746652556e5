import { flatParent, isDocument, rootElement } from '#page/dom.ts';

/** Past this many, further elements are not told apart. */
const MAX_TOUCHED = 1000;
const MAX_SCROLLERS = 100;
const FIELD_EVENTS = ['input', 'change', 'toggle', 'close', 'reset'];
const MEDIA_EVENTS = ['play', 'pause'];
/** What a pointer or a keyboard does. A press outweighs the move that led to it. */
const INPUTS = ['pointermove', 'wheel', 'pointerdown', 'keydown'];
const RELEASES = ['pointerup', 'click', 'keyup'];
const MOVES = new Set(['pointermove']);

interface Place {
  readonly left: number;
  readonly top: number;
}

/** What a document's events told since the recording began: inputs, fields, media, scrolling. */
export class Events {
  readonly #document: Document;
  readonly #onStir: () => void;
  readonly #onInput: () => void;
  readonly #fields = new Set<Element>();
  readonly #toggled = new Set<Element>();
  readonly #media = new Map<HTMLMediaElement, boolean>();
  readonly #places = new Map<Element, Place>();
  readonly #scrolled = new Set<Element>();
  readonly #stop = new AbortController();
  #inputAt: number | undefined;
  #lastInputAt: number | undefined;
  #isPressed = false;

  /** `onInput` is called when the first input of the action reaches the page. */
  constructor(document: Document, onStir: () => void, onInput: () => void) {
    this.#document = document;
    this.#onStir = onStir;
    this.#onInput = onInput;
    this.listenIn(document);
    this.#listen(window, INPUTS, event => this.#noteInput(event));
    this.#listen(window, RELEASES, event => {
      if (event.isTrusted) this.#lastInputAt = performance.now();
    });
  }

  /** To be called for each shadow tree: most of these events do not leave the tree they happen in. */
  listenIn(scope: Document | ShadowRoot): void {
    this.#listen(scope, FIELD_EVENTS, event => this.#noteField(event));
    this.#listen(scope, MEDIA_EVENTS, event => this.#noteMedia(event));
    this.#listen(scope, ['scroll'], event => this.#noteScroll(event));
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Fields that told of an input, in the document or not. */
  get fields(): ReadonlySet<Element> {
    return this.#fields;
  }

  /** What opened or closed: `details`, dialogs, popovers. */
  get toggled(): ReadonlySet<Element> {
    return this.#toggled;
  }

  /** `performance.now()` when the last input of the action reached the page; undefined while none did. */
  get inputAt(): number | undefined {
    return this.#lastInputAt;
  }

  /** The page or something in it stands elsewhere than when the input came. */
  hasScrolled(): boolean {
    return [...this.#scrolled].some(element => {
      const before = this.#places.get(element);
      const now = placeOf(element);
      return !before || Math.abs(now.left - before.left) > 1 || Math.abs(now.top - before.top) > 1;
    });
  }

  /** Which way video and audio were turned. */
  mediaTurned(): { readonly isPlaying: boolean; readonly isPaused: boolean } {
    const turned = [...this.#media].filter(([media, wasPaused]) => media.paused !== wasPaused);
    return {
      isPlaying: turned.some(([media]) => !media.paused),
      isPaused: turned.some(([media]) => media.paused),
    };
  }

  #listen(on: EventTarget, types: readonly string[], listener: (event: Event) => void): void {
    const options = { capture: true, passive: true, signal: this.#stop.signal };
    for (const type of types)
      EventTarget.prototype.addEventListener.call(on, type, listener, options);
  }

  #noteField(event: Event): void {
    const [target] = event.composedPath();
    this.#onStir();
    if (!(target instanceof Element) || this.#fields.size >= MAX_TOUCHED) return;
    this.#fields.add(target);
    if (event.type === 'toggle' || event.type === 'close') this.#toggled.add(target);
  }

  #noteMedia(event: Event): void {
    const [target] = event.composedPath();
    if (!(target instanceof HTMLMediaElement) || this.#media.has(target)) return;
    this.#onStir();
    if (this.#media.size < MAX_TOUCHED) this.#media.set(target, event.type === 'play');
  }

  /** Where the page stood before an input is known only when the input comes: an element is brought into view first. */
  #noteInput(event: Event): void {
    if (!event.isTrusted || this.#isPressed) return;
    const isFirst = this.#inputAt === undefined;
    this.#isPressed = !MOVES.has(event.type);
    this.#inputAt = performance.now();
    this.#lastInputAt = this.#inputAt;
    this.#places.clear();
    this.#scrolled.clear();
    const root = scrollerOf(this.#document);
    if (root) this.#places.set(root, placeOf(root));
    const [target] = event.composedPath();
    let next = target instanceof Element ? target : null;
    for (let steps = 0; next && steps < MAX_SCROLLERS; steps++, next = flatParent(next))
      this.#places.set(next, placeOf(next));
    if (isFirst) this.#onInput();
  }

  #noteScroll(event: Event): void {
    if (this.#inputAt === undefined || this.#scrolled.size >= MAX_SCROLLERS) return;
    const [target] = event.composedPath();
    const element = target instanceof Document ? scrollerOf(this.#document) : target;
    if (!(element instanceof Element)) return;
    if (!this.#scrolled.has(element)) this.#onStir();
    this.#scrolled.add(element);
  }
}

const getLeft = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollLeft')?.get;
const getTop = Object.getOwnPropertyDescriptor(Element.prototype, 'scrollTop')?.get;

const placeOf = (element: Element): Place => ({
  left: Number(getLeft?.call(element)),
  top: Number(getTop?.call(element)),
});

const scrollerOf = (document: Document): Element | null =>
  (isDocument(document) ? document.scrollingElement : null) ?? rootElement(document);
