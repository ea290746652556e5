import { locate } from '#browser/locate.ts';
import type { Budget, Printout } from '#browser/snapshot/printout.ts';
import { DEFAULT_BUDGET } from '#browser/snapshot/printout.ts';
import { findLines, printFound } from '#browser/snapshot/find-lines.ts';
import { printDifference } from '#browser/snapshot/render-diff.ts';
import { printShot } from '#browser/snapshot/render.ts';
import { shape } from '#browser/snapshot/shape.ts';
import type { Aspect, Shot } from '#browser/snapshot/shot.ts';
import { parseSought } from '#browser/snapshot/sought.ts';
import { takeSnapshot } from '#browser/snapshot/take.ts';
import type { Tab } from '#browser/tab.ts';
import { failed, notFound, usage } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';
import type { Target } from '#core/target.ts';

import { replyWithPicture, toPicture } from './annotating.ts';
import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';
import { pageReply, type Reply } from './kit/reply.ts';

const reading = {
  kind: 'read',
  category: 'snapshot',
  on: 'tab',
  scope: 'read',
  origin: 'page',
  deadline: 30_000,
} as const;

const budgetFlags = {
  max: arg.integer('Lines to print at once', { min: 1, max: 1_000_000 }),
  all: arg.flag('Print everything, however long'),
};

const snapshot = defineCommand({
  ...reading,
  name: 'snapshot',
  aliases: ['snap'],
  description: 'Show the page as a tree of roles and names, with an @ref for every element',
  example: 'snapshot -i',
  tunnel: true,
  flags: {
    interactive: arg.short('i', arg.flag('Only what can be acted on, plus alerts and dialogs')),
    clickable: arg.short('C', arg.flag('Also what can be clicked without a role, as @c refs')),
    compact: arg.short('c', arg.flag('Leave out structure without a name')),
    depth: arg.short('d', arg.integer('Deepest level to show', { min: 0, max: 1000 })),
    selector: arg.short('s', arg.target('Only inside this element')),
    viewport: arg.flag('Only what is on screen'),
    urls: arg.flag('Show where links lead'),
    boxes: arg.flag('Show where elements are: x,y,width,height in the viewport'),
    annotate: arg.short('a', arg.flag('Save a picture with every ref drawn on its element')),
    heatmap: arg.short('H', arg.word('Mark refs in colours: {"@e3":"red"}')),
    output: arg.short('o', arg.writePath('Where to save the picture')),
    diff: arg.short('D', arg.flag('Only what changed since the last snapshot')),
    ...budgetFlags,
    more: arg.flag('Go on printing where the last answer stopped'),
  },

  async run(context, { more = false, diff = false, max, all, ...rest }) {
    const { tab, deadline } = context;
    const budget = toBudget({ max, all });
    if (more) return goOn(tab, budget, diff || Object.keys(rest).length > 0);
    const picture = toPicture(rest);
    if (picture && diff)
      throw usage('Cannot combine -D with a picture: choose one', 'Run `browse snapshot -a`.');
    const isPlain = Object.keys(rest).length === 0;
    const aspect = (diff && isPlain && tab.shown.aspect) || toAspect(rest);
    const before = tab.shown.previous(aspect);
    const shot = await take(tab, aspect, { timeout: deadline, boxes: picture !== undefined });
    tab.shown.keep(shot);
    const printout = diff ? printSince(tab, before, shot) : printShot(tab.refs, shot);
    const text = tab.shown.print(printout, budget);
    return picture
      ? await replyWithPicture(context, shot, picture, text)
      : pageReply(shot.url, text);
  },
});

const find = defineCommand({
  ...reading,
  name: 'find',
  description:
    'Show the lines of the page that say a text, with their refs and what is around them',
  example: 'find "add to cart"',
  args: { text: arg.text('Text in any case, or a /pattern/') },
  flags: {
    role: arg.word('Only elements of this role, such as button'),
    ...budgetFlags,
  },

  async run({ tab, deadline }, { text, role, max, all }) {
    const sought = parseSought(text, role);
    const aspect = { ...toAspect({}), clickable: true };
    const shot = await take(tab, aspect, { timeout: deadline, boxes: false });
    const found = findLines(shot, sought);
    if (found.length === 0)
      throw notFound(
        `Cannot find ${quoted(text, 80)}: nothing on the page says it`,
        'Run `browse snapshot` to see what is there, or `browse wait --text` for it.',
      );
    const printout = printFound(tab.refs, { shot, found, sought });
    return pageReply(shot.url, tab.shown.print(printout, toBudget({ max, all })));
  },
});

interface BudgetFlags {
  readonly max?: number | undefined;
  readonly all?: boolean | undefined;
}

function toBudget({ max, all = false }: BudgetFlags): Budget {
  if (all && max !== undefined)
    throw usage(
      'Cannot combine --all with --max: choose one',
      'Usage: browse snapshot --all, or browse snapshot --max 1000',
    );
  if (all) return { lines: Infinity, characters: Infinity };
  return max === undefined ? DEFAULT_BUDGET : { lines: max, characters: Infinity };
}

function goOn(tab: Tab, budget: Budget, hasOtherFlags: boolean): Reply {
  if (hasOtherFlags)
    throw usage(
      'Cannot combine --more with other flags: it goes on with the snapshot as it was taken',
      'Run `browse snapshot --more`, or take a new one with the flags you want.',
    );
  const next = tab.shown.more(budget);
  if (!next)
    throw failed(
      'Cannot go on: there is no snapshot of this tab',
      'Run `browse snapshot -i` first.',
    );
  return pageReply(next.url, next.text);
}

interface Looks {
  readonly interactive?: boolean;
  readonly clickable?: boolean;
  readonly compact?: boolean;
  readonly depth?: number;
  readonly selector?: Target;
  readonly viewport?: boolean;
  readonly urls?: boolean;
  readonly boxes?: boolean;
}

function toAspect({
  interactive = false,
  clickable = false,
  compact = false,
  depth,
  selector: scope,
  viewport = false,
  urls = false,
  boxes = false,
}: Looks): Aspect {
  return { interactive, clickable, compact, depth, scope, viewport, urls, boxes };
}

async function take(
  tab: Tab,
  aspect: Aspect,
  options: { readonly timeout: number; readonly boxes: boolean },
): Promise<Shot> {
  const scope = aspect.scope && (await locate(tab, aspect.scope, { wait: 0, asksOnly: true }));
  return shape(await takeSnapshot(tab, { aspect, scope, ...options }));
}

const BASELINE =
  'nothing to compare with yet; `browse snapshot -D` will show what changed since now';

/** What changed, or all of a page that has nothing to do with the one before. */
function printSince({ refs }: Tab, before: Shot | undefined, shot: Shot): Printout {
  if (!before) return printShot(refs, shot, BASELINE);
  const isSamePage = before.document === shot.document || before.url === shot.url;
  if (!isSamePage) return printShot(refs, shot, 'another page than at the previous snapshot');
  return (
    printDifference(refs, before, shot) ??
    printShot(refs, shot, 'too different from the previous snapshot')
  );
}

export default [snapshot, find];
