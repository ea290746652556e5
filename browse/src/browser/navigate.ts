import type { Frame } from 'playwright-core';

import type { Tab } from './tab.ts';

/** How long Chromium may take to show its error page. */
const ERROR_PAGE_MS = 1_000;

/**
 * Runs a navigation of the tab. When it fails, waits for the error page that Chromium shows instead: coming later,
 * that page would interrupt the next navigation.
 * @throws what the navigation throws
 */
export async function navigate<T>({ page }: Tab, run: () => Promise<T>): Promise<T> {
  const shown = Promise.withResolvers<void>();
  const onNavigated = (frame: Frame): void => {
    if (frame === page.mainFrame() && frame.url().startsWith('chrome-error:')) shown.resolve();
  };
  page.on('framenavigated', onNavigated);
  try {
    return await run();
  } catch (error) {
    if (showsErrorPage(error)) {
      const timer = setTimeout(shown.resolve, ERROR_PAGE_MS);
      await shown.promise;
      clearTimeout(timer);
    }
    throw error;
  } finally {
    page.off('framenavigated', onNavigated);
  }
}

/** An aborted navigation leaves the page as it was. */
const showsErrorPage = (error: unknown): boolean =>
  error instanceof Error && /net::ERR_(?!ABORTED)/.test(error.message);
