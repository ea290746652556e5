/**
 * Characters that move a cursor, change direction, hide, or split a line: C0 and C1 controls, line and
 * paragraph separators, bidirectional controls, zero-width characters and Unicode tags.
 */
const UNSAFE =
  // oxlint-disable-next-line no-control-regex -- control characters are what this matches
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return SHORT[character] ?? `\\u{${code.toString(16)}}`;
}

/**
 * Text that somebody else wrote as one harmless line: control, bidi, zero-width and tag characters are
 * escaped, and what exceeds `max` characters is cut with a count of what is missing.
 */
export function plainLine(text: string, max = 200): string {
  const cut =
    text.length > max ? `${text.slice(0, max)}… (+${text.length - max} characters)` : text;
  return cut.toWellFormed().replace(UNSAFE, escapeCharacter);
}

/** The same inside double quotes; quotes and backslashes in it are escaped. */
export const quoted = (text: string, max?: number): string =>
  `"${plainLine(text.replace(/[\\"]/g, '\\$&'), max)}"`;
