/** A name or value longer than this is cut and says so. */
const MAX_TEXT = 1000;
const CUT = ' … [cut]';

/** Nothing but white space, no-break spaces included. */
export const isBlank = (text: string): boolean => !/\S/.test(text);

const UNEVEN = /^\s|\s\s|\s$|[^\S ]/;

/** Every run of white space as one space, none at the ends. */
export function collapse(text: string): string {
  if (!UNEVEN.test(text)) return text;
  return text.replace(/\s+/g, ' ').trim();
}

/** Collapsed to one line of bounded length. */
export function oneLine(text: string, max = MAX_TEXT): string {
  const line = collapse(text.length > max * 4 ? text.slice(0, max * 4) : text);
  if (line.length <= max && text.length <= max * 4) return line;
  return `${line.slice(0, max)}${CUT}`;
}
