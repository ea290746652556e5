import { elementAt, shadowRoot } from './dom.ts';

/** The topmost element at a point of the viewport, through shadow roots; null outside. */
export function deepElementAt(x: number, y: number): Element | null {
  let hit = elementAt(document, x, y);
  while (hit) {
    const shadow = shadowRoot(hit);
    const inner = shadow && elementAt(shadow, x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}
