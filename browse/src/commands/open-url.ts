import type { Response } from 'playwright-core';

import { navigate } from '#browser/navigate.ts';

import type { TabContext } from './kit/context.ts';

/** When a page counts as opened. */
export type LoadState = 'load' | 'domcontentloaded' | 'networkidle';

type Opening = Pick<TabContext, 'session' | 'tab' | 'cwd' | 'admitsFile' | 'deadline'>;

/**
 * Sends a tab to a URL that the gate has admitted. Files that such a page asks for on its own pass the gate one by one.
 * @throws what the navigation throws
 */
export async function openUrl(
  { session, tab, cwd, admitsFile, deadline }: Opening,
  url: URL,
  waitUntil: LoadState = 'domcontentloaded',
): Promise<Response | null> {
  if (url.protocol === 'file:') await session.admitFiles(tab, cwd, admitsFile);
  return await navigate(
    tab,
    async () => await tab.page.goto(url.href, { waitUntil, timeout: deadline }),
  );
}
