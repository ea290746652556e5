import { dataOf, isElement, isText, tag } from './dom.ts';
import { openFrame, nextChild, showsText, type Frame } from './frame.ts';
import type { View } from './view.ts';
import { hidesSubtree, UNSEEN_TAGS } from './visible.ts';

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
  let frame: Frame | null = openFrame(view, null, root, tag(root));
  while (frame) {
    const node = nextChild(frame);
    if (!node) {
      lines.break(breaksAround(frame.element));
      frame = frame.parent;
    } else if (isElement(node)) frame = enter(view, frame, node, lines) ?? frame;
    else if (isText(node) && showsText(frame)) lines.add(dataOf(node), isPreserved(frame.element));
  }
  return lines.toString();
}

function enter(view: View, frame: Frame, element: Element, lines: Lines): Frame | undefined {
  const name = tag(element);
  if (name === 'br') lines.end();
  if (name === 'br' || UNSEEN_TAGS.has(name) || hidesSubtree(element)) return undefined;
  if (isLaterCell(element)) lines.add('\t', true);
  lines.break(breaksAround(element));
  return openFrame(view, frame, element, name);
}

const isPreserved = (element: Element): boolean =>
  /^(pre|break-spaces)/.test(getComputedStyle(element).whiteSpace);

function breaksAround(element: Element): number {
  const { display } = getComputedStyle(element);
  if (/^(inline|contents|ruby|table-cell|none)/.test(display)) return 0;
  return tag(element) === 'p' ? 2 : 1;
}

function isLaterCell(element: Element): boolean {
  const before = element.previousElementSibling;
  return before !== null && [before, element].every(isCell);
}

const isCell = (element: Element): boolean => getComputedStyle(element).display === 'table-cell';
