import {
  attr,
  attributeNames,
  closest,
  hasAttr,
  hasAttributes,
  isElement,
  matches,
  parentNode,
  tag,
} from './dom.ts';
import { isDisclosure } from './focusable.ts';
import { limitsOf } from './ranges.ts';
import type { View } from './view.ts';

const CHECKED_ROLES = new Set([
  'checkbox',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'switch',
  'treeitem',
]);
const SELECTED_ROLES = new Set([
  'cell',
  'columnheader',
  'gridcell',
  'option',
  'row',
  'rowheader',
  'tab',
  'treeitem',
]);
const SORTED_ROLES = new Set(['columnheader', 'rowheader']);
const LEVEL_ROLES = new Set(['heading', 'treeitem', 'row', 'listitem', 'comment']);
const STATEFUL_TAGS = new Set([
  'button',
  'fieldset',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'input',
  'meter',
  'optgroup',
  'option',
  'progress',
  'select',
  'summary',
  'textarea',
]);

const DISABLED_TAGS = new Set([
  'button',
  'fieldset',
  'input',
  'optgroup',
  'option',
  'select',
  'textarea',
]);
const FIELD_TAGS = new Set(['input', 'select', 'textarea']);

type Mark = (view: View, element: Element, role: string) => string | undefined;

const MARKS: readonly Mark[] = [
  checked,
  selected,
  expanded,
  pressed,
  disabled,
  required,
  invalid,
  readonly,
  level,
  current,
  sorted,
  multiselectable,
  popup,
  limits,
  focus,
];

/**
 * States and properties of WAI-ARIA 1.2 and their native counterparts (HTML-AAM 1.0), native ones
 * first where both speak: space separated and always in the same order.
 */
export function statesOf(view: View, element: Element, role: string): string {
  const isPlain =
    !STATEFUL_TAGS.has(tag(element)) && (!hasAttributes(element) || isUnmarked(element));
  if (isPlain && role !== 'heading') return inherited(view, element, role);
  let states = '';
  for (const mark of MARKS) {
    const state = mark(view, element, role);
    if (state !== undefined) states += states === '' ? state : ` ${state}`;
  }
  return states;
}

function inherited(view: View, element: Element, role: string): string {
  const marks = [disabled(view, element, role), focus(view, element)];
  return marks.filter(mark => mark !== undefined).join(' ');
}

/** Nothing an author wrote on it is about a state. */
function isUnmarked(element: Element): boolean {
  return !attributeNames(element).some(name => name.startsWith('aria-'));
}

/** ARIA's values in any case, as browsers take them. */
const token = (element: Element, name: string): string | undefined =>
  attr(element, name)?.trim().toLowerCase();

function checked(_: View, element: Element, role: string): string | undefined {
  if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
    if (element.indeterminate && element.type === 'checkbox') return 'mixed';
    return element.checked ? 'checked' : undefined;
  }
  if (!CHECKED_ROLES.has(role)) return undefined;
  const value = token(element, 'aria-checked');
  if (value === 'mixed') return role === 'radio' || role === 'switch' ? undefined : 'mixed';
  return value === 'true' ? 'checked' : undefined;
}

function selected(_: View, element: Element, role: string): string | undefined {
  if (element instanceof HTMLOptionElement) return element.selected ? 'selected' : undefined;
  if (!SELECTED_ROLES.has(role)) return undefined;
  return token(element, 'aria-selected') === 'true' ? 'selected' : undefined;
}

function expanded(_: View, element: Element): string | undefined {
  const isOpen = opens(element);
  if (isOpen === undefined) return undefined;
  return isOpen ? 'expanded' : 'collapsed';
}

function opens(element: Element): boolean | undefined {
  if (tag(element) === 'summary' && isDisclosure(element)) {
    const details = parentNode(element);
    return isElement(details) && hasAttr(details, 'open');
  }
  const value = token(element, 'aria-expanded');
  if (value === 'true' || value === 'false') return value === 'true';
  if (tag(element) === 'select') return matches(element, ':open') || undefined;
  if (!hasAttr(element, 'popovertarget')) return undefined;
  const popover =
    element instanceof HTMLButtonElement || element instanceof HTMLInputElement
      ? element.popoverTargetElement
      : null;
  return popover ? matches(popover, ':popover-open') : undefined;
}

function pressed(_: View, element: Element, role: string): string | undefined {
  if (role !== 'button') return undefined;
  const value = token(element, 'aria-pressed');
  if (value === 'mixed') return 'pressed=mixed';
  return value === 'true' ? 'pressed' : undefined;
}

function disabled(view: View, element: Element, role: string): string | undefined {
  return isDisabled(view, element, role) ? 'disabled' : undefined;
}

/** Containers that say nothing when a disabled one is around them. */
const NEVER_DISABLED = new Set([
  'generic',
  'none',
  'paragraph',
  'heading',
  'img',
  'list',
  'listitem',
]);

