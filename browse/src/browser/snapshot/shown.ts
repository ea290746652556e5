import type { Budget, Printout } from './printout.ts';
import type { Aspect, Shot } from './shot.ts';

/** Captures are large; an agent alternates between two aspects at most. */
const MAX_KEPT = 3;

/** One tab's captures that later ones are compared with, and the answer that `--more` goes on with. */
export class Shown {
  readonly #shots = new Map<string, Shot>();
  #last: Shot | undefined;
  #printout: Printout | undefined;

  /** The aspect of the last capture. */
  get aspect(): Aspect | undefined {
    return this.#last?.aspect;
  }

  /** The last capture of the same aspect. */
  previous(aspect: Aspect): Shot | undefined {
    return this.#shots.get(keyOf(aspect));
  }

  keep(shot: Shot): void {
    const key = keyOf(shot.aspect);
    this.#shots.delete(key);
    this.#shots.set(key, shot);
    this.#last = shot;
    const [oldest] = this.#shots.keys();
    if (this.#shots.size > MAX_KEPT && oldest !== undefined) this.#shots.delete(oldest);
  }

  /** Prints the first part and remembers the rest. */
  print(printout: Printout, budget: Budget): string {
    this.#printout = printout;
    return printout.next(budget);
  }

  /** The next part of what was printed last, and the page it is about; undefined when nothing was. */
  more(budget: Budget): { readonly text: string; readonly url: string } | undefined {
    return this.#printout && { text: this.#printout.next(budget), url: this.#printout.url };
  }
}

const keyOf = ({ scope, ...flags }: Aspect): string =>
  JSON.stringify([flags, scope?.typed ?? null]);
