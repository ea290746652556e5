import { queryAll } from '#page/dom.ts';
import type { View } from '#page/view.ts';

/**
 * The dialog that keeps everything outside it out of reach, in the document or in a shadow tree that is known: the
 * innermost around the focus, else the last.
 */
export function openModal({ registry, focusPath }: View, document: Document): Element | undefined {
  const modals = [document, ...registry.shadowRoots()].flatMap(scope => [
    ...queryAll(scope, 'dialog:modal'),
  ]);
  return modals.length < 2
    ? modals[0]
    : ([...focusPath].find(each => modals.includes(each)) ?? modals.at(-1));
}
