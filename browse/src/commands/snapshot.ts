import { locate } from '#browser/locate.ts';
import { DEFAULT_BUDGET, render, shape } from '#browser/snapshot/render.ts';
import type { Shot } from '#browser/snapshot/take.ts';
import { takeSnapshot } from '#browser/snapshot/take.ts';
import type { Tab } from '#browser/tab.ts';
import { failed, usage } from '#core/errors.ts';
import type { Target } from '#core/target.ts';

import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';
import { pageReply } from './kit/reply.ts';

const USAGE = 'Usage: browse snapshot --all, or browse snapshot --max 1000';

const snapshot = defineCommand({
  name: 'snapshot',
  aliases: ['snap'],
  kind: 'read',
  category: 'snapshot',
  description: 'Show the page as a tree of roles and names, with an @ref for every element',
  example: 'snapshot -i',
  on: 'tab',
  scope: 'read',
  tunnel: true,
  origin: 'page',
  deadline: 30_000,
  flags: {
    interactive: arg.short('i', arg.flag('Only what can be acted on, plus alerts and dialogs')),
    compact: arg.short('c', arg.flag('Leave out structure without a name')),
    depth: arg.short('d', arg.integer('Deepest level to show', { min: 0, max: 1000 })),
    selector: arg.short('s', arg.target('Only inside this element')),
    max: arg.integer('Lines to print at once', { min: 1, max: 1_000_000 }),
    all: arg.flag('Print everything, however long'),
    more: arg.flag('Go on printing the last snapshot where it stopped'),
  },

  async run({ tab, deadline }, { more = false, max, all = false, ...capture }) {
    if (all && max !== undefined) throw usage('Cannot combine --all with --max: choose one', USAGE);
    if (more && Object.keys(capture).length > 0)
      throw usage(
        'Cannot combine --more with other flags: it goes on with the snapshot as it was taken',
        'Run `browse snapshot --more`, or take a new one with the flags you want.',
      );
    const shot = more ? tab.shot : await take(tab, capture, deadline);
    if (!shot)
      throw failed(
        'Cannot go on: there is no snapshot of this tab',
        'Run `browse snapshot -i` first.',
      );
    tab.shot = shot;
    const budget = all
      ? { lines: Infinity, characters: Infinity }
      : {
          lines: max ?? DEFAULT_BUDGET.lines,
          characters: max === undefined ? DEFAULT_BUDGET.characters : Infinity,
        };
    return pageReply(shot.url, render(shot, budget));
  },
});

async function take(
  tab: Tab,
  { interactive = false, compact = false, depth, selector }: Partial<CaptureFlags>,
  timeout: number,
): Promise<Shot> {
  const scope = selector && (await locate(tab, selector, { wait: 0 }));
  return shape(await takeSnapshot(tab, { interactive, scope, timeout }), { depth, compact });
}

interface CaptureFlags {
  readonly interactive: boolean;
  readonly compact: boolean;
  readonly depth: number;
  readonly selector: Target;
}

export default [snapshot];
