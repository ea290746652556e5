import { attr, firstChild, isElement, nextSibling, queryAll, shadowRoot, tag } from '#page/dom.ts';
import { collapse } from '#page/one-line.ts';
import { Registry } from '#page/registry.ts';
import { roleOf } from '#page/roles.ts';
import { factsOf } from '#page/tree/node.ts';
import { cellOf } from '#page/tree/table.ts';
import { walkTree } from '#page/tree/walk.ts';
import { createView, type View } from '#page/view.ts';
import type { Probed } from './wire.ts';

/** The bundle runs inside a function that takes the engine from here, as the page engine's does. */
declare const install: (engine: {
  query: (root: Node, selector: string) => Element;
  queryAll: (root: Node, selector: string) => Element[];
}) => void;

/** Every element in the order of the markup, what is in an open shadow tree before what it is attached to holds. */
function elementsBelow(root: Element): Element[] {
  const found: Element[] = [];
  const visit = (element: Element): void => {
    found.push(element);
    const shadow = shadowRoot(element);
    for (const parent of shadow ? [shadow, element] : [element])
      for (let child = firstChild(parent); child; child = nextSibling(child))
        if (isElement(child)) visit(child);
  };
  visit(root);
  return found;
}

function probeAll(): readonly Probed[] {
  const registry = new Registry(document);
  registry.searchShadows();
  const view = createView(document, registry);
  const { nodes } = walkTree(view, document.documentElement, { interactive: false });
  const shown = new Set(nodes.map(([, local]) => registry.elementOf(local)));
  return elementsBelow(document.documentElement).map(element =>
    probe(view, element, shown.has(element)),
  );
}

function probe(view: View, element: Element, isShown: boolean): Probed {
  const facts = factsOf(view, element, roleOf(element));
  const cell = cellOf(view, element, facts.role);
  const { role, name, description, states, value } = facts;
  return {
    element: keyOf(element),
    tag: tag(element),
    role,
    name,
    description,
    states,
    value,
    cell: cell && `${cell.row} ${cell.column}`,
    isShown,
  };
}

function keyOf(element: Element): string {
  const opening = /^<[^>]*>/.exec(element.outerHTML)?.[0] ?? '';
  const id = attr(element, 'id');
  const text = collapse(element.innerHTML).slice(0, 60);
  return id ? `#${id}` : `${collapse(opening).slice(0, 80)}${text}`;
}

/** Milliseconds that the places of all cells take. */
function timeCells(): number {
  const registry = new Registry(document);
  const view = createView(document, registry);
  const cells = [...queryAll(document, 'td')];
  const start = performance.now();
  for (const cell of cells) if (!cellOf(view, cell, 'cell')) throw new Error('A cell has no place');
  return performance.now() - start;
}

function answer(selector: string): Element {
  const element = document.createElement('data');
  const inner = document.createElement('data');
  inner.textContent = JSON.stringify(selector === 'cells' ? timeCells() : probeAll());
  element.append(inner);
  return element;
}

install({
  query: (_, selector) => answer(selector),
  queryAll: (_, selector) => [answer(selector)],
});
