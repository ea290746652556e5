import { launchChromium, registerPageEngine } from '#browser/launch.ts';
import { Session } from '#browser/session.ts';
import type { Capture } from '#capture/capture.ts';

interface Events {
  /** Chromium ended by itself. */
  readonly onCrash: () => void;
  readonly onNotice: (notice: string) => void;
}

/** Starts the browser once and keeps it until the daemon ends. */
export class BrowserHolder {
  readonly #opening: Promise<Session>;
  #session: Session | undefined;
  #isClosing = false;

  constructor(capture: Capture, events: Events) {
    this.#opening = this.#open(capture, events);
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

  /** Ends the browser; resolves when its processes are gone. */
  async close(): Promise<void> {
    this.#isClosing = true;
    // A browser that never started has nothing to close.
    const session = await this.#opening.catch(() => undefined);
    await session?.browser.close();
  }

  async #open(capture: Capture, { onCrash, onNotice }: Events): Promise<Session> {
    await registerPageEngine();
    const launched = await launchChromium();
    launched.browser.on('disconnected', () => {
      if (!this.#isClosing) onCrash();
    });
    const session = await Session.open(launched, capture);
    this.#session = session;
    if (launched.notice !== undefined) onNotice(launched.notice);
    return session;
  }
}
