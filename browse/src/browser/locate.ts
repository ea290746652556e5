import type { Frame, Locator } from 'playwright-core';

import { BrowseError, notFound, staleRef } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';
import type { QueryStep, Target } from '#core/target.ts';
import type { DescribeAnswer } from '#page/wire.ts';

import { ask } from './ask.ts';
import { fromPlaywright } from './playwright-errors.ts';
import { locatorFor } from './query.ts';
import type { Tab } from './tab.ts';

/** One element, bound by identity: whatever the page re-renders, `locator` never finds another. */
export interface Located {
  readonly frame: Frame;
  readonly locator: Locator;
  readonly element: DescribeAnswer;
  readonly ref: string;
  /** What the caller typed. */
  readonly typed: string;
}

export interface LocateOptions {
  /** Milliseconds a query may wait for its element; 0 looks once. A ref never waits. */
  readonly wait: number;
  /** Start recording effects in the element's document. */
  readonly watch?: boolean;
  /** Accept a ref whose role or name has changed. */
  readonly force?: boolean;
}

const LISTED = 5;

/**
 * Finds the one element a target names.
 * @throws BrowseError `stale_ref`, `not_found`, `ambiguous`
 */
export async function locate(tab: Tab, target: Target, options: LocateOptions): Promise<Located> {
  return target.kind === 'ref'
    ? await locateRef(tab, target.ref, options)
    : await locateQuery(tab, target, options);
}

async function locateRef(
  tab: Tab,
  ref: string,
  { watch = false, force = false }: LocateOptions,
): Promise<Located> {
  const entry = tab.refs.find(ref);
  if (!entry) {
    if (tab.refs.wasGiven(ref))
      throw staleRef(ref, `the page it was on is gone; tab ${tab.id} has navigated since`);
    throw notFound(
      `Cannot find ${ref}: no snapshot of tab ${tab.id} gave out this ref`,
      'Run `browse snapshot -i` to get refs.',
    );
  }
  const was = `was [${entry.role}] ${quoted(entry.name, 80)}`;
  if (entry.frame.isDetached()) throw staleRef(ref, `its frame left the page (${was})`);
  const answer = await ask(entry.frame, 'resolve', { id: entry.id, watch });
  if (answer.state === 'navigated') throw staleRef(ref, `its page navigated since (${was})`);
  if (answer.state === 'gone') throw staleRef(ref, `its element left the page (${was})`);
  const { element } = answer;
  if (!force && (element.role !== entry.role || element.name !== entry.name))
    throw staleRef(ref, `${was}, now [${element.role}] ${quoted(element.name, 80)}`);
  return bind(tab, entry.frame, element, ref);
}

interface Query {
  readonly steps: readonly QueryStep[];
  readonly typed: string;
}

async function locateQuery(
  tab: Tab,
  query: Query,
  { wait, watch = false }: LocateOptions,
): Promise<Located> {
  const deadline = Date.now() + wait;
  for (;;) {
    const matching = await frameOfMatch(tab, query);
    const remaining = Math.max(0, deadline - Date.now());
    if (!matching && remaining === 0)
      throw notFound(
        `Cannot find ${quoted(query.typed)}: nothing on the page matches`,
        'Run `browse snapshot -i` to see what is there, or `browse wait` for it.',
      );
    const frame = matching ?? tab.page.mainFrame();
    const scope = locatorFor(frame, query.steps);
    try {
      const element = await ask(scope, 'describe', { watch }, matching ? undefined : remaining);
      return bind(tab, frame, element, query.typed);
    } catch (cause) {
      const error = fromPlaywright(cause);
      if (error.code === 'ambiguous')
        throw await ambiguous(tab, frame, { scope, typed: query.typed });
      // Waiting in the main frame ended without a match: one more look at all frames decides.
      if (error.code !== 'timeout' || matching) throw error;
    }
  }
}

/** The first frame, main frame first, in which the query matches now. */
async function frameOfMatch(tab: Tab, { steps, typed }: Query): Promise<Frame | undefined> {
  const frames = tab.page.frames();
  try {
    const main = frames[0];
    if (main && (await locatorFor(main, steps).count()) > 0) return main;
    const others = frames.slice(1);
    // A frame that detaches or hangs while it is searched holds nothing that could be acted on.
    const counts = await Promise.all(
      others.map(
        async frame =>
          await locatorFor(frame, steps)
            .count()
            .catch(() => 0),
      ),
    );
    return others.find((_, index) => (counts[index] ?? 0) > 0);
  } catch (cause) {
    const error = fromPlaywright(cause);
    if (error.code !== 'usage') throw error;
    throw new BrowseError(
      'usage',
      `Cannot read the target ${quoted(typed)}: not a selector that can be understood`,
      { hint: error.hint, cause },
    );
  }
}

async function ambiguous(
  tab: Tab,
  frame: Frame,
  { scope, typed }: { readonly scope: Locator; readonly typed: string },
): Promise<BrowseError> {
  const count = await scope.count();
  const shown = await Promise.all(
    Array.from({ length: Math.min(count, LISTED) }, async (_, index) => {
      const element = await ask(scope.nth(index), 'describe', {});
      return `${tab.refs.assign(frame, element)} [${element.role}] ${quoted(element.name, 60)}`;
    }),
  );
  const more = count > LISTED ? `, and ${count - LISTED} more` : '';
  return new BrowseError(
    'ambiguous',
    `Cannot act on ${quoted(typed)}: it matches ${count} elements: ${shown.join(', ')}${more}`,
    {
      hint: 'Use one of these refs.',
    },
  );
}

function bind(tab: Tab, frame: Frame, element: DescribeAnswer, typed: string): Located {
  const ref = tab.refs.assign(frame, element);
  const locator = frame.locator(`ref=${element.document}.${element.local}`);
  return { frame, locator, element, ref, typed };
}
