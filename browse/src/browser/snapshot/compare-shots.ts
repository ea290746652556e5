import { diffArrays } from 'diff';

import { lineContent } from './line-text.ts';
import type { Line, Shot } from './shot.ts';

/** A line that stayed, went or came. */
export interface Step {
  readonly sign: ' ' | '-' | '+';
  readonly line: Line;
}

export interface Difference {
  readonly steps: readonly Step[];
  readonly added: number;
  readonly removed: number;
  /** Elements that say something else than before; counted neither as added nor as removed. */
  readonly changed: number;
  /** Lines that say the same and belong to another element now: the ref before and the ref after. */
  readonly renumbered: readonly (readonly [before: string, after: string])[];
}

const COMPARE_MS = 1_000;

/**
 * Compares two captures of one aspect by what their lines say. Undefined when they have so little in common that
 * finding it takes too long.
 */
export function compareShots(before: Shot, after: Shot): Difference | undefined {
  const [old, now] = [before.lines, after.lines];
  const from = commonLength(Math.min(old.length, now.length), i => [old[i], now[i]]);
  const same = commonLength(Math.min(old.length, now.length) - from, i => [
    old.at(-1 - i),
    now.at(-1 - i),
  ]);
  const steps: Step[] = now.slice(0, from).map(kept);
  const middle = compareMiddle(
    old.slice(from, old.length - same),
    now.slice(from, now.length - same),
  );
  if (!middle) return undefined;
  steps.push(...middle.steps);
  for (const line of now.slice(now.length - same)) steps.push(kept(line));
  return { ...middle, steps };
}

const kept = (line: Line): Step => ({ sign: ' ', line });

/** How many pairs in a row are the same elements saying the same. */
function commonLength(
  max: number,
  pairAt: (index: number) => readonly [Line | undefined, Line | undefined],
): number {
  for (let index = 0; index < max; index++) {
    const [before, after] = pairAt(index);
    if (!before || !after || before.ref !== after.ref || !saysSame(before, after)) return index;
  }
  return max;
}

const saysSame = (a: Line, b: Line): boolean =>
  a.name === b.name &&
  a.states === b.states &&
  a.value === b.value &&
  a.role === b.role &&
  a.depth === b.depth &&
  (a.details === b.details || JSON.stringify(a.details) === JSON.stringify(b.details));

function compareMiddle(old: readonly Line[], now: readonly Line[]): Difference | undefined {
  const lasting = refsOf(old).intersection(refsOf(now));
  const keys = (lines: readonly Line[]): string[] => lines.map(line => keyOf(line, lasting));
  const parts = diffArrays(keys(old), keys(now), { timeout: COMPARE_MS });
  if (!parts) return undefined;
  const tally = new Tally();
  let [oldAt, nowAt] = [0, 0];
  let gone: readonly Line[] = [];
  for (const { added, removed, count } of parts) {
    if (removed) {
      gone = old.slice(oldAt, (oldAt += count));
    } else if (added) {
      tally.replace(gone, now.slice(nowAt, (nowAt += count)));
      gone = [];
    } else {
      tally.replace(gone, []);
      gone = [];
      tally.keep(old.slice(oldAt, (oldAt += count)), now.slice(nowAt, (nowAt += count)));
    }
  }
  tally.replace(gone, []);
  return tally.difference();
}

const refsOf = (lines: readonly Line[]): Set<string> => new Set(lines.map(({ ref }) => ref));

/** An element that is still there is never taken for another one that reads the same. */
function keyOf(line: Line, lasting: ReadonlySet<string>): string {
  const ref = lasting.has(line.ref) ? line.ref : '';
  return `${line.depth} ${ref} ${lineContent(line, true)}`;
}

/** Collects the steps from one capture to the other in the order in which they are shown. */
class Tally {
  readonly #steps: Step[] = [];
  readonly #renumbered: (readonly [string, string])[] = [];
  #added = 0;
  #removed = 0;
  #changed = 0;

  keep(before: readonly Line[], after: readonly Line[]): void {
    after.forEach((line, index) => {
      const was = before[index]?.ref ?? '';
      if (was !== line.ref) this.#renumbered.push([was, line.ref]);
      this.#steps.push(kept(line));
    });
  }

  /** An element that only changed stands below what it was. */
  replace(gone: readonly Line[], came: readonly Line[]): void {
    const places = new Map(came.map(({ ref }, index) => [ref, index]));
    let next = 0;
    for (const line of gone) {
      const place = line.ref === '' ? undefined : places.get(line.ref);
      for (; next < (place ?? 0); next++) this.#come(came[next]);
      this.#steps.push({ sign: '-', line });
      const changed = next === place ? came[next++] : undefined;
      if (changed) this.#steps.push({ sign: '+', line: changed });
      if (changed) this.#changed++;
      else this.#removed++;
    }
    for (; next < came.length; next++) this.#come(came[next]);
  }

  #come(line: Line | undefined): void {
    if (!line) return;
    this.#steps.push({ sign: '+', line });
    this.#added++;
  }

  difference(): Difference {
    return {
      steps: this.#steps,
      added: this.#added,
      removed: this.#removed,
      changed: this.#changed,
      renumbered: this.#renumbered,
    };
  }
}
