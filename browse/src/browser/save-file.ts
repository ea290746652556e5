import { failed } from '#core/errors.ts';

/**
 * Writes a file that the gate has admitted; returns its size in bytes.
 * @throws BrowseError `failed` naming the errno
 */
export async function saveFile(path: string, content: string | Uint8Array): Promise<number> {
  try {
    return await Bun.write(path, content);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
    throw failed(
      `Cannot write ${path}: ${code}`,
      'Name a file in a folder that exists and can be written to.',
    );
  }
}
