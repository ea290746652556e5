import { dataOf, isElement, isText, previousElement, tag } from '#page/dom.ts';
import { openVisit, nextChild, showsText, type Visit } from '#page/tree/visit.ts';
import type { View } from '#page/view.ts';
import { hidesSubtree, UNSEEN_TAGS } from '#page/visible.ts';

/** Lines as they would be drawn: at most one empty line between two, spaces collapsed. */
class Lines {
  #text = '';
  #breaks = 0;
  #space = false;

  break(count: number): void {
    if (count === 0) return;
    this.#breaks = Math.max(this.#breaks, count);
    this.#space = false;
  }

  add(text: string, isPreserved: boolean): void {
    if (isPreserved) return this.#put(text);
    const words = text.replace(/[ \t\n\r\f]+/g, ' ');
    if (words === ' ') {
      this.#space = true;
      return;
    }
    if (words.startsWith(' ')) this.#space = true;
    this.#put(words.trim());
    this.#space = words.endsWith(' ');
  }

  /** A line end that the content asks for, however many there are. */
  end(): void {
    this.#put('\n');
  }

  #put(text: string): void {
    if (text === '') return;
    if (this.#text !== '' && this.#breaks > 0) this.#text += '\n'.repeat(this.#breaks);
    else if (this.#space && this.#text !== '' && !/\s$/.test(this.#text)) this.#text += ' ';
    this.#breaks = 0;
    this.#space = false;
    this.#text += text;
  }

  toString(): string {
    return this.#text;
  }
}

/** `innerText` of the flattened tree: open shadow roots and what is slotted into them. */
export function flatText(view: View, root: Element): string {
  const lines = new Lines();
  let visit: Visit | null = openVisit(view, null, root, tag(root));
  while (visit) {
    const node = nextChild(visit);
    if (!node) {
      lines.break(breaksAround(visit.element));
      visit = visit.parent;
    } else if (isElement(node)) visit = enter(view, visit, node, lines) ?? visit;
    else if (isText(node) && showsText(view, visit))
      lines.add(dataOf(node), isPreserved(visit.element));
  }
  return lines.toString();
}

function enter(view: View, visit: Visit, element: Element, lines: Lines): Visit | undefined {
  const name = tag(element);
  if (name === 'br') lines.end();
  if (name === 'br' || UNSEEN_TAGS.has(name) || hidesSubtree(element)) return undefined;
  if (isLaterCell(element)) lines.add('\t', true);
  lines.break(breaksAround(element));
  return openVisit(view, visit, element, name);
}

const isPreserved = (element: Element): boolean =>
  /^(pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);

function breaksAround(element: Element): number {
  const { display } = getComputedStyle(element);
  if (/^(inline|contents|ruby|table-cell|none)/.test(display)) return 0;
  return tag(element) === 'p' ? 2 : 1;
}

function isLaterCell(element: Element): boolean {
  const before = previousElement(element);
  return before !== null && [before, element].every(isCell);
}

const isCell = (element: Element): boolean => getComputedStyle(element).display === 'table-cell';
