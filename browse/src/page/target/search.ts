const MAX_KEPT = 1000;

/** What the matches of one selector were, noted while the selector is looked up. */
export class Search {
  #number = 0;
  #total = 0;
  /** A search that met something in several frames asks one of them only, so the others must not keep theirs. */
  #first: WeakRef<Element>[] = [];

  /** Notes one match; true when it is the first of its search. Throws when the options name no search. */
  note(options: unknown, element: Element): boolean {
    const number = numberOf(options);
    if (number !== this.#number) {
      this.#number = number;
      this.#total = 0;
      this.#first = [];
    }
    this.#total++;
    if (this.#first.length < MAX_KEPT) this.#first.push(new WeakRef(element));
    return this.#total === 1;
  }

  /** How many a search met and those of the first thousand that are left; none of a search that met nothing here. */
  results(number: number): { readonly total: number; readonly first: readonly Element[] } {
    const [total, first] = number === this.#number ? [this.#total, this.#first] : [0, []];
    this.#total = 0;
    this.#first = [];
    return { total, first: first.map(met => met.deref()).filter(met => met !== undefined) };
  }
}

function numberOf(options: unknown): number {
  if (typeof options === 'object' && options !== null && 'search' in options) {
    const { search } = options;
    if (typeof search === 'number') return search;
  }
  throw new Error('Cannot seek: the search has no number');
}
