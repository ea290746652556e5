import {
  attr,
  closest,
  contentWindow,
  firstChild,
  flatParent,
  hasAttr,
  hasAttributes,
  isElement,
  labelTargets,
  nextSibling,
  ownerOf,
  parentNode,
  previousSibling,
  tag,
} from './dom.ts';
import { firstChildTagged, isDisclosure, isEditingHost, isFocusable } from './focusable.ts';
import { GLOBAL_ARIA, KNOWN_ROLES, SAME_ROLE } from './role-tables.ts';

/**
 * The role an element has for a person: what its author says if that counts (WAI-ARIA 1.2, conflicts
 * of presentational roles included), else what it is (HTML-AAM 1.0).
 */
export function roleOf(element: Element): string {
  if (!hasAttributes(element)) return implicitRole(element);
  const name = tag(element);
  if (name === 'iframe' || name === 'frame') return 'iframe';
  const role = explicitRole(element) ?? implicitRole(element);
  return role === 'generic' ? boxRole(element) : role;
}

/** What can be written in is a field, and what pops up is a group, when nothing else is said of the box. */
function boxRole(element: Element): string {
  if (isEditingHost(element)) return 'textbox';
  return hasAttr(element, 'popover') ? 'group' : 'generic';
}

function explicitRole(element: Element): string | undefined {
  const raw = attr(element, 'role');
  if (raw === null) return undefined;
  for (const token of raw.toLowerCase().split(/\s+/)) {
    if (!KNOWN_ROLES.has(token)) continue;
    if ((token === 'region' || token === 'form') && !hasAuthorName(element)) continue;
    const role = SAME_ROLE.get(token) ?? token;
    if (role === 'none' && mayNotBeHidden(element)) return undefined;
    return role;
  }
  return undefined;
}

/** Something to focus, or something said about it, outweighs an author's `role=none`. */
function mayNotBeHidden(element: Element): boolean {
  return isFocusable(element) || GLOBAL_ARIA.some(name => hasAttr(element, name));
}

function hasAuthorName(element: Element): boolean {
  if (!hasAttributes(element)) return false;
  if (['aria-label', 'title'].some(name => attr(element, name)?.trim())) return true;
  return hasAttr(element, 'aria-labelledby') && labelTargets(element).length > 0;
}

type Implicit = string | ((element: Element) => string);

const IMPLICIT: ReadonlyMap<string, Implicit> = new Map<string, Implicit>([
  ['a', linkRole],
  ['address', 'group'],
  ['area', linkRole],
  ['article', 'article'],
  ['aside', asideRole],
  ['audio', 'audio'],
  ['blockquote', 'blockquote'],
  ['button', 'button'],
  ['canvas', 'canvas'],
  ['caption', 'caption'],
  ['code', 'code'],
  ['datalist', 'listbox'],
  ['dd', 'definition'],
  ['del', 'deletion'],
  ['details', 'group'],
  ['dfn', 'term'],
  ['dialog', 'dialog'],
  ['dir', 'list'],
  ['dl', 'list'],
  ['dt', 'term'],
  ['em', 'emphasis'],
  ['embed', element => (attr(element, 'type') === 'text/html' ? 'iframe' : 'generic')],
  ['fieldset', 'group'],
  ['figure', 'figure'],
  ['footer', element => (isScoped(element) ? 'sectionfooter' : 'contentinfo')],
  ['form', 'form'],
  ['frame', 'iframe'],
  ['g', element => drawnRole(element, 'group')],
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['h4', 'heading'],
  ['h5', 'heading'],
  ['h6', 'heading'],
  ['header', element => (isScoped(element) ? 'sectionheader' : 'banner')],
  ['hgroup', 'group'],
  ['hr', 'separator'],
  ['iframe', 'iframe'],
  ['image', element => drawnRole(element, 'img')],
  ['img', imageRole],
  ['input', inputRole],
  ['ins', 'insertion'],
  ['li', listItemRole],
  ['main', 'main'],
  ['mark', 'mark'],
  ['math', 'math'],
  ['menu', 'list'],
  ['meter', 'meter'],
  ['nav', 'navigation'],
  ['object', objectRole],
  ['ol', 'list'],
  ['optgroup', 'group'],
  ['option', 'option'],
  ['output', 'status'],
  ['p', 'paragraph'],
  ['progress', 'progressbar'],
  ['s', 'deletion'],
  ['search', 'search'],
  ['section', element => (hasAuthorName(element) ? 'region' : 'generic')],
  ['select', selectRole],
  ['strong', 'strong'],
  ['sub', 'subscript'],
  ['summary', element => (isDisclosure(element) ? 'button' : 'generic')],
  ['sup', 'superscript'],
  ['svg', element => drawnRole(element, 'img')],
  ['table', 'table'],
  ['tbody', element => tablePart(element, 'rowgroup')],
  ['td', element => tablePart(element, 'cell')],
  ['textarea', 'textbox'],
  ['tfoot', element => tablePart(element, 'rowgroup')],
  ['th', element => tablePart(element, 'header')],
  ['thead', element => tablePart(element, 'rowgroup')],
  ['time', 'time'],
  ['tr', element => tablePart(element, 'row')],
  ['ul', 'list'],
  ['video', 'video'],
]);

