import { elementWalker, isElement, shadowRoot } from './dom.ts';

/** Every shadow root that is open or was revealed, at and below a node, outer ones first. */
export function shadowsBelow(root: Node): ShadowRoot[] {
  const found: ShadowRoot[] = [];
  collect(root, found);
  for (let i = 0; i < found.length; i++) {
    const shadow = found[i];
    if (shadow) collect(shadow, found);
  }
  return found;
}

function collect(root: Node, found: ShadowRoot[]): void {
  const own = isElement(root) ? shadowRoot(root) : null;
  if (own) found.push(own);
  const walker = elementWalker(root);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const shadow = isElement(node) ? shadowRoot(node) : null;
    if (shadow) found.push(shadow);
  }
}
