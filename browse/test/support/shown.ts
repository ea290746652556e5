const BEGIN = '--- BEGIN UNTRUSTED EXTERNAL CONTENT';
const END = '--- END UNTRUSTED EXTERNAL CONTENT ---';

/** The ref on the first line of a snapshot that shows `what`, such as `[button] "Save"`. */
export function refIn(shown: string, what: string): string {
  const line = shown.split('\n').find(each => each.includes(what));
  const ref = /@[ec]\d+/.exec(line ?? '')?.[0];
  if (ref === undefined) throw new Error(`nothing shows ${what} in:\n${shown}`);
  return ref;
}

/** What stands between the markers of untrusted content. */
export function inside(shown: string): string {
  const lines = shown.split('\n');
  const begin = lines.findIndex(line => line.startsWith(BEGIN));
  const end = lines.lastIndexOf(END);
  if (begin < 0 || end < begin) throw new Error(`no untrusted content in:\n${shown}`);
  return lines.slice(begin + 1, end).join('\n');
}

/** The lines of the tree in a snapshot, without its footer. */
export const treeOf = (shown: string): string => inside(shown).split('\n\n', 1)[0] ?? '';

/** What stands below the tree in a snapshot. */
export const footerOf = (shown: string): string => inside(shown).split('\n\n').at(-1) ?? '';

/** How often a text occurs. */
export const count = (text: string, part: string): number => text.split(part).length - 1;
