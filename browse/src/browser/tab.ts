import type { CDPSession, Frame, Page } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';
import { capturePage } from '#capture/page-events.ts';
import type { Traffic } from '#capture/traffic.ts';
import { Mutex } from '#core/mutex.ts';

import { Dialogs } from './dialogs.ts';
import { Refs } from './refs.ts';
import { DirectLine } from './sight/direct-line.ts';
import { Sight } from './sight/sight.ts';
import { Targets } from './sight/targets.ts';
import { WarmUp } from './sight/warm-up.ts';
import { FrameOwners } from './snapshot/frame-owners.ts';
import { Shown } from './snapshot/shown.ts';

const TITLE_MS = 150;

/** One page of the browser, its refs and what is remembered of it. */
export class Tab {
  readonly id: number;
  readonly page: Page;
  readonly refs = new Refs();
  readonly lock = new Mutex();
  readonly dialogs: Dialogs;
  readonly sight: Sight;
  readonly line: DirectLine;
  readonly warmUp: WarmUp;
  readonly traffic: Traffic;
  /** Aborts when the tab closes, so that nothing waits for it any longer. */
  readonly closed: AbortSignal;
  readonly frameOwners = new FrameOwners();
  /** The snapshots taken and how far the last answer was printed. */
  readonly shown = new Shown();
  /** Hash of the last screenshot by mode. */
  readonly seen = new Map<string, string>();
  /** Where the page was that crashed and that this one replaces, until somebody has been told. */
  lost: string | undefined;
  /** Requests for files pass the guard. */
  guardsFiles = false;
  #preparation: Promise<void> | undefined;
  #windowsOpened: { count: number } | undefined;
  #title = '';
  #cdp: Promise<CDPSession> | undefined;

  constructor(id: number, page: Page, capture: Capture) {
    this.id = id;
    this.page = page;
    const targets = new Targets(page);
    this.sight = new Sight(targets);
    this.line = new DirectLine(page, targets);
    this.warmUp = new WarmUp(page, this.line);
    this.dialogs = new Dialogs(page, id, capture);
    this.traffic = capturePage(page, id, capture);
    const closing = new AbortController();
    this.closed = closing.signal;
    page.on('framedetached', frame => this.refs.leave(frame));
    page.on('close', () => closing.abort(new Error('the tab was closed')));
    page.on('crash', () => closing.abort(new Error('the page crashed')));
  }

  get url(): string {
    return this.page.url();
  }

  /** The page's title; the last known one when the page does not answer at once. */
  async title(): Promise<string> {
    const late = Promise.withResolvers<string>();
    const timer = setTimeout(() => late.resolve(this.#title), TITLE_MS);
    // A page that is closing or navigating has no title to give.
    const asked = this.page.title().catch(() => this.#title);
    this.#title = await Promise.race([asked, late.promise]);
    clearTimeout(timer);
    return this.#title;
  }

  /** The frames that can be asked, main frame first. */
  frames(): Frame[] {
    return this.page.frames().filter(frame => !frame.isDetached());
  }

  /** Something that has to be done before the tab may be used. */
  prepare(work: () => Promise<void>): void {
    this.#preparation = work();
    // Whoever uses the tab hears of it; a popup may be gone before it was looked at.
    this.#preparation.catch(() => undefined);
  }

  /** Resolves when the tab may be used. */
  async ready(): Promise<void> {
    await this.#preparation;
  }

  /**
   * How many windows the page has opened since it was first asked. Chromium tells at once; the tab itself comes when
   * its first document does.
   */
  async windowsOpened(): Promise<{ readonly count: number }> {
    if (this.#windowsOpened) return this.#windowsOpened;
    const opened = { count: 0 };
    this.#windowsOpened = opened;
    const cdp = await this.cdp();
    cdp.on('Page.windowOpen', () => opened.count++);
    // Whatever is sent after it is done after it; a page that hangs is not waited for.
    cdp.send('Page.enable').catch(() => undefined);
    return opened;
  }

  /** The tab's own DevTools session, opened once. */
  async cdp(): Promise<CDPSession> {
    this.#cdp ??= this.page.context().newCDPSession(this.page);
    try {
      return await this.#cdp;
    } catch (error) {
      this.#cdp = undefined;
      throw error;
    }
  }
}
