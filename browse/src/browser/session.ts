import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';
import { notFound } from '#core/errors.ts';

import type { Launched } from './launch.ts';
import { Tab } from './tab.ts';

/** How long closing a tab is waited for. */
const CLOSE_MS = 50;
const VIEWPORT = { width: 1280, height: 720 };

/** One browser context and its tabs. Tab ids count up and are never reused; popups are tabs too. */
export class Session {
  readonly browser: Browser;
  readonly executable: string;
  readonly #context: BrowserContext;
  readonly #capture: Capture;
  readonly #tabs = new Map<number, Tab>();
  #active = 0;
  #last = 0;

  private constructor(launched: Launched, context: BrowserContext, capture: Capture) {
    this.browser = launched.browser;
    this.executable = launched.executable;
    this.#context = context;
    this.#capture = capture;
    context.on('page', page => void this.#adopt(page));
  }

  /** Opens a fresh context with one blank tab. */
  static async open(launched: Launched, capture: Capture): Promise<Session> {
    const context = await launched.browser.newContext({
      viewport: VIEWPORT,
      ignoreHTTPSErrors: false,
    });
    const session = new Session(launched, context, capture);
    await session.openTab();
    return session;
  }

  /** The open tabs in the order of their ids. */
  get tabs(): readonly Tab[] {
    return [...this.#tabs.values()];
  }

  /** The id of the tab that calls without one act on. */
  get active(): number {
    return this.#active;
  }

  /**
   * The tab with this id, or the active one.
   * @throws BrowseError `not_found`
   */
  tab(id: number | undefined): Tab {
    const tab = this.#tabs.get(id ?? this.#active);
    if (tab) return tab;
    const open = [...this.#tabs.keys()].join(', ');
    throw notFound(
      `Cannot find tab ${id ?? this.#active}: it is not open`,
      `Open tabs: ${open}. Run \`browse tabs\` to see them.`,
    );
  }

  /** Makes a tab the one that calls without an id act on. */
  activate(tab: Tab): void {
    this.#active = tab.id;
  }

  /** Opens a blank tab and makes it the active one. */
  async openTab(): Promise<Tab> {
    const page = await this.#context.newPage();
    const tab = this.#adopt(page);
    this.#active = tab.id;
    return tab;
  }

  /**
   * Closes a tab; its id is gone at once, even while a hung page takes Chromium half a second to end. Closing the
   * last one opens a blank one, so there is always a tab.
   */
  async closeTab(tab: Tab): Promise<void> {
    if (this.#tabs.size === 1) await this.openTab();
    this.#forget(tab);
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, CLOSE_MS);
    await Promise.race([tab.page.close(), late]);
    clearTimeout(timer);
  }

  #adopt(page: Page): Tab {
    const known = this.tabs.find(tab => tab.page === page);
    if (known) return known;
    const tab = new Tab(++this.#last, page, this.#capture);
    this.#tabs.set(tab.id, tab);
    page.on('close', () => this.#forget(tab));
    return tab;
  }

  #forget(tab: Tab): void {
    this.#tabs.delete(tab.id);
    if (this.#active === tab.id) this.#active = [...this.#tabs.keys()].at(-1) ?? 0;
  }
}
