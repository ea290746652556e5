import {
  attr,
  dataOf,
  firstChild,
  hasAttr,
  hasAttributes,
  isText,
  labelTargets,
  nextSibling,
  queryAll,
  shadowRoot,
  tag,
  textContent,
} from '#page/dom.ts';
import { eachFlatChild } from '#page/tree/flat-children.ts';
import { fallbackName, isLabellable, nativeName } from './native.ts';
import { collapse, isBlank } from '#page/one-line.ts';
import { RANGE_ROLES } from '#page/role-tables.ts';
import { roleOf } from '#page/roles.ts';
import { optionLabel, valueOf } from '#page/values.ts';
import { isVisibleIn, type View } from '#page/view.ts';
import { isRendered, isWithheld, isWithheldAbove, UNSEEN_TAGS } from '#page/visible.ts';

/** One computation of a name. Its bounds hold however deep, long or circular the content is. */
export interface Run {
  readonly view: View;
  /** What is being named and what was referred to on the way here. */
  readonly visited: ReadonlySet<Element>;
  /** Reached through `aria-labelledby`, which is followed once only. */
  readonly isRelated: boolean;
  /** Its root is hidden and was referred to, so what is hidden below counts as well. */
  readonly takesHidden: boolean;
  /** Nothing before or after it is part of the name, so no space has to set it apart. */
  readonly isAlone: boolean;
  /** A tree item is called by its own text, not by the items below it. */
  readonly isTreeItem: boolean;
  readonly depth: number;
  readonly budget: { nodes: number; chars: number };
  /** Collects every element that `visited` was asked about, while a text is made that others may share. */
  readonly met: Set<Element> | undefined;
}

/** The text of a referred element, good for every name that none of `met` is being visited for. */
interface Referred {
  readonly text: string;
  readonly met: ReadonlySet<Element>;
}

/** What the names of one answer share: thousands of elements may be labelled by the same one. */
export interface Naming {
  /** By the element referred to, through `aria-labelledby`, which is followed once only, or otherwise. */
  readonly related: Map<Element, Referred>;
  readonly plain: Map<Element, Referred>;
  /** How many more nodes may be read before each name gets but a few. */
  readonly work: { nodes: number };
}

const MAX_DEPTH = 100;
const MAX_NODES = 4000;
const MAX_CHARS = 5000;
/** What each name may still read on a page whose names have used up what all may read together. */
const LEAST_NODES = 30;

/** To be opened for every name: within one, what was read counts against its bounds. */
export function openRun(view: View, element: Element, role = ''): Run {
  return {
    view,
    visited: new Set([element]),
    isRelated: false,
    takesHidden: false,
    isAlone: true,
    isTreeItem: role === 'treeitem',
    depth: 0,
    budget: openBudget(view),
    met: undefined,
  };
}

const openBudget = ({ naming }: View): Run['budget'] => ({
  nodes: Math.min(MAX_NODES, Math.max(LEAST_NODES, naming.work.nodes)),
  chars: MAX_CHARS,
});

/**
 * The name somebody gave it (accname 1.2): by reference, by `aria-label`, by the means of HTML.
 * Empty when nobody did.
 */
export function authoredName(run: Run, element: Element): string {
  return relatedName(run, element) || ownName(run, element);
}

function relatedName(run: Run, element: Element): string {
  if (run.isRelated || !hasAttr(element, 'aria-labelledby')) return '';
  const related = { ...run, isRelated: true };
  return joined(labelTargets(element), target =>
    target === element && run.depth === 0
      ? ownName(related, element) || contentText(related, element)
      : referredText(related, target),
  );
}

function ownName(run: Run, element: Element): string {
  const label = attr(element, 'aria-label');
  if (label !== null && !isBlank(label)) return collapse(label);
  const labels = isLabellable(tag(element)) ? run.view.labelsOf(element) : [];
  const labelled = joined(labels, target => referredText(run, target));
  if (labelled !== '') return labelled;
  const native = nativeName(element);
  if (native === undefined) return '';
  if (typeof native === 'string') return collapse(native);
  return joined(native, target => referredText(run, target));
}

/** The texts of elements that are referred to, as `aria-labelledby` and `aria-describedby` take them. */
export const textOfEach = (run: Run, elements: readonly Element[]): string =>
  joined(elements, target => referredText({ ...run, isRelated: true }, target));

const joined = (elements: readonly Element[], textOf: (element: Element) => string): string =>
  elements.length === 0 ? '' : collapse(elements.map(textOf).join(' '));

/** The text of an element that was referred to as a name, hidden or not. */
function referredText(run: Run, element: Element): string {
  run.met?.add(element);
  if (run.depth > MAX_DEPTH || run.visited.has(element) || isSpent(run)) return '';
  const text = run.depth === 0 ? sharedText(run, element) : freshText(run, element);
  spend(run, text);
  return text;
}

function sharedText(run: Run, element: Element): string {
  const { related, plain } = run.view.naming;
  const shared = run.isRelated ? related : plain;
  const known = shared.get(element);
  if (known?.met.isDisjointFrom(run.visited)) return known.text;
  const met = new Set<Element>();
  const text = collapse(freshText({ ...run, met, budget: openBudget(run.view) }, element));
  if (!known && met.isDisjointFrom(run.visited)) shared.set(element, { text, met });
  return text;
}

function freshText(run: Run, element: Element): string {
  const visited = new Set(run.visited).add(element);
  const takesHidden = run.takesHidden || isOutOfSight(run.view, element);
  const inner: Run = {
    ...run,
    visited,
    takesHidden,
    isAlone: true,
    isTreeItem: false,
    depth: run.depth + 1,
  };
  return elementText(inner, element) || (hasAttributes(element) ? fallbackName(element) : '');
}

