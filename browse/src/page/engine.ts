import { aimOf } from './target/aim.ts';
import { coverOf } from './target/cover.ts';
import { describeTarget, readField } from './target/describe.ts';
import { createElement, isDocument, isElement, rootElement, titleOf, type Scope } from './dom.ts';
import { markupOf } from './reading/html.ts';
import { linksOf } from './reading/links.ts';
import { ownFrameIndex } from './tree/frames.ts';
import { openModal } from './tree/modal.ts';
import { hasOverlay } from './tree/overlay.ts';
import { findChoice } from './target/choices.ts';
import { findOptions } from './target/options.ts';
import { Search } from './target/search.ts';
import { Registry } from './registry.ts';
import { createSight, type Sight } from './sight.ts';
import { visibleText } from './reading/text.ts';
import type { TreeOptions } from './tree/lines.ts';
import { EMPTY_TREE, walkTree, type Tree } from './tree/walk.ts';
import { createView, type View } from './view.ts';
import { Watcher } from './change/watcher.ts';
import type {
  Box,
  Questions,
  ResolveAnswer,
  ResolveOptions,
  SnapshotAnswer,
  SnapshotOptions,
} from './wire.ts';

export interface SelectorEngine {
  readonly query: (root: Scope, selector: string) => Element | null;
  readonly queryAll: (root: Scope, selector: string) => Element[];
}

/** A selector engine, and what the debugger may tell it. */
export interface PageEngine extends SelectorEngine {
  /** What a selector that is a question to the whole document gives. */
  readonly answer: (selector: string) => string;
  /** The document's id as of now. */
  readonly document: () => string;
  readonly sight: Sight;
}

type Ask<Name extends keyof Questions> = (
  view: View,
  scope: Scope,
  options: Questions[Name]['options'],
) => Questions[Name]['answer'];

/** One per document: holds the numbering of its elements and what is being watched in it. */
export function createEngine(document: Document): PageEngine {
  const registry = new Registry(document);
  const watcher = new Watcher(document, registry);
  const search = new Search();
  const answers = answersOf(registry, watcher, search);
  const answer = (root: Scope, selector: string): string => {
    const [, name = '', encoded = ''] = selector.split(':');
    return answerText(() => ask(name, root, decode(encoded)));
  };
  const queryAll = (root: Scope, selector: string): Element[] => {
    registry.noticeNewRoot();
    if (!selector.startsWith(':')) return elementNumbered(registry, selector);
    if (selector.startsWith(SEEK)) return seek(search, root, selector.slice(SEEK.length));
    return [answerElement(document, answer(root, selector))];
  };
  const ask = (name: string, root: Scope, options: unknown): unknown => {
    if (!isQuestion(name)) throw new Error(`Cannot answer "${name}": no such question`);
    if (isElement(root)) registry.noticeTreeOf(root);
    const view = createView(document, registry);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the daemon sends what wire.ts says
    return (answers[name] as Ask<keyof Questions>)(view, root, options as never);
  };
  const isQuestion = (name: string): name is keyof typeof answers => Object.hasOwn(answers, name);
  return {
    query: (root, selector) => queryAll(root, selector)[0] ?? null,
    queryAll,
    answer: selector => {
      registry.noticeNewRoot();
      return answer(document, selector);
    },
    document: () => registry.id,
    sight: createSight(registry),
  };
}

const MAX_FOUND = 5;
const SEEK = ':seek:';

/** Asked of every match of a selector, so it does next to nothing; only the first match is answered. */
function seek(search: Search, scope: Scope, encoded: string): Element[] {
  const isFirst = search.note(decode(encoded), elementOf(scope));
  return isFirst ? [createElement(document, 'data')] : [];
}

function answersOf(
  registry: Registry,
  watcher: Watcher,
  search: Search,
): { [Name in Exclude<keyof Questions, 'seek'>]: Ask<Name> } {
  return {
    snapshot: takeSnapshot,
    describe: (view, scope, { watch }) => {
      const element = elementOf(scope);
      if (watch) watcher.start(view, element);
      return describeTarget(view, element);
    },
    resolve: (view, _, options) => resolve(view, watcher, options),
    cover: (view, scope) => coverOf(view, elementOf(scope)),
    aim: (view, scope) => aimOf(view, elementOf(scope)),
    field: (view, scope) => readField(view, elementOf(scope)),
    options: (_, scope, { wanted }) => findOptions(elementOf(scope), wanted),
    identify: () => ({ document: registry.id }),
    watch: view => {
      watcher.start(view);
      return { document: registry.id };
    },
    found: (view, _, { search: number, watch }) => {
      const { total, first } = search.results(number);
      const [only] = first;
      if (only && total === 1 && watch) watcher.start(view, only);
      const shown = first.slice(0, MAX_FOUND);
      for (const element of shown) registry.noticeTreeOf(element);
      return { total, first: shown.map(element => describeTarget(view, element)) };
    },
    choices: (view, _, { search: number, wanted }) =>
      findChoice(view, search.results(number), wanted),
    pulse: (view, _, { still }) => watcher.pulse(view, still),
    effect: view => watcher.report(view),
    text: (view, scope) => ({ url: location.href, text: visibleText(view, scope) }),
    html: (view, scope) => ({ url: location.href, text: markupOf(view, scope) }),
    links: (view, scope) => ({ links: linksOf(view, scope) }),
  };
}

