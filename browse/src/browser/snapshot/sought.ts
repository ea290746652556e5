import { RE2JS } from 're2js';

import { messageOf, usage } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';

/** What a line has to say. */
export interface Sought {
  /** As it was typed. */
  readonly typed: string;
  readonly matches: (text: string) => boolean;
  readonly role: string | undefined;
}

const PATTERN = /^\/(.+)\/([a-z]*)$/s;

/**
 * Reads a text, found anywhere and in any case, or `/a pattern/` with the flags `i`, `m` and `s`. A pattern is matched
 * in linear time, whatever the page says, so it knows no backreferences and no lookaround (RE2).
 * @throws BrowseError `usage` for a pattern that cannot be read
 */
export function parseSought(typed: string, role: string | undefined): Sought {
  const [, source, flags = ''] = PATTERN.exec(typed) ?? [];
  if (source !== undefined) return { typed, role, matches: patternMatcher(source, flags) };
  const wanted = typed.toLowerCase();
  return { typed, role, matches: text => text.toLowerCase().includes(wanted) };
}

const FLAGS: Readonly<Record<string, number>> = {
  i: RE2JS.CASE_INSENSITIVE,
  m: RE2JS.MULTILINE,
  s: RE2JS.DOTALL,
  // Characters are code points already, and a line matches or does not.
  u: 0,
  g: 0,
};

function patternMatcher(source: string, flags: string): Sought['matches'] {
  const letters = flags.split('');
  const unknown = letters.find(flag => FLAGS[flag] === undefined);
  if (unknown !== undefined)
    throw usage(`Cannot read /${plainLine(source)}/${flags}: there is no flag "${unknown}"`);
  const bits = letters.reduce((sum, flag) => sum | (FLAGS[flag] ?? 0), 0);
  try {
    const pattern = RE2JS.compile(RE2JS.translateRegExp(source), bits);
    return text => pattern.matcher(text).find();
  } catch (error) {
    throw usage(
      `Cannot read /${plainLine(source)}/: ${plainLine(messageOf(error))}`,
      'Patterns follow RE2: no lookaround, no backreferences.',
    );
  }
}