const isSpent = ({ budget }: Run): boolean => budget.nodes <= 0 || budget.chars <= 0;

function spend({ budget, view }: Run, text: string): void {
  view.naming.work.nodes--;
  budget.nodes--;
  budget.chars -= text.length;
}

/** What an element adds to the name of another one. */
function elementText(run: Run, element: Element): string {
  return statedText(run, element) || contentText(run, element);
}

/** What it adds by what is said of it, or by what it holds, rather than by the text inside. */
function statedText(run: Run, element: Element): string {
  if (!hasAttributes(element)) return STATING_TAGS.has(tag(element)) ? ownText(run, element) : '';
  return relatedName(run, element) || ownText(run, element);
}

const ownText = (run: Run, element: Element): string =>
  embeddedValue(run.view, element) ?? ownName(run, element);

/** Tags that HTML has something to say about with no attribute at all. */
const STATING_TAGS = new Set([
  'button',
  'fieldset',
  'input',
  'meter',
  'output',
  'progress',
  'select',
  'svg',
  'table',
  'textarea',
]);

/** A control inside a label stands there with what it holds, never with a secret. */
function embeddedValue(view: View, element: Element): string | undefined {
  const role = roleOf(element);
  if (!EMBEDDED_ROLES.has(role) && !RANGE_ROLES.has(role)) return undefined;
  if (role === 'listbox') return chosenText(element);
  return valueOf(view, element, role);
}

const EMBEDDED_ROLES = new Set(['textbox', 'searchbox', 'combobox', 'listbox']);

/** What is chosen in a list, one after the other. */
function chosenText(list: Element): string {
  if (list instanceof HTMLSelectElement)
    return [...list.selectedOptions].map(optionLabel).join(' ');
  return [...queryAll(list, '[aria-selected="true"]')].map(textContent).join(' ');
}

/**
 * The text inside an element as its name would say it: a space where a line would break. A mute
 * element is invisible and may have visible descendants.
 */
export function contentText(run: Run, element: Element, isMute = false): string {
  if (run.depth > MAX_DEPTH) return '';
  const { view } = run;
  const isBare = isMute || (run.takesHidden && !isRendered(element, run.view.found.boxless));
  const after = isBare ? '' : view.pseudo.after(element);
  let text = isBare ? '' : view.pseudo.before(element);
  const isAlone = run.isAlone && text === '' && after === '';
  eachFlatChild(view, element, child => {
    const part = isText(child)
      ? textPart(child, isMute)
      : childText(run, child, isAlone && isOnlyChild(element, child));
    text += part;
    spend(run, part);
    return !isSpent(run);
  });
  return text + after;
}

const textPart = (text: Text, isMute: boolean): string =>
  isMute ? '' : dataOf(text).slice(0, MAX_CHARS * 2);

const isOnlyChild = (element: Element, child: Element): boolean =>
  firstChild(element) === child && nextSibling(child) === null && shadowRoot(element) === null;

/** Pronunciations and their parentheses are not part of what they are written over. */
const UNSPOKEN_TAGS = new Set([...UNSEEN_TAGS, 'rt', 'rp']);

function childText(run: Run, child: Element, isAlone: boolean): string {
  const name = tag(child);
  if (name === 'br') return ' ';
  if (UNSPOKEN_TAGS.has(name)) return '';
  run.met?.add(child);
  if (isSetAside(run, child)) return '';
  const inner = { ...run, isAlone, depth: run.depth + 1 };
  if (!run.takesHidden && isLeftOut(run.view, child)) return hiddenText(inner, child);
  const stated = statedText(inner, child);
  return stated === '' ? flowText(inner, child, name) : ` ${stated} `;
}

/** What is inside it, set apart as its box is. */
function flowText(run: Run, element: Element, name: string): string {
  const text = contentText(run, element);
  if (isBlank(text)) return spare(element) || gap(run, element, name) || text;
  return run.isAlone || isInline(run, element) ? text : ` ${text} `;
}

/** Said already, or about the items below a tree item rather than about itself. */
const isSetAside = (run: Run, element: Element): boolean =>
  run.visited.has(element) || (run.isTreeItem && isBelowTreeItem(element));

const isBelowTreeItem = (element: Element): boolean => /^(group|treeitem)$/.test(roleOf(element));

/** Something without words is drawn between what is before and after it. */
const gap = (run: Run, element: Element, name: string): string =>
  run.isAlone || (isInline(run, element) && (!DRAWN_TAGS.has(name) || roleOf(element) === 'none'))
    ? ''
    : ' ';

const DRAWN_TAGS = new Set(['audio', 'canvas', 'embed', 'img', 'input', 'object', 'video']);

/** Something visible may be in what is only invisible, and what is withheld still takes its place. */
function hiddenText(run: Run, element: Element): string {
  if (!isRendered(element, run.view.found.boxless)) return '';
  if (isWithheld(element, run.view.focusPath)) return isInline(run, element) ? '' : ' ';
  return contentText(run, element, true);
}

function spare(element: Element): string {
  const text = hasAttributes(element) ? fallbackName(element) : '';
  return isBlank(text) ? '' : ` ${text} `;
}

const isOutOfSight = (view: View, element: Element): boolean =>
  !isVisibleIn(view, element) || isWithheldAbove(element, view.focusPath);

function isLeftOut(view: View, element: Element): boolean {
  return isWithheld(element, view.focusPath) || !isVisibleIn(view, element);
}

/** What is not drawn has no lines; then every element stands apart. */
const isInline = (run: Run, element: Element): boolean =>
  !run.view.ownership.owners.has(element) &&
  !(run.takesHidden && !isRendered(element, run.view.found.boxless)) &&
  /^(inline|contents|ruby.*)$/.test(getComputedStyle(element).display);
