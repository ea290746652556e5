import type { ConsoleMessage, Page, Request } from 'playwright-core';

import { messageOf } from '#core/errors.ts';
import { maskUrl } from '#core/secrets.ts';

import type { Capture } from './capture.ts';
import type { NetworkEntry } from './entries.ts';
import { Traffic } from './traffic.ts';

const ENTRY_OVERHEAD_BYTES = 200;

/** Documents, fetches and scripts; not streams, images or fonts. */
const AWAITED: ReadonlySet<string> = new Set(['document', 'fetch', 'xhr', 'script', 'stylesheet']);

/** Records a page's console, errors and requests under its tab id for as long as the page lives. */
export function capturePage(page: Page, tab: number, capture: Capture): Traffic {
  captureConsole(page, tab, capture);
  return captureNetwork(page, tab, capture);
}

function captureConsole(page: Page, tab: number, capture: Capture): void {
  const push = (type: string, text: string, location: string): void =>
    capture.console.push(
      { id: capture.nextId(), time: Date.now(), tab, type, text: text.slice(0, 20_000), location },
      Math.min(text.length, 20_000) * 2 + ENTRY_OVERHEAD_BYTES,
    );
  page.on('console', (message: ConsoleMessage) => {
    const { url, lineNumber } = message.location();
    push(message.type(), message.text(), url ? `${maskUrl(url)}:${lineNumber + 1}` : '');
  });
  page.on('pageerror', (error: unknown) => push('pageerror', messageOf(error), ''));
}

function captureNetwork(page: Page, tab: number, capture: Capture): Traffic {
  const traffic = new Traffic();
  const entries = new WeakMap<Request, NetworkEntry>();

  page.on('request', request => {
    const url = maskUrl(request.url());
    const entry: NetworkEntry = {
      id: capture.nextId(),
      time: Date.now(),
      tab,
      method: request.method(),
      url,
      type: request.resourceType(),
    };
    entries.set(request, entry);
    capture.network.push(entry, url.length * 2 + ENTRY_OVERHEAD_BYTES);
    if (AWAITED.has(entry.type)) traffic.start(request);
  });
  page.on('response', response => {
    const entry = entries.get(response.request());
    if (entry) entry.status = response.status();
  });
  const end = (request: Request): void => {
    traffic.end(request);
    const entry = entries.get(request);
    if (!entry) return;
    entry.duration = Date.now() - entry.time;
    const failure = request.failure()?.errorText;
    if (failure !== undefined) entry.failure = failure;
  };
  page.on('requestfinished', end);
  page.on('requestfailed', end);
  page.on('close', () => traffic.clear());
  return traffic;
}
