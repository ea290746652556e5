import type { Refs, Told } from '#browser/refs.ts';

/** How much is printed at once. */
export interface Budget {
  readonly lines: number;
  readonly characters: number;
}

export const DEFAULT_BUDGET: Budget = { lines: 400, characters: 24_000 };

/** What there is to print. Lines are made when they are printed, because most of a large page never is. */
export interface Printable {
  /** Of the page that the lines are about. */
  readonly url: string;
  readonly count: number;
  readonly lineAt: (index: number) => string;
  /** The element that a line is about as it is now; undefined for text, and for what was. */
  readonly toldAt: (index: number) => Told | undefined;
  /** Indices of lines that are told of even when the budget ends before them. */
  readonly heard: () => Iterable<number>;
  /** What stands below, knowing how many lines are still to come. */
  readonly footer: (rest: number) => readonly string[];
}

const MAX_HEARD_LINES = 20;
const MAX_HEARD_CHARACTERS = 2_000;

/** An answer that is printed in parts: each goes on where the one before stopped. */
export class Printout {
  readonly #printable: Printable;
  readonly #refs: Refs;
  #printed = 0;

  constructor(refs: Refs, printable: Printable) {
    this.#refs = refs;
    this.#printable = printable;
  }

  get url(): string {
    return this.#printable.url;
  }

  /** The next lines within the budget, one at least, and the footer. */
  next(budget: Budget): string {
    const { count, lineAt, footer } = this.#printable;
    const isFirst = this.#printed === 0;
    if (this.#printed === count) return ['(nothing more to show)', ...footer(0)].join('\n');
    const body: string[] = [];
    let characters = 0;
    while (this.#printed < count && body.length < budget.lines) {
      const text = lineAt(this.#printed);
      characters += text.length + 1;
      if (characters > budget.characters && body.length > 0) break;
      body.push(text);
      this.#tell(this.#printed++);
    }
    const rest = count - this.#printed;
    return [...body, ...(isFirst && rest > 0 ? this.#heardLater() : []), ...footer(rest)].join(
      '\n',
    );
  }

  #tell(index: number): void {
    const told = this.#printable.toldAt(index);
    if (told) this.#refs.tell(told);
  }

  #heardLater(): string[] {
    const later: string[] = [];
    let characters = 0;
    for (const index of this.#printable.heard()) {
      if (index < this.#printed) continue;
      const text = this.#printable.lineAt(index);
      characters += text.length + 1;
      if (later.length === MAX_HEARD_LINES || characters > MAX_HEARD_CHARACTERS) break;
      later.push(text);
      this.#tell(index);
    }
    return later.length === 0 ? [] : ['…', ...later];
  }
}