function isDisabled(view: View, element: Element, role: string): boolean {
  if (DISABLED_TAGS.has(tag(element)) && matches(element, ':disabled')) return true;
  if (hasAttr(element, 'aria-disabled')) return attr(element, 'aria-disabled') === 'true';
  if (NEVER_DISABLED.has(role) || !view.mayInheritDisabled(element)) return false;
  return inheritsAriaDisabled(element);
}

function inheritsAriaDisabled(element: Element): boolean {
  const says = closest(element, '[aria-disabled]');
  return says !== null && attr(says, 'aria-disabled') === 'true';
}

const REQUIRED_ROLES = new Set([
  'checkbox',
  'combobox',
  'gridcell',
  'listbox',
  'radiogroup',
  'searchbox',
  'spinbutton',
  'switch',
  'textbox',
  'tree',
]);

function required(_: View, element: Element, role: string): string | undefined {
  const isRequired =
    (REQUIRED_ROLES.has(role) && token(element, 'aria-required') === 'true') ||
    (hasAttr(element, 'required') && matches(element, ':required'));
  return isRequired ? 'required' : undefined;
}

function invalid(_: View, element: Element): string | undefined {
  const value = attr(element, 'aria-invalid');
  if (value !== null && value !== '') return value === 'false' ? undefined : 'invalid';
  return FIELD_TAGS.has(tag(element)) && matches(element, ':user-invalid') ? 'invalid' : undefined;
}

const READONLY_ROLES = new Set([
  'checkbox',
  'columnheader',
  'combobox',
  'grid',
  'gridcell',
  'listbox',
  'radiogroup',
  'rowheader',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
  'treegrid',
]);
/** Inputs that take no notice of `readonly`. */
const NEVER_READONLY = new Set(['checkbox', 'color', 'file', 'radio', 'range']);

function readonly(_: View, element: Element, role: string): string | undefined {
  if (!READONLY_ROLES.has(role)) return undefined;
  if (isReadOnly(element)) return 'readonly';
  return token(element, 'aria-readonly') === 'true' ? 'readonly' : undefined;
}

function isReadOnly(element: Element): boolean {
  if (element instanceof HTMLInputElement)
    return element.readOnly && !NEVER_READONLY.has(element.type);
  return element instanceof HTMLTextAreaElement && element.readOnly;
}

function level(_: View, element: Element, role: string): string | undefined {
  if (!LEVEL_ROLES.has(role)) return undefined;
  const said = Number.parseInt(attr(element, 'aria-level') ?? '', 10);
  if (said > 0) return `level=${said}`;
  if (role !== 'heading') return undefined;
  const name = tag(element);
  return /^h[1-6]$/.test(name) ? `level=${name.charAt(1)}` : 'level=2';
}

function current(_: View, element: Element): string | undefined {
  const value = attr(element, 'aria-current')?.trim().toLowerCase();
  if (value === undefined || value === '' || value === 'false') return undefined;
  return /^(page|step|location|date|time)$/.test(value) ? `current=${value}` : 'current';
}

function sorted(_: View, element: Element, role: string): string | undefined {
  if (!SORTED_ROLES.has(role)) return undefined;
  const value = attr(element, 'aria-sort')?.toLowerCase();
  return value === 'ascending' || value === 'descending' || value === 'other'
    ? `sort=${value}`
    : undefined;
}

const MULTISELECTABLE_ROLES = new Set(['grid', 'listbox', 'tablist', 'tree', 'treegrid']);

function multiselectable(_: View, element: Element, role: string): string | undefined {
  if (!MULTISELECTABLE_ROLES.has(role)) return undefined;
  const isMultiple =
    element instanceof HTMLSelectElement
      ? element.multiple
      : token(element, 'aria-multiselectable') === 'true';
  return isMultiple ? 'multiselectable' : undefined;
}

const POPUP_ROLES = new Set([
  'application',
  'button',
  'combobox',
  'gridcell',
  'link',
  'menuitem',
  'searchbox',
  'slider',
  'tab',
  'textbox',
  'treeitem',
]);

/** That a combobox opens a list goes without saying. */
function popup(_: View, element: Element, role: string): string | undefined {
  if (!POPUP_ROLES.has(role) || !hasAttr(element, 'aria-haspopup')) return undefined;
  const value = token(element, 'aria-haspopup');
  const opens = value === 'true' ? 'menu' : value;
  if (!opens || !/^(menu|dialog|listbox|tree|grid)$/.test(opens)) return undefined;
  return role === 'combobox' && opens === 'listbox' ? undefined : `haspopup=${opens}`;
}

function limits(_: View, element: Element, role: string): string | undefined {
  return limitsOf(element, role);
}

function focus(view: View, element: Element): string | undefined {
  if (element === view.focused) return 'focused';
  return element === view.active ? 'active' : undefined;
}
