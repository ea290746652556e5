import { plainLine, quoted } from '#core/plain-line.ts';

import type { ConsoleEntry, DialogEntry, NetworkEntry } from './entries.ts';

const clock = (time: number): string => new Date(time).toISOString().slice(11, 23);

/** `12:00:01.123 tab 1 [error] text (url:line)`. */
export const consoleLine = (entry: ConsoleEntry): string =>
  `${clock(entry.time)} tab ${entry.tab} [${entry.type}] ${plainLine(entry.text, 2000)}${
    entry.location ? ` (${plainLine(entry.location)})` : ''
  }`;

/** `#12 12:00:01.123 tab 1 GET 200 document url 12ms`. */
export function networkLine(entry: NetworkEntry): string {
  const outcome = entry.failure ?? entry.status ?? 'pending';
  const duration = entry.duration === undefined ? '' : ` ${Math.round(entry.duration)}ms`;
  const url = plainLine(entry.url, 500);
  return `#${entry.id} ${clock(entry.time)} tab ${entry.tab} ${entry.method} ${outcome} ${entry.type} ${url}${duration}`;
}

/** `12:00:01.123 tab 1 [confirm] "Sure?" → accepted`. */
export const dialogLine = (entry: DialogEntry): string =>
  `${clock(entry.time)} tab ${entry.tab} [${entry.type}] ${quoted(entry.message, 2000)} → ${plainLine(entry.answer)}`;
