/** Keeps the newest entries within a count and a byte bound; push is O(1). */
export class RingBuffer<T> {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  #slots: { readonly entry: T; readonly bytes: number }[] = [];
  #head = 0;
  #bytes = 0;
  #pushed = 0;

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  /** Entries held now. */
  get size(): number {
    return this.#slots.length - this.#head;
  }

  /** Bytes the held entries were counted as. */
  get bytes(): number {
    return this.#bytes;
  }

  /** How many entries were ever pushed; entry number `pushed - 1` is the newest. */
  get pushed(): number {
    return this.#pushed;
  }

  /** Adds an entry that counts as `bytes`, and drops the oldest ones that no longer fit. */
  push(entry: T, bytes: number): void {
    this.#slots.push({ entry, bytes });
    this.#bytes += bytes;
    this.#pushed++;
    while (this.size > this.#maxEntries || (this.#bytes > this.#maxBytes && this.size > 1)) {
      this.#bytes -= this.#slots[this.#head]?.bytes ?? 0;
      this.#head++;
    }
    // Compacting when half the array is dead keeps both push and memory amortised O(1).
    if (this.#head > 1024 && this.#head * 2 > this.#slots.length) {
      this.#slots = this.#slots.slice(this.#head);
      this.#head = 0;
    }
  }

  /** The held entries whose number is `from` or later, oldest first. */
  since(from: number): T[] {
    const first = this.#pushed - this.size;
    return this.#slots.slice(this.#head + Math.max(0, from - first)).map(slot => slot.entry);
  }

  /** All held entries, oldest first. */
  all(): T[] {
    return this.since(0);
  }

  /** Forgets the held entries; numbering goes on. */
  clear(): void {
    this.#slots = [];
    this.#head = 0;
    this.#bytes = 0;
  }
}
