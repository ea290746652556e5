/**
 * Which elements listen for a press. Scripts of one world cannot see the listeners of another, so the debugger tells;
 * it knows elements by numbers of its own (CDP `BackendNodeId`).
 */
export class Listeners {
  #byNumber = new Map<number, WeakRef<Element>>();
  #pressed = new WeakSet<Element>();

  /** Whether the debugger told of a listener for a press on the element itself. */
  has(element: Element): boolean {
    return this.#byNumber.size > 0 && this.#pressed.has(element);
  }

  /** Those of the numbers whose elements have yet to be handed over. */
  unknown(numbers: readonly number[]): number[] {
    return numbers.filter(number => !this.#byNumber.get(number)?.deref());
  }

  /**
   * Replaces what is known by these numbers, with the elements of those that were unknown.
   * @returns whether anything is different from before
   */
  replace(numbers: readonly number[], elements: ReadonlyMap<number, Element>): boolean {
    const before = this.#byNumber;
    const known = new Map<number, WeakRef<Element>>();
    const pressed = new WeakSet<Element>();
    for (const number of numbers) {
      const element = elements.get(number) ?? before.get(number)?.deref();
      if (!element) continue;
      known.set(number, new WeakRef(element));
      pressed.add(element);
    }
    this.#byNumber = known;
    this.#pressed = pressed;
    return known.size !== before.size || [...known.keys()].some(number => !before.has(number));
  }
}
