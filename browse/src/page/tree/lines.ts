import { hasAttr } from '#page/dom.ts';
import { detailsOf, type DetailOptions } from './details.ts';
import { isInteractive, isLive, type NodeFacts } from './node.ts';
import { oneLine } from '#page/one-line.ts';
import type { View } from '#page/view.ts';
import type { Omitted, SnapshotNode } from '#page/wire.ts';
import { showsText, type Visit } from './visit.ts';
import type { Clickables, Wanting } from './wanted.ts';

export interface TreeOptions extends DetailOptions {
  readonly interactive: boolean;
  /** What the focus can reach, unless told. */
  readonly clickables?: Clickables;
  /** `performance.now()` after which the walk stops where it is. */
  readonly until?: number;
}

/** A walk under way: what it was asked, and the lines it has written. */
export interface Walk {
  readonly view: View;
  readonly options: TreeOptions;
  readonly wanting: Wanting;
  readonly nodes: SnapshotNode[];
  /** Text of the innermost shown element, up to the next shown element or line end. */
  text: string;
  readonly omitted: { -readonly [Kind in keyof Omitted]: Omitted[Kind] };
  /** How many more of the texts left out are counted only after a look at each. */
  looks: number;
}

const MAX_TEXT_NODE = 4000;

/** Writes the line of an element. */
export function emit(walk: Walk, visit: Visit, element: Element, facts: NodeFacts): void {
  const { registry } = walk.view;
  const { role, name, states, value } = facts;
  const local = registry.localOf(element);
  const details = detailsOf({ view: walk.view, element, role, facts, options: walk.options });
  const node: SnapshotNode = details
    ? [visit.depth, local, role, name, states, value ?? null, details]
    : value === undefined
      ? [visit.depth, local, role, name, states]
      : [visit.depth, local, role, name, states, value];
  registry.remember(local, node);
  walk.nodes.push(node);
}

/** Ends the visit of an element: what it turned out to hold decides whether its line stays. */
export function leave(walk: Walk, visit: Visit): void {
  if (visit.isBlock || visit.shownAt >= 0) flush(walk, visit);
  if (visit.shownAt >= 0) unwrap(walk, visit);
  if (walk.options.interactive) countOmitted(walk, visit);
  const isEmpty = visit.shownAt >= 0 && visit.shownAt === walk.nodes.length - 1;
  if (isEmpty && saysNothing(walk, visit)) walk.nodes.pop();
}

/** A box around the one thing it is named after says nothing that this thing does not. */
function unwrap({ nodes }: Walk, { shownAt, depth }: Visit): void {
  const box = nodes[shownAt];
  const only = nodes[shownAt + 1];
  if (!box || !only || nodes.length > shownAt + 2) return;
  const [, local, role, name, ...rest] = only;
  if (box[2] !== 'generic' || local === 0 || name !== box[3]) return;
  nodes.splice(shownAt, 2, [depth - 1, local, role, name, ...rest]);
}

function countOmitted(walk: Walk, visit: Visit): void {
  if (visit.texts > 0 && (visit.isSeen || showsText(walk.view, visit))) {
    walk.omitted.texts += visit.texts;
    walk.omitted.elements += visit.elements;
  }
  if (visit.isOmitted && visit.isSeen) walk.omitted.elements++;
}

/** A paragraph that holds nothing, and among what can be acted on a live region that does, is not worth a line. */
function saysNothing({ nodes, options }: Walk, { element, shownAt, isSaid }: Visit): boolean {
  const [, , role, name, , value] = nodes[shownAt] ?? [];
  if (name !== '' || typeof value === 'string' || role === undefined) return false;
  if (isInteractive(element, role)) return false;
  if (options.interactive) return isLive(element, role);
  return role === 'paragraph' && !isSaid && !hasAttr(element, 'onclick');
}

/** Writes the text gathered so far as a line of its own. */
export function flush(walk: Walk, visit: Visit): void {
  if (walk.text === '') return;
  const text = oneLine(walk.text, MAX_TEXT_NODE);
  walk.text = '';
  if (text !== '') walk.nodes.push([visit.depth, 0, 'text', text, '']);
}
