import type { Download, Frame, Request } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';
import { plainLine } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

import type { Session } from './session.ts';
import type { FrameEffect } from './settle.ts';
import type { Tab } from './tab.ts';

/** What an action may do beside the documents: addresses, tabs, dialogs and downloads, remembered from before it. */
export class Surroundings implements Disposable {
  readonly #tab: Tab;
  readonly #session: Session;
  readonly #capture: Capture;
  readonly #url: string;
  readonly #tabs: ReadonlySet<number>;
  readonly #dialogs: number;
  readonly #frames: ReadonlyMap<Frame, string>;
  readonly #requests: ReadonlySet<Request>;
  readonly #downloads: string[] = [];
  #windows: { readonly count: number } = { count: 0 };
  #windowsBefore = 0;

  constructor(tab: Tab, session: Session, capture: Capture) {
    this.#tab = tab;
    this.#session = session;
    this.#capture = capture;
    this.#url = tab.url;
    this.#tabs = new Set(session.tabs.map(({ id }) => id));
    this.#dialogs = capture.dialog.position;
    this.#requests = tab.traffic.snapshot();
    this.#frames = new Map(tab.frames().map(frame => [frame, frame.url()]));
    tab.page.on('download', this.#onDownload);
  }

  /** Resolves when windows that open are counted. */
  async ready(): Promise<void> {
    this.#windows = await this.#tab.windowsOpened();
    this.#windowsBefore = this.#windows.count;
  }

  [Symbol.dispose](): void {
    this.#tab.page.off('download', this.#onDownload);
  }

  /** The requests that were under way before. */
  get requests(): ReadonlySet<Request> {
    return this.#requests;
  }

  /** The names of what the page sends as files, as the page wrote them. */
  get downloads(): readonly string[] {
    return this.#downloads;
  }

  /** Whether anything here shows that the action worked. */
  hasEffect(): boolean {
    return (
      this.#tab.url !== this.#url ||
      this.#hasDialog() ||
      this.#hasFrameMoved() ||
      this.#opened().length > 0 ||
      this.#downloads.length > 0
    );
  }

  /** Whether a window was opened whose tab is still to come. */
  isOpening(): boolean {
    return this.#opened().length < this.#windows.count - this.#windowsBefore;
  }

  /** What came of the action in words of our own. */
  facts(effects: readonly FrameEffect[]): string[] {
    const tab = this.#tab;
    const main = effects.find(({ frame }) => frame === tab.page.mainFrame())?.effect;
    const isLoading = tab.traffic.since(this.#requests).some(each => each.isNavigationRequest());
    const hasFrameMoved = this.#hasFrameMoved();
    const seen = new Set(effects.flatMap(({ effect }) => effect.facts));
    const known = [
      [tab.url !== this.#url, `now at ${plainLine(maskUrl(tab.url))}`],
      [tab.url === this.#url && main?.watched === false, 'page reloaded'],
      [isLoading, 'still loading'],
      [hasFrameMoved, 'frame navigated'],
      [!hasFrameMoved && effects.some(isReloadedFrame), 'frame reloaded'],
      [this.#hasDialog(), 'dialog opened'],
      ...this.#opened().map(id => [true, `tab ${id} opened`] as const),
      [tab.closed.aborted, 'tab closed'],
      [this.#downloads.length > 0, 'download started'],
      ...[...seen].map(fact => [true, fact] as const),
      [!main && !tab.closed.aborted && !isLoading, 'page does not answer'],
    ] as const;
    return known.filter(([holds]) => holds).map(([, fact]) => fact);
  }

  readonly #onDownload = (download: Download): void => {
    this.#downloads.push(download.suggestedFilename());
  };

  #opened(): number[] {
    return this.#session.tabs.map(({ id }) => id).filter(id => !this.#tabs.has(id));
  }

  #hasDialog(): boolean {
    return this.#capture.dialog.since(this.#dialogs).some(entry => entry.tab === this.#tab.id);
  }

  #hasFrameMoved(): boolean {
    return [...this.#frames].some(
      ([frame, was]) =>
        frame !== this.#tab.page.mainFrame() && !frame.isDetached() && frame.url() !== was,
    );
  }
}

/** Another document stands in a frame that was watched. */
const isReloadedFrame = ({ frame, effect }: FrameEffect): boolean =>
  frame.parentFrame() !== null && !effect.watched;
