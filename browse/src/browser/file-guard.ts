import { fileURLToPath } from 'node:url';

import type { CDPSession } from 'playwright-core';

import type { Tab } from './tab.ts';

/** A paused request (CDP `Fetch.requestPaused`). */
interface Paused {
  readonly requestId: string;
  readonly request: { readonly url: string };
}

/**
 * Refuses every `file:` request of a tab, its frames and links included, that `admits` does not let pass. Requests of
 * other schemes are not touched. Only pages at `file:` URLs can make such requests.
 */
export async function guardFiles(tab: Tab, admits: (path: string) => boolean): Promise<void> {
  if (tab.guardsFiles) return;
  tab.guardsFiles = true;
  const cdp = await tab.cdp();
  cdp.on('Fetch.requestPaused', (paused: Paused) => void decide(cdp, paused, admits));
  await cdp.send('Fetch.enable', { patterns: [{ urlPattern: 'file://*' }] });
  // What a popup opened before it could be guarded is taken away again.
  if (tab.url.startsWith('file:') && !isAdmitted(tab.url, admits))
    await tab.page.goto('about:blank');
}

async function decide(
  cdp: CDPSession,
  { requestId, request }: Paused,
  admits: (path: string) => boolean,
): Promise<void> {
  const answer = isAdmitted(request.url, admits)
    ? cdp.send('Fetch.continueRequest', { requestId })
    : cdp.send('Fetch.failRequest', { requestId, errorReason: 'AccessDenied' });
  // The page may have gone with its request.
  await answer.catch(() => undefined);
}

function isAdmitted(url: string, admits: (path: string) => boolean): boolean {
  try {
    return admits(fileURLToPath(url));
  } catch {
    // Not a path of this machine.
    return false;
  }
}
