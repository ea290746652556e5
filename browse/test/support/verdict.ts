import { BrowseError } from '#core/errors.ts';

/** `ok` or the code of the refusal. */
export async function verdict(act: Promise<void>): Promise<string> {
  try {
    await act;
    return 'ok';
  } catch (error) {
    if (error instanceof BrowseError) return error.code;
    throw error;
  }
}
