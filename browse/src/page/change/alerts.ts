import { withoutFigures, type Calm } from './calm.ts';
import { textOf } from './page-text.ts';
import { attr, flatParent } from '#page/dom.ts';
import { isLive } from '#page/tree/node.ts';
import { oneLine } from '#page/one-line.ts';
import type { Touched } from './recorder.ts';
import { LIVE_ROLES } from '#page/role-tables.ts';
import { roleOf } from '#page/roles.ts';
import type { View } from '#page/view.ts';
import { isVisible, isWithheldAbove } from '#page/visible.ts';
import type { Watch } from './watch.ts';
import type { EffectAnswer } from '#page/wire.ts';

type Alert = EffectAnswer['alerts'][number];

const MAX_ALERT = 300;
const MAX_ABOVE = 20;
/** They speak all the time. */
const RESTLESS = new Set(['timer', 'marquee']);

/** What live regions say that they did not say when watching began. */
export function findAlerts(
  view: View,
  { census, calm }: Watch,
  touched: Touched,
  shown: readonly Element[],
): Alert[] {
  const regions = new Set(shown.filter(element => isLive(element, roleOf(element))));
  for (const element of [...touched.textParents, ...touched.added]) addRegion(regions, element);
  for (const { element } of touched.attributes) addRegion(regions, element);
  const alerts: Alert[] = [];
  const before = new Set(census.live.values());
  for (const region of regions) {
    if (!isVisible(region) || isWithheldAbove(region, view.focusPath)) continue;
    const said = census.live.get(region);
    const text = textOf(region);
    const isOld = said === undefined ? before.has(text) : isCounting(calm, region, said, text);
    if (text === '' || isOld) continue;
    const role = spokenRole(region);
    if (!RESTLESS.has(role)) alerts.push({ role, text: oneLine(newPart(said, text), MAX_ALERT) });
  }
  return alerts;
}

/** It says the same, or was speaking before the action and says it with other figures. */
const isCounting = (calm: Calm, region: Element, said: string, text: string): boolean =>
  said === text ||
  (calm.restless.size > 0 &&
    calm.unrestAt(region) !== undefined &&
    withoutFigures(said) === withoutFigures(text));

function addRegion(regions: Set<Element>, element: Element): void {
  let next: Element | null = element;
  for (let steps = 0; next && steps < MAX_ABOVE; steps++) {
    if (isLive(next, roleOf(next))) regions.add(next);
    next = flatParent(next);
  }
}

/** A log grows at its end. */
const newPart = (said: string | undefined, text: string): string =>
  said && text.startsWith(said) ? text.slice(said.length).trim() || text : text;

function spokenRole(region: Element): string {
  const role = roleOf(region);
  if (LIVE_ROLES.has(role)) return role;
  return attr(region, 'aria-live') === 'assertive' ? 'alert' : 'status';
}
