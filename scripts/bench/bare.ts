import type { Page } from 'playwright-core';

import { launchChromium } from '../../browse/src/browser/launch.ts';

/** Chromium driven by Playwright alone, in this process. */
export interface Bare extends AsyncDisposable {
  readonly page: Page;
  readonly executable: string;
  readonly version: string;
}

/** What the daemon gives its tabs. */
const VIEWPORT = { width: 1280, height: 720 };

/** Launches the Chromium that the daemon would, in the same way, and opens one page. */
export async function openBare(): Promise<Bare> {
  const { browser, executable } = await launchChromium();
  const context = await browser.newContext({ viewport: VIEWPORT });
  return {
    page: await context.newPage(),
    executable,
    version: browser.version(),
    [Symbol.asyncDispose]: async () => await browser.close(),
  };
}
