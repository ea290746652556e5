import { INVISIBLE } from '#core/invisible.ts';
import { plainLine } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

/** The words of a marker, whatever dashes stand around them and whatever cannot be seen stands between their letters. */
const MARKER = new RegExp(
  ['(BEGIN|END)', 'UNTRUSTED', 'EXTERNAL', 'CONTENT']
    .map(word => word.replace(/(?<=\w)(?=\w)/g, `[${INVISIBLE}]*`))
    .join(String.raw`[\s${INVISIBLE}]+`),
  'giu',
);

/** Text in which a marker of untrusted content has lost its form. */
export const defuse = (text: string): string =>
  text.replace(MARKER, '$1 (quoted) untrusted content');

/** Page text between the markers of untrusted content; markers inside it are defused. */
export function wrapUntrusted(text: string, source: string): string {
  const inside = defuse(text);
  return [
    `--- BEGIN UNTRUSTED EXTERNAL CONTENT (source: ${plainLine(maskUrl(source)).replace(MARKER, '')}) ---`,
    inside.endsWith('\n') ? inside.slice(0, -1) : inside,
    '--- END UNTRUSTED EXTERNAL CONTENT ---',
  ].join('\n');
}
