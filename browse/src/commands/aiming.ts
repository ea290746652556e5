import type { Locator } from 'playwright-core';

import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { failed } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';

import { ready } from './covered.ts';
import type { TabContext } from './kit/context.ts';

/** What Playwright takes for where to point and how long to wait. */
export interface Aim {
  readonly timeout: number;
  /** In CSS pixels from the corner of the padding box. Absent for the middle. */
  readonly position?: { readonly x: number; readonly y: number };
}

/** Milliseconds that are left for the action itself however long the element took to come into view. */
const LEAST_MS = 200;

/**
 * Where to point at an element so that nothing else inside it is met. `pointed` is the element or the label that
 * stands for it.
 * @throws BrowseError `failed` when a click can meet nothing but another element
 */
export async function aim(
  { tab }: Pick<TabContext, 'tab'>,
  located: Located,
  {
    pointed,
    verb,
    timeout,
  }: { readonly pointed: Locator; readonly verb: string; readonly timeout: number },
): Promise<Aim> {
  const mayMiss = pointed !== located.locator || located.element.holdsOthers === true;
  if (!mayMiss) return { timeout };
  const began = performance.now();
  await ready(located, verb, pointed.scrollIntoViewIfNeeded({ timeout }));
  const { at, by } = await ask(pointed, 'aim', {}, timeout);
  if (by && verb === 'click') {
    const ref = tab.refs.assign(located.frame, by);
    throw failed(
      `Cannot click ${quoted(located.typed)}: [${by.role}] ${quoted(by.name, 80)} inside it fills it`,
      `Click ${ref} if that is what is meant, or add --force to click it all the same.`,
    );
  }
  const left = Math.max(LEAST_MS, timeout - (performance.now() - began));
  return { timeout: left, ...(at && { position: at }) };
}
