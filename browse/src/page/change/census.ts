import { rootElement, titleOf } from '#page/dom.ts';
import { pageText, textOf } from './page-text.ts';
import { isDialog } from '#page/tree/node.ts';
import { FIELD_ROLES, INTERACTIVE_ROLES, LIVE_ROLES } from '#page/role-tables.ts';
import { walkTree } from '#page/tree/walk.ts';
import type { View } from '#page/view.ts';
import type { SnapshotNode } from '#page/wire.ts';

const LOOK_MS = 8;
const MAX_FIELDS = 500;
const MAX_LIVE = 50;

/** What a field held when watching began. */
interface Held {
  readonly element: Element;
  readonly content: string;
}

/** The document as it was when watching began, as far as a short look can tell. */
export interface Census {
  /** What was in view and can be operated or speaks, by its number. */
  readonly nodes: readonly (SnapshotNode | undefined)[];
  /** False on a page too large for a short look: `nodes` is then what earlier answers had shown. */
  readonly isComplete: boolean;
  readonly fields: readonly Held[];
  readonly live: ReadonlyMap<Element, string>;
  readonly text: string;
  readonly focused: Element | null;
  readonly active: Element | null;
  readonly title: string;
}

/**
 * Looks at the document for at most 8 ms; on a larger page `nodes` holds what was described before and is
 * still there.
 */
export function takeCensus(view: View, document: Document): Census {
  const { registry } = view;
  const root = rootElement(document);
  const until = performance.now() + LOOK_MS;
  const tree = root && walkTree(view, root, { interactive: true, until });
  const isComplete = tree?.isComplete ?? false;
  if (!isComplete) registry.searchShadows();
  // What the walk has described by now takes its place among the others below.
  const known = isComplete ? [] : stillThere(view);
  for (const node of tree?.nodes ?? []) if (node[1] > 0) known[node[1]] = node;
  return {
    nodes: known,
    isComplete,
    fields: elementsIn(view, known, FIELD_ROLES, MAX_FIELDS).map(hold),
    live: liveTexts(elementsIn(view, known, LIVE_ROLES, MAX_LIVE)),
    text: pageText(document, registry.shadowRoots()),
    focused: view.focused,
    active: view.active,
    title: titleOf(document),
  };
}

/** Earlier answers may have told of what has left, and of headings and rows. */
function stillThere({ registry }: View): (SnapshotNode | undefined)[] {
  const nodes: (SnapshotNode | undefined)[] = [];
  for (const node of registry.remembered())
    if (isOperable(node[2]) && registry.elementOf(node[1])) nodes[node[1]] = node;
  return nodes;
}

const isOperable = (role: string): boolean =>
  INTERACTIVE_ROLES.has(role) || LIVE_ROLES.has(role) || role === 'iframe' || isDialog(role);

function elementsIn(
  { registry }: View,
  nodes: Census['nodes'],
  roles: ReadonlySet<string>,
  max: number,
): Element[] {
  const found: Element[] = [];
  for (const node of nodes) {
    const element = node && roles.has(node[2]) ? registry.elementOf(node[1]) : undefined;
    if (element && found.push(element) === max) break;
  }
  return found;
}

const hold = (element: Element): Held => ({ element, content: contentOf(element) });

/** Fields that a script wrote to without an event. */
export const rewritten = (census: Census): Element[] =>
  census.fields
    .filter(({ element, content }) => contentOf(element) !== content)
    .map(held => held.element);

function contentOf(element: Element): string {
  if (element instanceof HTMLInputElement)
    return `${element.value}\n${element.checked}${element.indeterminate}${element.disabled}`;
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLSelectElement)) return '';
  return [...element.selectedOptions].map(option => option.value).join('\n');
}

const liveTexts = (elements: readonly Element[]): Map<Element, string> =>
  new Map(elements.map(element => [element, textOf(element)]));
