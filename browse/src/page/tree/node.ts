import { isClickable } from './clickable.ts';
import { attr, hasAttr, isElement, parentNode, tag } from '#page/dom.ts';
import { firstChildTagged, hasTabIndex, isTabbable } from '#page/focusable.ts';
import { contentName, nameOf } from '#page/name/accessible.ts';
import { descriptionOf } from '#page/name/description.ts';
import { oneLine } from '#page/one-line.ts';
import { CARD_ROLES, GRID_PART_ROLES, INTERACTIVE_ROLES, LIVE_ROLES } from '#page/role-tables.ts';
import { isInGrid, roleOf } from '#page/roles.ts';
import { statesOf } from '#page/states.ts';
import { valueOf } from '#page/values.ts';
import type { View } from '#page/view.ts';
import { isRendered } from '#page/visible.ts';
import type { Described, SnapshotNode } from '#page/wire.ts';

/** One element as a person is told of it. */
export interface NodeFacts {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: string;
  readonly value: string | undefined;
  /** Its text is in the name or the value and need not be shown again. */
  readonly holdsText: boolean;
}

/** A name made of the text of something that is only a box. */
const MAX_BOX_NAME = 100;

/**
 * Role, name, states and value of one element; a label that is drawn in place of its control tells the
 * control's.
 */
export function factsOf(view: View, element: Element, role: string): NodeFacts {
  const stood = hiddenControl(element);
  if (stood) return { ...factsOf(view, stood, roleOf(stood)), holdsText: true };
  if (role === 'iframe') return frameFacts(view, element);
  if (role === 'generic' && isLive(element, role)) return liveFacts(view, element);
  const name = nameOf(view, element, role);
  const value = valueOf(view, element, role);
  const states = statesOf(view, element, role);
  const description = descriptionOf(view, element, role, name.text);
  if (name.text === '' && value === undefined && isNamedAsBox(element, role))
    return boxFacts(view, element, { role, states, description });
  const holdsText = name.fromContent || value !== undefined;
  return { role, name: name.text, description, states, value, holdsText };
}

/** It has no name of its own and can be acted on, so what is in it has to tell it apart. */
const isNamedAsBox = (element: Element, role: string): boolean =>
  role === 'generic' || (CARD_ROLES.has(role) && isClickable(element));

interface Box {
  readonly role: string;
  readonly states: string;
  readonly description: string;
}

function boxFacts(view: View, element: Element, box: Box): NodeFacts {
  const content = contentName(view, element);
  const name = oneLine(content, MAX_BOX_NAME);
  return { ...box, name, value: undefined, holdsText: name === content && name !== '' };
}

/** A box whose changes are announced is what `role=status` or `role=alert` make of it. */
function liveFacts(view: View, element: Element): NodeFacts {
  const role = attr(element, 'aria-live') === 'assertive' ? 'alert' : 'status';
  const name = nameOf(view, element, role).text;
  const description = descriptionOf(view, element, role, name);
  return { role, name, description, states: '', value: undefined, holdsText: false };
}

function frameFacts(view: View, element: Element): NodeFacts {
  const name = nameOf(view, element, 'iframe').text || oneLine(attr(element, 'name') ?? '');
  const description = descriptionOf(view, element, 'iframe', name);
  return { role: 'iframe', name, description, states: '', value: undefined, holdsText: false };
}

const SWITCHES = new Set(['checkbox', 'radio', 'file']);

/** The control that a label replaces on the page: the author hides it and draws the label instead. */
export function hiddenControl(element: Element): HTMLInputElement | undefined {
  if (tag(element) !== 'label' || !(element instanceof HTMLLabelElement)) return undefined;
  const { control } = element;
  const stands = control instanceof HTMLInputElement && SWITCHES.has(control.type);
  return stands && !isRendered(control) ? control : undefined;
}

/** A label, legend or caption whose text is the name of what it belongs to, which is shown as well. */
export function isSaidElsewhere(element: Element, name: string): boolean {
  switch (name) {
    case 'label':
      return element instanceof HTMLLabelElement && isNamedByHtml(element.control);
    case 'legend':
      return isFirstIn(element, 'fieldset');
    case 'caption':
      return isFirstIn(element, 'table');
    default:
      return false;
  }
}

function isNamedByHtml(element: Element | null): boolean {
  if (!element || hasAttr(element, 'aria-label') || hasAttr(element, 'aria-labelledby'))
    return false;
  return isRendered(element);
}

function isFirstIn(element: Element, name: string): boolean {
  const parent = parentNode(element);
  if (!isElement(parent) || tag(parent) !== name || !isNamedByHtml(parent)) return false;
  return firstChildTagged(parent, tag(element)) === element;
}

/** What an action may be aimed at. */
export function isInteractive(element: Element, role: string): boolean {
  if (INTERACTIVE_ROLES.has(role)) return true;
  if (hasTabIndex(element)) return isInTabOrder(element, role);
  if (role === 'generic') return hiddenControl(element) !== undefined;
  return (role === 'video' || role === 'audio') && hasAttr(element, 'controls');
}

/** The arrow keys reach every focusable part of a grid, whichever of them is the tab stop (ARIA APG, grid). */
const isInTabOrder = (element: Element, role: string): boolean =>
  role !== 'none' && (isTabbable(element) || (GRID_PART_ROLES.has(role) && isInGrid(element)));

/** A region that speaks up when its text changes. */
export function isLive(element: Element, role: string): boolean {
  if (LIVE_ROLES.has(role)) return true;
  const live = attr(element, 'aria-live');
  return live === 'polite' || live === 'assertive';
}

/** Modal or not. */
export const isDialog = (role: string): boolean => role === 'dialog' || role === 'alertdialog';

/** The element as a line of a snapshot, at no depth. */
export const nodeFor = (view: View, element: Element): SnapshotNode =>
  lineOf(view, element, factsOf(view, element, roleOf(element)));

function lineOf(view: View, element: Element, facts: NodeFacts): SnapshotNode {
  const { role, name, states, value } = facts;
  const local = view.registry.localOf(element);
  return value === undefined
    ? [0, local, role, name, states]
    : [0, local, role, name, states, value];
}

/** The element by number, as it is now. Numbers it when it has no number. */
export function describe(view: View, element: Element): Described {
  const facts = factsOf(view, element, roleOf(element));
  const described = toDescribed(view.registry.id, lineOf(view, element, facts));
  const { description } = facts;
  return description === '' ? described : { ...described, description };
}

/** A line of a snapshot without its depth. */
export function toDescribed(document: string, node: SnapshotNode): Described {
  const [, local, role, name, states, value, details] = node;
  const description = details?.description;
  return {
    document,
    local,
    role,
    name,
    states,
    ...(typeof value === 'string' && { value }),
    ...(description !== undefined && { description }),
  };
}

/** The reverse of `toDescribed`, at no depth. */
export const toSnapshotNode = ({ local, role, name, states, value }: Described): SnapshotNode =>
  value === undefined ? [0, local, role, name, states] : [0, local, role, name, states, value];
