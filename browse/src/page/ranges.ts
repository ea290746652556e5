import { attr, hasAttr, tag } from './dom.ts';
import { hasTabIndex } from './focusable.ts';
import { RANGE_ROLES } from './role-tables.ts';

interface Limits {
  readonly min: string | undefined;
  readonly max: string | undefined;
}

const NOTHING: Limits = { min: undefined, max: undefined };
/** Of roles that have any (WAI-ARIA 1.2); they go without saying. */
const USUAL: Limits = { min: '0', max: '100' };
const USUAL_GAUGE: Limits = { min: '0', max: '1' };

/** Digits, and the letters of dates and exponents: nothing that could be taken for another state. */
const LIMIT = /^[-+.:\deTW]{1,30}$/;

/** A splitter that can be moved has a position; a line between two parts has none. */
export const hasRange = (element: Element, role: string): boolean =>
  RANGE_ROLES.has(role) || (role === 'separator' && hasTabIndex(element));

/** `min=1 max=9` where the value has limits that do not go without saying; undefined when it has none. */
export function limitsOf(element: Element, role: string): string | undefined {
  const { min, max } = ownLimits(element, role);
  if (min === undefined) return max === undefined ? undefined : `max=${max}`;
  return max === undefined ? `min=${min}` : `min=${min} max=${max}`;
}

function ownLimits(element: Element, role: string): Limits {
  switch (tag(element)) {
    case 'input':
      return element instanceof HTMLInputElement ? inputLimits(element, role) : NOTHING;
    case 'meter':
    case 'progress':
      return unusual(said(element, 'min', 'max'), USUAL_GAUGE);
    default:
      return hasRange(element, role) ? ariaLimits(element, role) : NOTHING;
  }
}

const LIMITED = new Set(['date', 'datetime-local', 'month', 'number', 'time', 'week']);

function inputLimits(input: HTMLInputElement, role: string): Limits {
  const { type } = input;
  if (type === 'range') return unusual(said(input, 'min', 'max'), USUAL);
  if (LIMITED.has(type)) return said(input, 'min', 'max');
  return hasRange(input, role) ? ariaLimits(input, role) : NOTHING;
}

/** A spin button has no limits unless somebody says so. */
function ariaLimits(element: Element, role: string): Limits {
  const limits = said(element, 'aria-valuemin', 'aria-valuemax');
  return role === 'spinbutton' ? limits : unusual(limits, USUAL);
}

const said = (element: Element, min: string, max: string): Limits => ({
  min: limit(element, min),
  max: limit(element, max),
});

function limit(element: Element, name: string): string | undefined {
  const value = hasAttr(element, name) ? attr(element, name)?.trim() : undefined;
  return value !== undefined && LIMIT.test(value) ? value : undefined;
}

const unusual = ({ min, max }: Limits, usual: Limits): Limits => ({
  min: min === usual.min ? undefined : min,
  max: max === usual.max ? undefined : max,
});

/** What stands for the value of a range without one (WAI-ARIA 1.2): the middle of a slider, for want of better. */
export function valueInRange(element: Element, role: string): string | undefined {
  const said = attr(element, 'aria-valuetext') || attr(element, 'aria-valuenow');
  if (said) return said;
  if (role !== 'slider' && role !== 'scrollbar') return undefined;
  const [min, max] = [number(element, 'aria-valuemin', 0), number(element, 'aria-valuemax', 100)];
  return String((min + max) / 2);
}

function number(element: Element, name: string, fallback: number): number {
  const value = Number.parseFloat(attr(element, name) ?? '');
  return Number.isFinite(value) ? value : fallback;
}
