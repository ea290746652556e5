/** The wanted items of a tree in document order, each below the items it stands in. */
export function withAncestors<T>(
  items: readonly T[],
  depthOf: (item: T) => number,
  isWanted: (item: T) => boolean,
): T[] {
  const shown: T[] = [];
  const around: { readonly item: T; readonly depth: number; isShown: boolean }[] = [];
  for (const item of items) {
    const depth = depthOf(item);
    while (around.length > 0 && (around.at(-1)?.depth ?? 0) >= depth) around.pop();
    const isShown = isWanted(item);
    if (isShown) {
      for (const ancestor of around) {
        if (!ancestor.isShown) shown.push(ancestor.item);
        ancestor.isShown = true;
      }
      shown.push(item);
    }
    around.push({ item, depth, isShown });
  }
  return shown;
}
