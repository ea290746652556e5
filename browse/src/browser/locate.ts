import type { Frame, Locator } from 'playwright-core';

import { BrowseError, failed, notFound, staleRef } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';
import type { QueryStep, Target } from '#core/target.ts';
import type { DescribeAnswer, FoundAnswer } from '#page/wire.ts';

import { ask, questionSelector } from './ask.ts';
import { fromPlaywright } from './playwright-errors.ts';
import { countMatches, locatorFor } from './query.ts';
import type { Called } from './refs.ts';
import type { FrameLine } from './sight/direct-line.ts';
import type { Tab } from './tab.ts';

/** One element, bound by identity: whatever the page re-renders, `locator` never finds another. */
export interface Located {
  readonly frame: Frame;
  /** To ask about the frame as a whole. */
  readonly line: FrameLine;
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
  /** Nothing is done to the element: only the page engine will be asked about it. */
  readonly asksOnly?: boolean;
  /** Accept a ref whose role or name has changed. */
  readonly force?: boolean;
}

/**
 * Finds the one element a target names.
 * @throws BrowseError `stale_ref`, `not_found`, `ambiguous`; `failed` when Playwright cannot be let near it
 */
export async function locate(tab: Tab, target: Target, options: LocateOptions): Promise<Located> {
  const located =
    target.kind === 'ref'
      ? await locateRef(tab, target.ref, options)
      : await locateQuery(tab, target, options);
  if (!options.asksOnly) refuseClobbered(located);
  return located;
}

/** Playwright would err on such an element, or climb for ever and take the page with it. */
function refuseClobbered({ typed, element: { clobbered } }: Located): void {
  if (clobbered === undefined) return;
  throw failed(
    `Cannot act on ${quoted(typed)}: a control of its form is named ${quoted(clobbered)}, which hides the form's own property of that name`,
    'Act on it by script: `browse js "…click()"`, or use the keyboard: `browse press Tab`, `browse type`.',
  );
}

async function locateRef(
  tab: Tab,
  ref: string,
  { watch = false, force = false }: LocateOptions,
): Promise<Located> {
  const entry = tab.refs.find(ref);
  if (!entry) throw ended(tab, ref);
  const was = wasCalled(entry);
  const frameLeft = (): Error => staleRef(ref, `its frame left the page (${was})`);
  if (entry.frame.isDetached()) throw frameLeft();
  const answer = await ask(tab.line.to(entry.frame), 'resolve', { id: entry.id, watch }).catch(
    (cause: unknown) => {
      throw entry.frame.isDetached() ? frameLeft() : cause;
    },
  );
  if (answer.state === 'navigated') throw staleRef(ref, `its page navigated since (${was})`);
  if (answer.state === 'gone') throw staleRef(ref, `its element left the page (${was})`);
  const { element } = answer;
  if (!force && (element.role !== entry.role || element.name !== entry.name))
    throw staleRef(ref, `${was}, now [${element.role}] ${quoted(element.name, 80)}`);
  return bind(tab, entry.frame, element, ref);
}

const wasCalled = ({ role, name }: Called): string => `was [${role}] ${quoted(name, 80)}`;

/** Of a ref that stands for nothing. */
function ended(tab: Tab, ref: string): BrowseError {
  const left = tab.refs.left(ref);
  if (left) return staleRef(ref, `its frame left the page (${wasCalled(left)})`);
  if (tab.refs.wasGiven(ref))
    return staleRef(ref, `the page it was on is gone; tab ${tab.id} has navigated since`);
  return notFound(
    `Cannot find ${ref}: no snapshot of tab ${tab.id} gave out this ref`,
    'Run `browse snapshot -i` to get refs.',
  );
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
    const matching = await matchesIn(tab, query, watch);
    if (matching && matching.total > 1) throw ambiguous(tab, query, matching);
    const [only] = matching?.first ?? [];
    if (matching && only) return bind(tab, matching.frame, only, query.typed);
    const remaining = Math.max(0, deadline - Date.now());
    if (remaining === 0) throw noMatch(query.typed);
    const late = await awaitMatch(tab, query, { watch, wait: remaining });
    if (late) return late;
  }
}

/** What comes to match in the main frame; undefined when it is several, or none within `wait` milliseconds. */
async function awaitMatch(
  tab: Tab,
  { steps, typed }: Query,
  { watch, wait }: { readonly watch: boolean; readonly wait: number },
): Promise<Located | undefined> {
  const frame = tab.page.mainFrame();
  try {
    const element = await ask(locatorFor(frame, steps), 'describe', { watch }, wait);
    return bind(tab, frame, element, typed);
  } catch (cause) {
    const error = readable(cause, typed);
    if (error.code === 'ambiguous' || error.code === 'timeout') return undefined;
    throw error;
  }
}

const noMatch = (typed: string): BrowseError =>
  notFound(
    `Cannot find ${quoted(typed)}: nothing on the page matches`,
    'Run `browse snapshot -i` to see what is there, or `browse wait` for it.',
  );

interface Matches extends FoundAnswer {
  readonly frame: Frame;
}

/**
 * The first frame, main frame first, in which the query matches now. The query is looked up once: the engine notes
 * what it meets and is then asked for it.
 */
async function matchesIn(
  tab: Tab,
  { steps, typed }: Query,
  watch: boolean,
): Promise<Matches | undefined> {
  const search = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const seek = (frame: Frame): Locator =>
    locatorFor(frame, steps).locator(questionSelector('seek', { search }));
  const found = async (frame: Frame): Promise<Matches> => ({
    frame,
    ...(await ask(tab.line.to(frame), 'found', { search, watch })),
  });
  const [main, ...others] = tab.page.frames();
  try {
    if (main && (await countMatches(main, seek(main))) > 0) return await found(main);
    const counts = await Promise.all(
      others.map(async frame => ({ frame, count: await countMatches(frame, seek(frame)) })),
    );
    const matching = counts.find(({ count }) => count > 0);
    return matching && (await found(matching.frame));
  } catch (cause) {
    throw readable(cause, typed);
  }
}

/** What went wrong; a query that cannot be read is shown as it was typed. */
function readable(cause: unknown, typed: string): BrowseError {
  const error = fromPlaywright(cause);
  if (error.code !== 'usage') return error;
  const message = `Cannot read the target ${quoted(typed)}: not a selector that can be understood`;
  return new BrowseError('usage', message, { hint: error.hint, cause });
}

function ambiguous(tab: Tab, { typed }: Query, { frame, total, first }: Matches): BrowseError {
  const shown = first.map(element => {
    const { role, name } = element;
    const ref = tab.refs.assign(frame, element);
    tab.refs.tell({ ref, role, name });
    return `${ref} [${role}] ${quoted(name, 60)}`;
  });
  const more = total > first.length ? `, and ${total - first.length} more` : '';
  return new BrowseError(
    'ambiguous',
    `Cannot act on ${quoted(typed)}: it matches ${total} elements: ${shown.join(', ')}${more}`,
    { hint: 'Use one of these refs.' },
  );
}

function bind(tab: Tab, frame: Frame, element: DescribeAnswer, typed: string): Located {
  tab.line.notice(frame, element.document);
  const ref = tab.refs.assign(frame, element);
  const locator = frame.locator(`ref=${element.document}.${element.local}`);
  return { frame, line: tab.line.to(frame), locator, element, ref, typed };
}

/** A label stands for the control it labels. */
export const fieldOf = ({ frame, locator, element: { routed } }: Located): Locator =>
  routed?.why === 'label' ? frame.locator(`ref=${routed.document}.${routed.local}`) : locator;
