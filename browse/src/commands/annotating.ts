import { extname } from 'node:path';

import { type Rgba, parseColor } from '#browser/annotate/colors.ts';
import { saveFile } from '#browser/save-file.ts';
import { type AnnotatedShot, annotateShot } from '#browser/snapshot/annotate-shot.ts';
import type { Shot } from '#browser/snapshot/shot.ts';
import { notFound, usage } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';
import { parseTarget } from '#core/target.ts';

import type { TabContext } from './kit/context.ts';
import type { Reply } from './kit/reply.ts';

const HEATMAP = `For example -H '{"@e3":"red","@e7":"#0a0"}'`;

interface Picture {
  readonly all: boolean;
  readonly colors: ReadonlyMap<string, Rgba>;
  readonly path: string | undefined;
}

interface PictureFlags {
  readonly annotate?: boolean;
  readonly output?: string;
  readonly heatmap?: string;
}

/**
 * What picture was asked for; undefined when none was.
 * @throws BrowseError `usage` for a path without a picture, another format, or colours that cannot be read
 */
export function toPicture({
  annotate = false,
  output,
  heatmap,
}: PictureFlags): Picture | undefined {
  if (!annotate && heatmap === undefined) {
    if (output === undefined) return undefined;
    throw usage('Cannot use -o alone: there is no picture to save', 'Add -a or -H.');
  }
  const extension = output === undefined ? '' : extname(output).toLowerCase();
  if (extension !== '' && extension !== '.png')
    throw usage(`Cannot save the picture as ${extension}: it is a PNG`, 'Let -o end in .png.');
  const colors = heatmap === undefined ? new Map<string, Rgba>() : readColors(heatmap);
  return { all: annotate, colors, path: output };
}

function readColors(typed: string): Map<string, Rgba> {
  const entries = readEntries(typed);
  if (!entries) throw usage(`Cannot read -H "${plainLine(typed)}": not a JSON object`, HEATMAP);
  return new Map(
    entries.map(([key, value]) => {
      const target = parseTarget(key);
      if (target.kind !== 'ref')
        throw usage(`Cannot colour "${plainLine(key)}": not a ref`, HEATMAP);
      const color = typeof value === 'string' ? parseColor(value) : undefined;
      if (!color)
        throw usage(
          `Cannot colour ${target.ref} ${plainLine(JSON.stringify(value))}: no such colour`,
          HEATMAP,
        );
      return [target.ref, color];
    }),
  );
}

function readEntries(typed: string): [string, unknown][] | undefined {
  try {
    const parsed: unknown = JSON.parse(typed);
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
    return isObject ? Object.entries(parsed) : undefined;
  } catch {
    // The caller is told that it is no JSON; where exactly it ends to be says little.
    return undefined;
  }
}

/**
 * Takes the picture and answers with where it is; the capture as text is its legend.
 * @throws BrowseError `not_found` for a coloured ref that the capture does not show
 */
export async function replyWithPicture(
  { tab, newFile }: TabContext,
  shot: Shot,
  { path, ...marking }: Picture,
  legend: string,
): Promise<Reply> {
  const shown = new Set(shot.lines.map(({ ref }) => ref));
  const missing = [...marking.colors.keys()].find(ref => !shown.has(ref));
  if (missing !== undefined)
    throw notFound(
      `Cannot colour ${missing}: this snapshot does not show it`,
      'Run `browse snapshot` to see which refs there are, and use the same flags with -H.',
    );
  const picture = await annotateShot(tab, shot, marking);
  const saved = path ?? newFile('snapshot', 'png');
  await saveFile(saved, picture.png);
  const { width, height, marked } = picture;
  return {
    text: `Annotated ${saved} (${width}x${height}, ${marked} marked${remarks(picture)})`,
    origin: 'own',
    page: legend,
    source: shot.url,
    data: { path: saved, width, height, marked },
  };
}

const LISTED = 10;

function remarks({ scale, unlabelled, outside }: AnnotatedShot): string {
  const listed = (refs: readonly string[]): string =>
    `${refs.slice(0, LISTED).join(' ')}${refs.length > LISTED ? ` and ${refs.length - LISTED} more` : ''}`;
  return [
    scale < 1 ? `; shrunk to ${Math.max(1, Math.round(scale * 100))}%, --viewport is sharper` : '',
    unlabelled.length > 0 ? `; no room for the labels of ${listed(unlabelled)}` : '',
    outside.length > 0 ? `; not in the picture: ${listed(outside)}` : '',
  ].join('');
}
