import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';

import { messageOf, usage } from '#core/errors.ts';
import { readVariable } from '#platform/env.ts';

const HINT = 'Name a readable HTML or SVG file: browse load-html ./card.html';
const EXTENSIONS = new Set(['.html', '.htm', '.xhtml', '.svg']);

/** An HTML file's text. @throws BrowseError `usage` for another kind of file, a binary, or one over the size limit */
export function readHtmlFile(path: string): string {
  if (!EXTENSIONS.has(extname(path).toLowerCase()))
    throw usage(`Cannot load ${path}: not an .html, .htm, .xhtml or .svg file`, HINT);
  const text = readBounded(path);
  const start = text
    .slice(0, 4_096)
    .replace(/^\ufeff/, '')
    .trimStart();
  if (!start.startsWith('<') || start.includes('\0'))
    throw usage(
      `Cannot load ${path}: its content is not HTML`,
      'The file must start with a tag, a doctype or a comment.',
    );
  return text;
}

/** The HTML and load state of a JSON payload file. @throws BrowseError `usage` */
export function readPayload<S extends string>(
  path: string,
  states: readonly S[],
): { readonly html: string; readonly waitUntil: S | undefined } {
  const wrong = (why: string): Error =>
    usage(`Cannot load ${path}: ${why}`, 'It must hold {"html": "…"} and may hold "waitUntil".');
  const value = parseJson(readBounded(path), wrong);
  const fields: { readonly html?: unknown; readonly waitUntil?: unknown } =
    typeof value === 'object' && value !== null ? value : {};
  if (typeof fields.html !== 'string') throw wrong('it has no "html" text');
  const waitUntil = states.find(state => state === fields.waitUntil);
  if (fields.waitUntil !== undefined && waitUntil === undefined)
    throw wrong(`"waitUntil" must be ${states.join(', ')}`);
  return { html: fields.html, waitUntil };
}

function parseJson(text: string, wrong: (why: string) => Error): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's message repeats the file's content.
    throw wrong('it is not JSON');
  }
}

function readBounded(path: string): string {
  const limit = readVariable('maxHtmlBytes');
  try {
    const stat = statSync(path);
    if (!stat.isFile()) throw new Error('not a regular file');
    if (stat.size > limit)
      throw new Error(`${stat.size} bytes, the limit is ${limit} (GSTACK_BROWSE_MAX_HTML_BYTES)`);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw usage(`Cannot read ${path}: ${messageOf(cause)}`, HINT);
  }
}
