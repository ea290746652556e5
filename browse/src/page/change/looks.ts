import { bodyOf, elementWalker, flatParent, isElement, rootElement } from '#page/dom.ts';

const MAX_NEAR = 60;
const MAX_ABOVE = 3;

/** How the surroundings of a target look, so that a class that only recolours can be told from one that does nothing. */
export type Looks = ReadonlyMap<Element, string>;

/** The root, the body, three elements around the target and some two hundred near it at most. */
export function lookAround(document: Document, target: Element | undefined): Looks {
  const near = new Set<Element>();
  for (const element of [rootElement(document), bodyOf(document), target])
    if (element) near.add(element);
  let around = target;
  for (let steps = 0; around && steps < MAX_ABOVE; steps++) {
    const parent = flatParent(around);
    if (!parent) break;
    near.add(parent);
    around = parent;
  }
  if (target) addBelow(near, target, MAX_NEAR);
  if (around && around !== bodyOf(document)) addBelow(near, around, MAX_NEAR * 2);
  return new Map([...near].map(element => [element, lookOf(element)]));
}

function addBelow(near: Set<Element>, root: Element, max: number): void {
  const walker = elementWalker(root);
  for (let node = walker.nextNode(); node && near.size < max; node = walker.nextNode())
    if (isElement(node)) near.add(node);
}

/** Elements of the look that look different now. */
export function changedLooks(looks: Looks): Element[] {
  return [...looks]
    .filter(([element, before]) => lookOf(element) !== before)
    .map(([element]) => element);
}

const PROPERTIES = [
  'color',
  'background-color',
  'background-image',
  'background-position',
  'opacity',
  'transform',
  'translate',
  'fill',
  'stroke',
  'font-weight',
  'text-decoration-line',
];

function lookOf(element: Element): string {
  const style = getComputedStyle(element);
  return PROPERTIES.map(property => style.getPropertyValue(property)).join('|');
}
