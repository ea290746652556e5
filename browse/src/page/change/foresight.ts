/** How many idle periods are looked at: a second or so. */
const MAX_PERIODS = 20;

/**
 * Tells whether a timer is about to run, which nothing else does: the time an idle callback is given ends with the next
 * timer that is due, or after 50 ms (requestIdleCallback, the long idle period).
 */
export class Foresight {
  #readAt = 0;
  #until = 0;
  #handle = 0;
  #periods = 0;

  constructor() {
    this.#request();
  }

  stop(): void {
    cancelIdleCallback(this.#handle);
  }

  /** Milliseconds for which no timer will run; 0 when nothing was foreseen since then, in terms of `performance.now()`. */
  calmFor(then: number): number {
    return this.#readAt < then ? 0 : Math.max(0, Math.round(this.#until - performance.now()));
  }

  #request(): void {
    if (this.#periods++ > MAX_PERIODS) return;
    this.#handle = requestIdleCallback(deadline => {
      this.#readAt = performance.now();
      this.#until = this.#readAt + deadline.timeRemaining();
      this.#request();
    });
  }
}
