import type { Request } from 'playwright-core';

/** The requests a page has under way that an action may be waiting for. */
export class Traffic {
  readonly #pending = new Set<Request>();
  readonly #listeners = new Set<() => void>();

  /** A request has started. */
  start(request: Request): void {
    this.#pending.add(request);
  }

  /** A request has ended, whichever way. */
  end(request: Request): void {
    if (this.#pending.delete(request)) for (const listener of this.#listeners) listener();
  }

  /** The page is gone and its requests with it. */
  clear(): void {
    this.#pending.clear();
    for (const listener of this.#listeners) listener();
  }

  /** What is under way now. */
  snapshot(): ReadonlySet<Request> {
    return new Set(this.#pending);
  }

  /** What is under way and was not before. */
  since(before: ReadonlySet<Request>): Request[] {
    return [...this.#pending].filter(request => !before.has(request));
  }

  /** Resolves when nothing is under way that was not before, or after `ms`; true when it is quiet. */
  async quiet(before: ReadonlySet<Request>, ms: number): Promise<boolean> {
    const isQuiet = (): boolean => this.since(before).length === 0;
    if (isQuiet() || ms <= 0) return isQuiet();
    const { promise, resolve } = Promise.withResolvers<void>();
    const listener = (): void => {
      if (isQuiet()) resolve();
    };
    const timer = setTimeout(resolve, ms);
    this.#listeners.add(listener);
    await promise;
    this.#listeners.delete(listener);
    clearTimeout(timer);
    return isQuiet();
  }
}
