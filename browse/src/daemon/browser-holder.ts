import type { Launched } from '#browser/launch.ts';
import { Session } from '#browser/session.ts';
import type { Capture } from '#capture/capture.ts';
import { BrowseError, environment, messageOf } from '#core/errors.ts';

interface Events {
  /** Chromium ended by itself. */
  readonly onCrash: () => void;
  /** There is no browser and there will be none. */
  readonly onFailed: (error: BrowseError) => void;
  readonly onNotice: (notice: string) => void;
}

/** Starts the browser once and keeps it until the daemon ends. */
export class BrowserHolder {
  readonly #launching: Promise<Launched>;
  readonly #opening: Promise<Session>;
  readonly #events: Events;
  #session: Session | undefined;
  #failure: BrowseError | undefined;
  #isClosing = false;

  constructor(launch: () => Promise<Launched>, capture: Capture, events: Events) {
    this.#events = events;
    this.#launching = launch();
    this.#opening = this.#open(capture);
    // Whoever asks for the session hears of the failure; nobody asking is no bug.
    this.#opening.catch(() => undefined);
  }

  /** The browser once it runs. @throws BrowseError `environment` */
  async session(): Promise<Session> {
    return await this.#opening;
  }

  /** The browser if it runs already. */
  get running(): Session | undefined {
    return this.#session;
  }

  /** Why there is no browser, once that is known. */
  get failure(): BrowseError | undefined {
    return this.#failure;
  }

  /** Ends the browser, whether or not its first tab is open yet; resolves when its processes are gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    // A browser that never started has nothing to close.
    const launched = await this.#launching.catch(() => undefined);
    await launched?.browser.close();
  }

  async #open(capture: Capture): Promise<Session> {
    const { onFailed } = this.#events;
    try {
      this.#session = await this.#openIn(await this.#launching, capture);
      return this.#session;
    } catch (cause) {
      this.#failure = toFailure(cause);
      if (!this.#isClosing) onFailed(this.#failure);
      throw this.#failure;
    }
  }

  async #openIn(launched: Launched, capture: Capture): Promise<Session> {
    const { onCrash, onNotice } = this.#events;
    if (launched.notice !== undefined) onNotice(launched.notice);
    launched.browser.on('disconnected', () => {
      // Before the session is open its opening fails, and that says more.
      if (!this.#isClosing && this.#session) onCrash();
    });
    return await Session.open(launched, capture);
  }
}

const toFailure = (cause: unknown): BrowseError =>
  cause instanceof BrowseError
    ? cause
    : environment(
        `Cannot use the browser: ${messageOf(cause)}`,
        'Run it by hand to see why, or set GSTACK_CHROMIUM_PATH to another Chromium.',
      );