function implicitRole(element: Element): string {
  const name = tag(element);
  const rule = IMPLICIT.get(name);
  if (rule === undefined) return SHAPES.has(name) ? drawnRole(element, 'img') : 'generic';
  return typeof rule === 'string' ? rule : rule(element);
}

const DRAWING = /^data:image\/|\.svg([?#]|$)/i;

/** A page in it makes it a frame; a drawing is a document as well. */
function objectRole(element: Element): string {
  const isDrawing =
    attr(element, 'type')?.startsWith('image/') || DRAWING.test(attr(element, 'data') ?? '');
  return !isDrawing && contentWindow(element) ? 'iframe' : 'generic';
}

function linkRole(element: Element): string {
  return hasAttr(element, 'href') || hasAttr(element, 'xlink:href') ? 'link' : 'generic';
}

function imageRole(element: Element): string {
  const isDecoration = attr(element, 'alt') === '' && !hasAuthorName(element);
  return isDecoration && !mayNotBeHidden(element) ? 'none' : 'img';
}

const SHAPES = new Set(['circle', 'ellipse', 'line', 'path', 'polygon', 'polyline', 'rect', 'use']);

/** Part of a drawing (SVG-AAM 1.0): nobody is told of it unless it has a name. */
function drawnRole(element: Element, named: string): string {
  return hasAuthorName(element) || firstChildTagged(element, 'title') ? named : 'generic';
}

const INPUT_ROLES: ReadonlyMap<string, string> = new Map([
  ['button', 'button'],
  ['checkbox', 'checkbox'],
  ['file', 'button'],
  ['hidden', 'none'],
  ['image', 'button'],
  ['number', 'spinbutton'],
  ['radio', 'radio'],
  ['range', 'slider'],
  ['reset', 'button'],
  ['search', 'searchbox'],
  ['submit', 'button'],
]);
const SUGGESTING = new Set(['text', 'search', 'tel', 'url', 'email']);

function inputRole(element: Element): string {
  if (!(element instanceof HTMLInputElement)) return 'textbox';
  const { type } = element;
  if (SUGGESTING.has(type) && hasAttr(element, 'list') && element.list) return 'combobox';
  return INPUT_ROLES.get(type) ?? 'textbox';
}

function selectRole(element: Element): string {
  if (!(element instanceof HTMLSelectElement)) return 'generic';
  return element.multiple || element.size > 1 ? 'listbox' : 'combobox';
}

const SCOPING = 'article,aside,main,nav,section,[role]';
const SCOPING_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);
const SECTIONING_ROLES = new Set(['article', 'complementary', 'navigation', 'region']);
const SECTIONING_TAGS = new Set(['article', 'aside', 'nav', 'section']);

/** A header or footer inside one of these belongs to it, not to the page. */
function isScoped(element: Element): boolean {
  return hasAncestor(element, (role, name) => SCOPING_ROLES.has(role) || isSection(role, name));
}

function asideRole(element: Element): string {
  const inSection = hasAncestor(
    element,
    (role, name) => SECTIONING_ROLES.has(role) || isSection(role, name),
  );
  return inSection && !hasAuthorName(element) ? 'generic' : 'complementary';
}

/** A section without a name has no role and still encloses. */
const isSection = (role: string, name: string): boolean =>
  role === 'generic' && SECTIONING_TAGS.has(name);

function hasAncestor(element: Element, encloses: (role: string, name: string) => boolean): boolean {
  let ancestor = flatParent(element);
  while (ancestor) {
    const found = closest(ancestor, SCOPING);
    if (found && encloses(enclosingRole(found), tag(found))) return true;
    ancestor = flatParent(found ?? rootmost(ancestor));
  }
  return false;
}

/** Without `aside`'s own rule, which would ask for the ancestors again and again. */
function enclosingRole(element: Element): string {
  return (
    explicitRole(element) ?? (tag(element) === 'aside' ? 'complementary' : implicitRole(element))
  );
}

function rootmost(element: Element): Element {
  let top = element;
  for (let parent = parentNode(top); isElement(parent); parent = parentNode(top)) top = parent;
  return top;
}

const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);
/** Boxes between an item and its list. */
const MAX_BOXES = 10;

