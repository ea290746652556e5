const MAX_KEPT = 1000;

/** What the matches of one selector were, noted while the selector is looked up. */
export class Search {
  #number = 0;
  #total = 0;
  #first: Element[] = [];

  /** Notes one match; true when it is the first of its search. Throws when the options name no search. */
  note(options: unknown, element: Element): boolean {
    const number = numberOf(options);
    if (number !== this.#number) {
      this.#number = number;
      this.#total = 0;
      this.#first = [];
    }
    this.#total++;
    if (this.#first.length < MAX_KEPT) this.#first.push(element);
    return this.#total === 1;
  }

  /** How many a search met and the first thousand, which are then forgotten; none of a search that met nothing here. */
  results(number: number): { readonly total: number; readonly first: readonly Element[] } {
    const [total, first] = number === this.#number ? [this.#total, this.#first] : [0, []];
    this.#total = 0;
    this.#first = [];
    return { total, first };
  }
}

function numberOf(options: unknown): number {
  if (typeof options === 'object' && options !== null && 'search' in options) {
    const { search } = options;
    if (typeof search === 'number') return search;
  }
  throw new Error('Cannot seek: the search has no number');
}
