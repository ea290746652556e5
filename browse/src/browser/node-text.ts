import { plainLine, quoted } from '#core/plain-line.ts';
import type { Described } from '#page/wire.ts';

interface Shown extends Pick<Described, 'role' | 'name' | 'states' | 'value'> {
  /** Told like states, as they are. */
  readonly marks?: readonly string[];
}

/** `[checkbox] "Remember me" [checked]: value`. */
export function nodeText({ role, name, states, marks = [], value }: Shown): string {
  const named = name === '' ? '' : ` ${quoted(name, 100)}`;
  const told = states === '' ? [] : states.split(' ').map(state => plainLine(state, 60));
  const marked = [...told, ...marks].map(mark => ` [${mark}]`).join('');
  const held = value === undefined || value === '' ? '' : `: ${plainLine(value, 100)}`;
  return `[${plainLine(role, 40)}]${named}${marked}${held}`;
}
