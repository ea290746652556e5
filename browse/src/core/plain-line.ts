import { INVISIBLE } from './invisible.ts';

/** What moves a cursor, changes direction, hides, or splits a line: controls, separators, invisible characters. */
const UNSAFE = new RegExp(String.raw`[\p{Cc}\p{Zl}\p{Zp}${INVISIBLE}]`, 'gu');

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
