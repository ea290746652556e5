/** Calls back once nothing has happened for a while; 0 means never. */
export class IdleClock {
  readonly #ms: number;
  readonly #onIdle: () => void;
  readonly #isBusy: () => boolean;
  #timer: NodeJS.Timeout | undefined;

  constructor(ms: number, isBusy: () => boolean, onIdle: () => void) {
    this.#ms = ms;
    this.#isBusy = isBusy;
    this.#onIdle = onIdle;
    this.touch();
  }

  /** Something happened: the wait begins again. */
  touch(): void {
    clearTimeout(this.#timer);
    if (this.#ms === 0) return;
    this.#timer = setTimeout(
      () => (this.#isBusy() ? this.touch() : this.#onIdle()),
      Math.min(this.#ms, 2_147_483_647),
    );
  }

  /** No longer calls back. */
  stop(): void {
    clearTimeout(this.#timer);
  }
}
