import { isElement, isShadowRoot, revealRoot } from './dom.ts';
import type { Registry } from './registry.ts';
import { shadowsBelow } from './shadows.ts';

/** Lets the debugger tell the engine of one document what no script can see (CDP `Runtime.callFunctionOn`). */
export interface Sight {
  /** The elements that may host a closed shadow root and were not asked about as they are now, at most 200. */
  readonly hosts: () => readonly Element[];
  /** Takes closed roots, and says how many elements inside may host more of them. */
  readonly reveal: (roots: readonly Node[]) => number;
  /** Those of the debugger's numbers of elements (`BackendNodeId`) whose elements have yet to be handed over. */
  readonly unknown: (numbers: readonly number[]) => readonly number[];
  /**
   * Takes the numbers of all elements that listen for a press, and the `nodes` that have the `fresh` ones; says
   * whether anything is different from before.
   */
  readonly listen: (
    numbers: readonly number[],
    fresh: readonly number[],
    nodes: readonly Node[],
  ) => boolean;
}

/** The engine's side of what the debugger tells. */
export function createSight(registry: Registry): Sight {
  const { hosts, listeners } = registry;
  return {
    hosts: () => hosts.take(),
    reveal: roots => {
      for (const root of roots) {
        if (!isShadowRoot(root)) continue;
        revealRoot(root);
        registry.noticeShadow(root);
        hosts.noticeHost(root.host);
        for (const scope of [root, ...shadowsBelow(root)]) hosts.considerAll(scope);
      }
      return hosts.size;
    },
    unknown: numbers => listeners.unknown(numbers),
    listen: (numbers, fresh, nodes) => {
      const elements = new Map<number, Element>();
      for (const [index, node] of nodes.entries()) {
        const number = fresh[index];
        if (number !== undefined && isElement(node)) elements.set(number, node);
      }
      return listeners.replace(numbers, elements);
    },
  };
}
