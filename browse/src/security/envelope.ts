import { maskUrl } from '#core/secrets.ts';
import { plainLine } from '#core/plain-line.ts';

const INVISIBLE = String.raw`\u00ad\u200b-\u200f\u2060-\u2064\ufeff`;

/** The words of a marker, whatever dashes stand around them and whatever cannot be seen stands between their letters. */
const MARKER = new RegExp(
  ['(BEGIN|END)', 'UNTRUSTED', 'EXTERNAL', 'CONTENT']
    .map(word => word.replace(/(?<=\w)(?=\w)/g, `[${INVISIBLE}]*`))
    .join(String.raw`[\s${INVISIBLE}]+`),
  'gi',
);

/** Page text between the markers of untrusted content; markers inside it are defused. */
export function wrapUntrusted(text: string, source: string): string {
  const inside = text.replace(MARKER, '$1 (quoted) untrusted content');
  return [
    `--- BEGIN UNTRUSTED EXTERNAL CONTENT (source: ${plainLine(maskUrl(source)).replace(MARKER, '')}) ---`,
    inside.endsWith('\n') ? inside.slice(0, -1) : inside,
    '--- END UNTRUSTED EXTERNAL CONTENT ---',
  ].join('\n');
}
