import { extname } from 'node:path';

import { locate } from '#browser/locate.ts';
import { saveFile } from '#browser/save-file.ts';
import type { Clip, ImageFormat, Screenshot } from '#browser/screenshot.ts';
import { takeScreenshot } from '#browser/screenshot.ts';
import type { Tab } from '#browser/tab.ts';
import { failed, usage } from '#core/errors.ts';
import type { Target } from '#core/target.ts';

import { actionMs } from './acting.ts';
import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';
import { reply } from './kit/reply.ts';

/** Pixels; a larger capture would exhaust the renderer. */
const MAX_COORDINATE = 20_000;
const HELP = 'Run `browse help screenshot` to see how it is used.';
const FORMATS = ['png', 'jpeg', 'webp'] as const;

const screenshot = defineCommand({
  name: 'screenshot',
  kind: 'read',
  category: 'visual',
  description:
    'Capture the whole page, the viewport, one element or a region; sides are capped at 2000 px',
  example: 'screenshot --viewport /tmp/page.png',
  on: 'tab',
  scope: 'read',
  tunnel: true,
  origin: 'own',
  deadline: 30_000,
  args: {
    element: arg.optional(arg.targetOrWritePath('Element to capture, or where to save')),
    path: arg.optional(arg.writePath('Where to save')),
  },
  flags: {
    selector: arg.target('Capture this element'),
    viewport: arg.flag('Capture only what is on screen'),
    clip: arg.word('Capture the region x,y,width,height in CSS pixels'),
    base64: arg.flag('Print a data URL instead of writing a file'),
    format: arg.choice('Image format; png unless the path says otherwise', FORMATS),
    quality: arg.integer('Quality of jpeg and webp', { min: 0, max: 100 }),
    ifChanged: arg.flag('Say so instead when nothing changed since the last one'),
    fullSize: arg.flag('Keep sides over 2000 px'),
  },

  async run({ tab, newFile, deadline }, input) {
    const { format, file, base64 } = chooseOutput(input);
    const area = await chooseArea(tab, input, actionMs({ deadline }));
    const { quality, fullSize = false, ifChanged = false } = input;
    const shot = await takeScreenshot(tab, { area, format, quality, fullSize });
    if (!isNew(tab, JSON.stringify([area, format]), shot) && ifChanged)
      return reply('Unchanged since the last screenshot', { changed: false });
    const size = { width: shot.width, height: shot.height };
    if (base64) {
      const dataUrl = `data:image/${format};base64,${shot.bytes.toString('base64')}`;
      return reply(dataUrl, { dataUrl, ...size });
    }
    const saved = file ?? newFile('screenshot', format === 'jpeg' ? 'jpg' : format);
    await saveFile(saved, shot.bytes);
    return reply(`Saved ${saved} (${size.width}x${size.height}${shrunk(shot)})`, {
      path: saved,
      ...size,
    });
  },
});

interface AreaInput {
  readonly element?: { readonly target: Target } | { readonly path: string } | undefined;
  readonly selector?: Target;
  readonly clip?: string;
  readonly viewport?: boolean;
}

async function chooseArea(
  tab: Tab,
  { element, selector, clip, viewport }: AreaInput,
  timeout: number,
): Promise<Clip | 'page' | 'viewport'> {
  const positional = element && 'target' in element ? element.target : undefined;
  const given = [positional, selector, clip, viewport].filter(area => area !== undefined);
  if (given.length > 1)
    throw usage('Cannot combine a target, --selector, --clip and --viewport: choose one', HELP);
  const target = positional ?? selector;
  if (target) return await boxOf(tab, target, timeout);
  if (clip !== undefined) return readClip(clip);
  return viewport === true ? 'viewport' : 'page';
}

interface OutputInput {
  readonly element?: AreaInput['element'];
  readonly path?: string | undefined;
  readonly base64?: boolean;
  readonly format?: ImageFormat;
  readonly quality?: number;
}

interface ImageOutput {
  readonly format: ImageFormat;
  readonly file: string | undefined;
  readonly base64: boolean;
}

function chooseOutput({
  element,
  path,
  base64 = false,
  format: asked,
  quality,
}: OutputInput): ImageOutput {
  const first = element && 'path' in element ? element.path : undefined;
  if (first !== undefined && path !== undefined)
    throw usage('Cannot save to two files: name one path', HELP);
  const file = first ?? path;
  if (base64 && file !== undefined)
    throw usage('Cannot combine --base64 with a path: choose one', HELP);
  const format = formatOf(asked, file);
  if (quality !== undefined && format === 'png')
    throw usage(
      'Cannot use --quality with png: it is lossless',
      'Add --format jpeg or --format webp.',
    );
  return { format, file, base64 };
}

const shrunk = ({ scale }: Screenshot): string =>
  scale < 1 ? `, shrunk to ${Math.max(1, Math.round(scale * 100))}%; --full-size keeps it` : '';

function formatOf(asked: ImageFormat | undefined, path: string | undefined): ImageFormat {
  const extension = path === undefined ? '' : extname(path).slice(1).toLowerCase();
  const named = FORMATS.find(format => format === (extension === 'jpg' ? 'jpeg' : extension));
  if (asked !== undefined && named !== undefined && asked !== named)
    throw usage(`Cannot save ${asked} as .${extension}: format and name differ`, HELP);
  return asked ?? named ?? 'png';
}

function readClip(typed: string): Clip {
  const numbers = typed.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)));
  const [x = Number.NaN, y = Number.NaN, width = Number.NaN, height = Number.NaN] = numbers;
  const isInside = (value: number, least: number): boolean =>
    value >= least && value <= MAX_COORDINATE;
  const isPlace = [x, y].every(value => isInside(value, 0));
  const isSize = [width, height].every(value => isInside(value, 1));
  if (numbers.length !== 4 || !isPlace || !isSize)
    throw usage(
      `Cannot read --clip "${typed}": must be x,y,width,height up to ${MAX_COORDINATE}`,
      'For example --clip 0,0,400,300',
    );
  return { x, y, width, height };
}

/** Where an element is on the page, once it has been scrolled into view. */
async function boxOf(tab: Tab, target: Target, timeout: number): Promise<Clip> {
  const { locator, typed } = await locate(tab, target, { wait: 0 });
  await locator.scrollIntoViewIfNeeded({ timeout });
  const box = await locator.boundingBox({ timeout });
  if (!box || box.width < 1 || box.height < 1)
    throw failed(
      `Cannot take a screenshot of ${typed}: it has no size`,
      'Choose an element that can be seen.',
    );
  const { cssVisualViewport } = await (await tab.cdp()).send('Page.getLayoutMetrics');
  return { ...box, x: box.x + cssVisualViewport.pageX, y: box.y + cssVisualViewport.pageY };
}

function isNew(tab: Tab, mode: string, { bytes }: Screenshot): boolean {
  const digest = String(Bun.hash(bytes));
  const isChanged = tab.seen.get(mode) !== digest;
  tab.seen.set(mode, digest);
  return isChanged;
}

export default [screenshot];
