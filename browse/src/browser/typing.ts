import type { Page } from 'playwright-core';

const CHUNK = 50;

/**
 * Types text key by key into whatever has the focus, and stops when the signal aborts.
 * @throws the signal's reason
 */
export async function typeText(page: Page, text: string, signal: AbortSignal): Promise<void> {
  const characters = Array.from(text);
  for (let start = 0; start < characters.length; start += CHUNK) {
    signal.throwIfAborted();
    await page.keyboard.type(characters.slice(start, start + CHUNK).join(''));
  }
}
