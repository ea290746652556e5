import { isIn, isShadowRoot, rootElement, treeScope } from './dom.ts';
import { HostSearch } from './host-search.ts';
import { Listeners } from './listeners.ts';
import type { KnownSheets } from './name/pseudo-text.ts';
import { Secrets } from './secrets.ts';
import { shadowsBelow } from './shadows.ts';
import type { SnapshotNode } from './wire.ts';

/** Sweeping is worth its time once this many elements were numbered since the last time. */
const SWEEP_EVERY = 20_000;

/**
 * Which element has which number. A number is never given to a second element, and it keeps no
 * element alive. A document whose root was replaced, as `document.write` does, counts as another.
 */
export class Registry {
  readonly secrets: Secrets;
  readonly sheets: KnownSheets = new WeakMap();
  readonly hosts = new HostSearch();
  readonly listeners = new Listeners();
  readonly #document: Document;
  readonly #locals = new WeakMap<Element, number>();
  readonly #elements = new Map<number, WeakRef<Element>>();
  readonly #shadows = new Set<WeakRef<ShadowRoot>>();
  readonly #knownShadows = new WeakSet<ShadowRoot>();
  readonly #last = new Map<number, SnapshotNode>();
  #id = randomId();
  #root: WeakRef<Element> | undefined;
  #isSearched = false;
  #next = 1;
  #sweepAt = SWEEP_EVERY;

  constructor(document: Document) {
    this.#document = document;
    this.secrets = new Secrets(document);
  }

  /** The document's, as of the last `noticeNewRoot`. */
  get id(): string {
    return this.#id;
  }

  /** To be called before anything is asked: a document written anew gets another `id`. */
  noticeNewRoot(): void {
    const root = rootElement(this.#document);
    if (!root || root === this.#root?.deref()) return;
    if (this.#root) {
      this.#id = randomId();
      this.#last.clear();
      this.#isSearched = false;
    }
    this.#root = new WeakRef(root);
  }

  localOf(element: Element): number {
    const known = this.#locals.get(element);
    if (known !== undefined) return known;
    const local = this.#next++;
    this.#locals.set(element, local);
    this.#elements.set(local, new WeakRef(element));
    return local;
  }

  knownLocal(element: Element): number | undefined {
    return this.#locals.get(element);
  }

  /** The element while it is in this document, which an element of a frame or of a document nobody sees is not. */
  elementOf(local: number): Element | undefined {
    const element = this.#elements.get(local)?.deref();
    return element && isIn(this.#document, element) ? element : undefined;
  }

  remember(local: number, node: SnapshotNode): void {
    this.#last.set(local, node);
  }

  /** How an element was last described. */
  lastOf(local: number): SnapshotNode | undefined {
    return this.#last.get(local);
  }

  /** How every element was last described. */
  remembered(): Iterable<SnapshotNode> {
    return this.#last.values();
  }

  noticeShadow(shadow: ShadowRoot): void {
    if (this.#knownShadows.has(shadow)) return;
    this.#knownShadows.add(shadow);
    this.#shadows.add(new WeakRef(shadow));
    this.secrets.observe(shadow);
  }

  /** While false, whatever is in a tree is in the document's own. */
  get hasShadows(): boolean {
    return this.#shadows.size > 0;
  }

  /** To be told of every element that comes from outside a walk, which notices on its way down. */
  noticeTreeOf(element: Element): void {
    for (let scope = treeScope(element); isShadowRoot(scope); scope = treeScope(scope.host))
      this.noticeShadow(scope);
  }

  /** Once a document; later walks notice on their way what came since. */
  searchShadows(): void {
    if (this.#isSearched) return;
    this.#isSearched = true;
    for (const shadow of shadowsBelow(this.#document)) this.noticeShadow(shadow);
  }

  shadowRoots(): ShadowRoot[] {
    const live: ShadowRoot[] = [];
    for (const ref of this.#shadows) {
      const shadow = ref.deref();
      if (!shadow) this.#shadows.delete(ref);
      else if (isIn(this.#document, shadow)) live.push(shadow);
    }
    return live;
  }

  /** Forgets what was garbage collected. */
  sweep(): void {
    if (this.#next < this.#sweepAt) return;
    this.#sweepAt = this.#next + SWEEP_EVERY;
    for (const [local, ref] of this.#elements)
      if (!ref.deref()) {
        this.#elements.delete(local);
        this.#last.delete(local);
      }
  }
}

function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}