/** Null for a document that lost its root. */
function rootOf(scope: Scope): Element | null {
  if (isElement(scope)) return scope;
  return isDocument(scope) ? rootElement(scope) : scope.host;
}

function elementOf(scope: Scope): Element {
  const root = rootOf(scope);
  if (!root) throw new Error('Cannot find the element: the document is empty');
  return root;
}

/** Well below what the daemon waits for an answer, so that a part of a huge page is shown rather than none. */
const SNAPSHOT_MS = 8000;

function takeSnapshot(view: View, scope: Scope, options: SnapshotOptions): SnapshotAnswer {
  const { clickable = false, viewport: asked, within = SNAPSHOT_MS, ...rest } = options;
  const until = performance.now() + within;
  const { registry } = view;
  registry.sweep();
  const viewport: Box | undefined = asked === 'whole' ? [0, 0, innerWidth, innerHeight] : asked;
  const { tree, modal } = treeInReach(view, scope, {
    ...rest,
    ...(viewport && { viewport }),
    clickables: clickable ? 'all' : 'none',
    marksCovered: hasOverlay(view, document),
    until,
  });
  return {
    document: registry.id,
    title: titleOf(document),
    nodes: tree.nodes,
    omitted: tree.omitted,
    ...frameIndex(),
    ...(viewport && { viewport }),
    ...(modal && { modal: true }),
    ...(!tree.isComplete && { cut: true }),
    ...(registry.hosts.size > 0 && { hosts: registry.hosts.size }),
  };
}

interface Reach {
  readonly tree: Tree;
  /** What keeps the rest of the document out of reach. */
  readonly modal?: Element;
}

function treeInReach(view: View, scope: Scope, options: TreeOptions): Reach {
  const modal = isDocument(scope) ? openModal(view, scope) : undefined;
  const root = modal ?? rootOf(scope);
  if (!root) return { tree: EMPTY_TREE };
  const known = view.registry.shadowRoots().length;
  const tree = walkTree(view, root, options);
  if (modal) return { tree, modal };
  // The walk may have come across shadow roots, and a modal dialog in one of them.
  const late =
    isDocument(scope) && view.registry.shadowRoots().length > known
      ? openModal(view, scope)
      : undefined;
  return late ? { tree: walkTree(view, late, options), modal: late } : { tree };
}

function frameIndex(): { readonly frame?: number } {
  const frame = ownFrameIndex();
  return frame === undefined ? {} : { frame };
}

function resolve(view: View, watcher: Watcher, { id, watch }: ResolveOptions): ResolveAnswer {
  if (id.document !== view.registry.id) return { state: 'navigated' };
  const element = view.registry.elementOf(id.local);
  if (!element) return { state: 'gone' };
  view.registry.noticeTreeOf(element);
  if (watch) watcher.start(view, element);
  return { state: 'here', element: describeTarget(view, element) };
}

function elementNumbered(registry: Registry, selector: string): Element[] {
  const [document, local] = selector.split('.');
  const element = document === registry.id ? registry.elementOf(Number(local)) : undefined;
  return element ? [element] : [];
}

/**
 * An answer travels as the text of an element that is in no tree. The text is one level down:
 * Playwright takes an element's own text apart, letter by letter, for its log.
 */
function answerElement(document: Document, text: string): Element {
  const element = createElement(document, 'data');
  const inner = createElement(document, 'data');
  inner.textContent = text;
  element.append(inner);
  return element;
}

function answerText(ask: () => unknown): string {
  try {
    return encode(ask());
  } catch (error) {
    return JSON.stringify({ error: error instanceof Error ? error.message : String(error) });
  }
}

/** JSON without indentation holds no line break, so the first one is where a text begins. */
function encode(answer: unknown): string {
  if (typeof answer !== 'object' || answer === null || !('text' in answer))
    return JSON.stringify(answer);
  const { text, ...head } = answer;
  return typeof text === 'string' ? `${JSON.stringify(head)}\n${text}` : JSON.stringify(answer);
}

function decode(encoded: string): unknown {
  if (encoded === '') return {};
  const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
  return JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, byte => byte.charCodeAt(0))));
}
