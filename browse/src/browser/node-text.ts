import { plainLine, quoted } from '#core/plain-line.ts';
import type { Described } from '#page/wire.ts';

interface Shown extends Pick<Described, 'role' | 'name' | 'states' | 'description' | 'value'> {
  /** Told like states, as they are. */
  readonly marks?: readonly string[];
}

const MAX_DESCRIPTION = 200;

/** `[textbox] "Remember me" [checked] ("Not on shared machines"): value`. */
export function nodeText({ role, name, states, marks = [], description, value }: Shown): string {
  const said = description ? ` (${quoted(description, MAX_DESCRIPTION)})` : '';
  const named = name === '' ? '' : ` ${quoted(name, 100)}`;
  const told = states === '' ? [] : states.split(' ').map(state => plainLine(state, 60));
  const marked = [...told, ...marks].map(mark => ` [${mark}]`).join('');
  const held = value === undefined || value === '' ? '' : `: ${plainLine(value, 100)}`;
  return `[${plainLine(role, 40)}]${named}${marked}${said}${held}`;
}
