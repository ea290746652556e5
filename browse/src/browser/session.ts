import type { Browser, BrowserContext, Page } from 'playwright-core';

import type { Capture } from '#capture/capture.ts';
import { notFound } from '#core/errors.ts';

import { guardFiles } from './file-guard.ts';
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
  /** By caller's directory: whether a page may read a file. */
  readonly #fileRules = new Map<string, (path: string) => boolean>();
  #replacement: Promise<unknown> | undefined;
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

  /** Resolves when there is a tab, which is nearly always at once. */
  async ready(): Promise<void> {
    await this.#replacement;
  }

  /**
   * Lets pages at `file:` URLs read what the rule of this caller's directory admits, and nothing else of the disk.
   * To be called before a tab is sent to such a URL.
   */
  async admitFiles(tab: Tab, cwd: string, admits: (path: string) => boolean): Promise<void> {
    this.#fileRules.set(cwd, admits);
    await this.#guard(tab);
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
    return known ?? this.#add(++this.#last, page);
  }

  #add(id: number, page: Page): Tab {
    const tab = new Tab(id, page, this.#capture);
    this.#tabs.set(id, tab);
    page.on('close', () => this.#forget(tab));
    page.on('crash', () => this.#waitFor(this.#replace(tab)));
    // A popup of a page at a file: URL could read files too.
    if (this.#fileRules.size > 0) tab.prepare(async () => await this.#guard(tab));
    return tab;
  }

  async #guard(tab: Tab): Promise<void> {
    await guardFiles(tab, path => [...this.#fileRules.values()].some(admits => admits(path)));
  }

  /** A page whose renderer died cannot be used again: a blank one takes its place under the same id. */
  async #replace(crashed: Tab): Promise<void> {
    if (this.#tabs.get(crashed.id) !== crashed) return;
    const page = await this.#context.newPage();
    // The context has announced the page by now, under an id of its own.
    const announced = this.tabs.find(tab => tab.page === page);
    if (announced) this.#tabs.delete(announced.id);
    const tab = this.#add(crashed.id, page);
    // A command that was running hears of the crash itself; else the next one must.
    if (!crashed.lock.holder) tab.lost = crashed.url;
    await crashed.page.close();
  }

  #forget(tab: Tab): void {
    if (this.#tabs.get(tab.id) !== tab) return;
    this.#tabs.delete(tab.id);
    if (this.#active === tab.id) this.#active = [...this.#tabs.keys()].at(-1) ?? 0;
    if (this.#tabs.size === 0 && this.browser.isConnected()) this.#waitFor(this.openTab());
  }

  #waitFor(replacement: Promise<unknown>): void {
    this.#replacement = replacement;
    // Whoever waits for the replacement hears of its failure; the browser may be closing.
    replacement.catch(() => undefined);
  }
}