/** An item belongs to the list around it, through boxes that are nothing; without one it is nothing itself. */
function listItemRole(element: Element): string {
  let around = ownerOf(element) ?? flatParent(element);
  for (let boxes = 0; around && boxes < MAX_BOXES; boxes++) {
    const isList = LISTS.has(tag(around));
    if (isList && !hasAttributes(around)) return 'listitem';
    const role = roleOf(around);
    if (role === 'list') return 'listitem';
    if (role === 'none' && isList) return 'none';
    if (role !== 'generic' && role !== 'none') return 'generic';
    around = flatParent(around);
  }
  return 'generic';
}

const GRIDS = new Set(['grid', 'treegrid']);

/** In its own tree, whatever stands between. */
export const isInGrid = (element: Element): boolean =>
  closest(element, '[role="grid"],[role="treegrid"]') !== null;

function tablePart(element: Element, part: 'rowgroup' | 'row' | 'cell' | 'header'): string {
  const { table, isNothing } = tableAround(element);
  if (!table) return 'generic';
  if (isNothing) return 'none';
  const role = hasAttributes(table) ? (explicitRole(table) ?? 'table') : 'table';
  if (role === 'none') return 'none';
  const isGrid = GRIDS.has(role);
  if (role !== 'table' && !isGrid) return 'generic';
  if (part === 'header') return headerRole(element);
  return part === 'cell' && isGrid ? 'gridcell' : part;
}

interface Around {
  readonly table: Element | null;
  /** A part between the table and what is in it was made nothing, and what it must hold with it. */
  readonly isNothing: boolean;
}

function tableAround(element: Element): Around {
  let parent = parentNode(element);
  let isNothing = false;
  for (let steps = 0; isElement(parent) && steps < 4; steps++) {
    if (tag(parent) === 'table') return { table: parent, isNothing };
    isNothing ||= hasAttributes(parent) && explicitRole(parent) === 'none';
    parent = parentNode(parent);
  }
  return { table: null, isNothing };
}

/** Alone in its row, or beside another header, it heads a column; beside a data cell that says something, a row. */
function headerRole(element: Element): string {
  const scope = attr(element, 'scope')?.toLowerCase();
  if (scope === 'row' || scope === 'rowgroup') return 'rowheader';
  if (scope === 'col' || scope === 'colgroup') return 'columnheader';
  const [before, after] = [
    siblingCell(element, previousSibling),
    siblingCell(element, nextSibling),
  ];
  const isColumn = (!before && !after) || before === 'th' || after === 'th';
  return isColumn ? 'columnheader' : 'rowheader';
}

function siblingCell(element: Element, step: (node: Node) => ChildNode | null): string | undefined {
  for (let next = step(element); next; next = step(next))
    if (isElement(next) && (tag(next) === 'th' || isDataCell(next))) return tag(next);
  return undefined;
}

/** The corner that a table leaves empty is no data. */
const isDataCell = (element: Element): boolean =>
  tag(element) === 'td' && firstChild(element) !== null;
