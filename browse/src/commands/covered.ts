import type { Frame } from 'playwright-core';

import { ask, askOf } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { fromPlaywright } from '#browser/playwright-errors.ts';
import { BrowseError, failed } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';
import type { CoverAnswer } from '#page/wire.ts';

type Aimed = Pick<Located, 'frame' | 'locator' | 'typed'>;

/** Waits for what a pointer does to an element and, when something covers the element, says what. */
export async function ready<T>(aimed: Aimed, verb: string, action: Promise<T>): Promise<T> {
  try {
    return await action;
  } catch (cause) {
    const error = fromPlaywright(cause);
    throw (await coverOf(aimed, verb, error)) ?? withoutForce(verb, error);
  }
}

/** Only `click` can be forced. */
function withoutForce(verb: string, error: BrowseError): BrowseError {
  if (verb === 'click' || !error.hint?.includes('--force')) return error;
  const hint = error.hint.replace(', or add --force', '');
  return new BrowseError(error.code, error.message, { hint, cause: error.cause });
}

async function coverOf(
  { frame, locator, typed }: Aimed,
  verb: string,
  { code }: BrowseError,
): Promise<BrowseError | undefined> {
  if (code !== 'timeout' && code !== 'failed') return undefined;
  // The page may have gone meanwhile; then the first error says all there is.
  const inside = await ask(locator, 'cover', {}, 1_000).catch(() => undefined);
  const by = inside?.by ?? (await coverAround(frame));
  if (!by) return undefined;
  const { role, name } = by;
  return failed(
    `Cannot ${verb} ${quoted(typed)}: [${role}] ${quoted(name, 80)} covers it`,
    verb === 'click' ? 'Close what covers it, or add --force.' : 'Close what covers it.',
  );
}

/** What lies over one of the frames that hold a document, the innermost first. */
async function coverAround(frame: Frame): Promise<CoverAnswer['by']> {
  for (let inner = frame; inner.parentFrame(); inner = inner.parentFrame() ?? inner) {
    const by = await coverOfFrame(inner);
    if (by) return by;
  }
  return undefined;
}

async function coverOfFrame(frame: Frame): Promise<CoverAnswer['by']> {
  try {
    await using holder = await frame.frameElement();
    return (await askOf(holder, 'cover', {})).by;
  } catch {
    // The frame has left the page: nothing lies over it any longer.
    return undefined;
  }
}
