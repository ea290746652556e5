import { contains, queryAll } from '#page/dom.ts';

/** The dialog that keeps everything outside it out of reach: the one with the focus, else the last. */
export function openModal(document: Document, focused: Element | null): Element | undefined {
  const modals = [...queryAll(document, 'dialog:modal')];
  return modals.findLast(modal => focused && contains(modal, focused)) ?? modals.at(-1);
}
