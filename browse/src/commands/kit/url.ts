import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { usage } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';

const SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;
const LOCAL = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|[^/:]+\.localhost)(?=[:/?#]|$)/i;
const HOST = /^(?:\[[\da-f:.]+\]|[^\s/?#:@]+\.[^\s/?#:@.]+|\d+(?:\.\d+){3})(?::\d+)?(?=[/?#]|$)/i;

/**
 * The URL a caller meant. Without a scheme, this machine gets `http` and any other host name `https`;
 * `file://./x` and `file://~/x` are relative to the caller's directory and home.
 * @throws BrowseError `usage`
 */
export function parseUrl(typed: string, name: string, { cwd }: { readonly cwd: string }): URL {
  const trimmed = typed.trim();
  const url = readUrl(trimmed, cwd);
  if (url) return url;
  const hint = /^[.~/]/.test(trimmed)
    ? `For a local file type file://${trimmed.startsWith('/') ? '' : './'}${trimmed.replace(/^\.\//, '')}`
    : 'Type a full URL such as https://example.com/path';
  throw usage(`Cannot read ${name} as a URL: got "${plainLine(typed)}"`, hint);
}

function readUrl(typed: string, cwd: string): URL | undefined {
  const relativeFile = /^file:\/\/(\.{1,2}\/|~\/)([^?#]*)(.*)$/is.exec(typed);
  if (relativeFile) {
    const [, start = '', path = '', rest = ''] = relativeFile;
    const file =
      start === '~/' ? join(homedir(), decoded(path)) : resolve(cwd, start, decoded(path));
    return new URL(`${pathToFileURL(file).href}${rest}`);
  }
  if (LOCAL.test(typed)) return URL.parse(`http://${typed}`) ?? undefined;
  if (SCHEME.test(typed)) return URL.parse(typed) ?? undefined;
  return HOST.test(typed) ? (URL.parse(`https://${typed}`) ?? undefined) : undefined;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    // A lone percent sign is a character of the file name.
    return path;
  }
}
