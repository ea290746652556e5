import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { fromPlaywright } from '#browser/playwright-errors.ts';
import { BrowseError, failed } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';

/** Waits for what a pointer does to an element and, when something covers the element, says what. */
export async function ready<T>(
  { locator, typed }: Pick<Located, 'locator' | 'typed'>,
  verb: string,
  action: Promise<T>,
): Promise<T> {
  try {
    return await action;
  } catch (cause) {
    const error = fromPlaywright(cause);
    throw (await coverOf({ locator, typed }, verb, error)) ?? withoutForce(verb, error);
  }
}

/** Only `click` can be forced. */
function withoutForce(verb: string, error: BrowseError): BrowseError {
  if (verb === 'click' || !error.hint?.includes('--force')) return error;
  const hint = error.hint.replace(', or add --force', '');
  return new BrowseError(error.code, error.message, { hint, cause: error.cause });
}

async function coverOf(
  { locator, typed }: Pick<Located, 'locator' | 'typed'>,
  verb: string,
  { code }: BrowseError,
): Promise<BrowseError | undefined> {
  if (code !== 'timeout' && code !== 'failed') return undefined;
  // The page may have gone meanwhile; then the first error says all there is.
  const cover = await ask(locator, 'cover', {}, 1_000).catch(() => undefined);
  if (!cover?.by) return undefined;
  const { role, name } = cover.by;
  return failed(
    `Cannot ${verb} ${quoted(typed)}: [${role}] ${quoted(name, 80)} covers it`,
    verb === 'click' ? 'Close what covers it, or add --force.' : 'Close what covers it.',
  );
}
