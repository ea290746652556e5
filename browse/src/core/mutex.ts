/** Who holds a lock, for the sentence that says why another has to wait. */
export interface Holder {
  readonly label: string;
  readonly since: number;
}

/** Grants in the order asked. `acquire` gives up when its signal aborts, and then never holds. */
export class Mutex {
  #holder: Holder | undefined;
  readonly #waiting: (() => void)[] = [];

  /** Who holds it now. */
  get holder(): Holder | undefined {
    return this.#holder;
  }

  /** Resolves once held; dispose the result to release. Rejects with the signal's reason when aborted first. */
  async acquire(label: string, signal: AbortSignal): Promise<Disposable> {
    signal.throwIfAborted();
    if (this.#holder) await this.#turn(signal);
    const holder = { label, since: Date.now() };
    this.#holder = holder;
    return {
      [Symbol.dispose]: () => {
        if (this.#holder === holder) this.#release();
      },
    };
  }

  #release(): void {
    this.#holder = undefined;
    this.#waiting.shift()?.();
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const onAbort = (): void => {
      const place = this.#waiting.indexOf(grant);
      if (place >= 0) this.#waiting.splice(place, 1);
      reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
    };
    const grant = (): void => {
      signal.removeEventListener('abort', onAbort);
      // Held on behalf of the waiter until its continuation runs, so nobody slips in between.
      this.#holder = { label: 'next in line', since: Date.now() };
      resolve();
    };
    this.#waiting.push(grant);
    signal.addEventListener('abort', onAbort, { once: true });
    await promise;
  }
}
