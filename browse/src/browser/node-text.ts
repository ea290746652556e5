import { plainLine, quoted } from '#core/plain-line.ts';
import type { Described } from '#page/wire.ts';

/** `[checkbox] "Remember me" [checked]: value`. */
export function nodeText({
  role,
  name,
  states,
  value,
}: Pick<Described, 'role' | 'name' | 'states' | 'value'>): string {
  const named = name === '' ? '' : ` ${quoted(name, 100)}`;
  const marked =
    states === ''
      ? ''
      : ` ${states
          .split(' ')
          .map(state => `[${plainLine(state, 60)}]`)
          .join(' ')}`;
  const held = value === undefined || value === '' ? '' : `: ${plainLine(value, 100)}`;
  return `[${plainLine(role, 40)}]${named}${marked}${held}`;
}
