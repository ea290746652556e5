import { ask, patienceWith } from '#browser/ask.ts';
import { countMatches, locatorFor } from '#browser/query.ts';
import { evaluate } from '#browser/evaluate.ts';
import { locate } from '#browser/locate.ts';
import type { Tab } from '#browser/tab.ts';
import { BrowseError, timedOut, usage } from '#core/errors.ts';
import { globToRegExp } from '#core/glob.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';
import { parseTarget } from '#core/target.ts';

import { arg } from './kit/args.ts';
import type { TabContext } from './kit/context.ts';
import { defineCommand } from './kit/define.ts';
import type { Reply } from './kit/reply.ts';
import { reply } from './kit/reply.ts';

const POLL_MS = 50;
const STATES = ['visible', 'hidden', 'attached', 'detached'] as const;
type State = (typeof STATES)[number];

/** One way of waiting: resolves with what happened, or with undefined as long as it has not. */
interface Condition {
  readonly check: () => Promise<string | undefined>;
  /** What the page looked like when time ran out. */
  readonly lastSeen: () => Promise<string>;
}

const wait = defineCommand({
  name: 'wait',
  kind: 'read',
  category: 'navigation',
  description:
    'Wait for an element, a text, a URL, a script, a load state, a download, or some milliseconds',
  example: 'wait --text "Order placed"',
  on: 'tab',
  scope: 'read',
  tunnel: true,
  origin: 'own',
  deadline: 15_000,
  args: { target: arg.optional(arg.word('Target, or a number of milliseconds')) },
  flags: {
    state: arg.choice('What the target must be', STATES),
    networkidle: arg.flag('Until the network is idle'),
    load: arg.flag('Until the page has loaded'),
    domcontentloaded: arg.flag('Until the document is parsed'),
    text: arg.word('Until this text is visible'),
    gone: arg.word('Until this text is no longer visible'),
    url: arg.word('Until the URL matches this glob'),
    fn: arg.script('Until this expression is true'),
    download: arg.flag('Until a download starts'),
  },

  async run(context, { target, state, ...flags }) {
    const given = Object.entries({ target, ...flags }).filter(([, value]) => value !== undefined);
    if (given.length !== 1)
      throw usage(
        given.length === 0
          ? 'Cannot wait: nothing to wait for'
          : 'Cannot wait: more than one condition',
        'Usage: browse wait <target|ms>, or with one of --text, --gone, --url, --fn, --networkidle, --load, --domcontentloaded, --download',
      );
    if (state !== undefined && target === undefined)
      throw usage(
        'Cannot use --state: it needs a target',
        'Usage: browse wait <target> --state hidden',
      );
    if (target !== undefined && /^\d+$/.test(target)) return await pause(context, Number(target));
    if (target !== undefined)
      return await until(context, elementCondition(context.tab, target, state ?? 'visible'));
    if (flags.download === true) return await forDownload(context);
    const loadState = (['networkidle', 'load', 'domcontentloaded'] as const).find(
      name => flags[name] === true,
    );
    if (loadState !== undefined) return await forLoadState(context, loadState);
    return await until(context, pageCondition(context, flags));
  },
});

/** Milliseconds to wait: a little less than the call may take, so that it can still say what it last saw. */
const patience = (deadline: number): number => deadline - Math.min(250, deadline / 4);

async function pause({ deadline, signal }: TabContext, ms: number): Promise<Reply> {
  if (ms > deadline)
    throw usage(`Cannot wait ${ms} ms: the limit is ${deadline} ms`, `Add --timeout ${ms + 1000}.`);
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  signal.addEventListener('abort', () => resolve(), { once: true });
  await promise;
  clearTimeout(timer);
  return reply(`Waited ${ms} ms`);
}

async function forLoadState(
  { tab, deadline }: TabContext,
  state: 'load' | 'domcontentloaded' | 'networkidle',
): Promise<Reply> {
  try {
    await tab.page.waitForLoadState(state, { timeout: patience(deadline) });
  } catch (cause) {
    const pending = tab.traffic.snapshot().size;
    throw timedOut(
      `Cannot see ${state} within ${deadline} ms: ${pending} requests are under way`,
      'Run `browse network` to see them.',
      cause,
    );
  }
  return reply(`Reached ${state}`);
}

async function forDownload({ tab, deadline }: TabContext): Promise<Reply> {
  const download = await tab.page
    .waitForEvent('download', { timeout: patience(deadline) })
    .catch((cause: unknown) => {
      throw timedOut(
        `Cannot see a download within ${deadline} ms: none has started`,
        'Start one with `browse click` in another call.',
        cause,
      );
    });
  return {
    text: 'Download started',
    page: quoted(download.suggestedFilename()),
    source: maskUrl(download.url()),
  };
}

async function until({ deadline, signal }: TabContext, condition: Condition): Promise<Reply> {
  const started = Date.now();
  const end = started + patience(deadline);
  for (;;) {
    const happened = await condition.check();
    if (happened !== undefined) return reply(`${happened} after ${Date.now() - started} ms`);
    if (signal.aborted || Date.now() + POLL_MS > end)
      throw timedOut(
        `Cannot see it within ${deadline} ms: ${await condition.lastSeen()}`,
        'Run `browse snapshot` to see the page, or use a longer --timeout.',
      );
    await Bun.sleep(POLL_MS);
  }
}

function elementCondition(tab: Tab, typed: string, state: State): Condition {
  const target = parseTarget(typed);
  const isReached = async (): Promise<boolean> => {
    const wantsPresence = state === 'visible' || state === 'attached';
    if (target.kind === 'ref') {
      const located = await locate(tab, target, { wait: 0 }).catch((error: unknown) =>
        absent(error, wantsPresence),
      );
      if (!located || state === 'attached' || state === 'detached')
        return (located !== undefined) === wantsPresence;
      return (await located.locator.isVisible()) === wantsPresence;
    }
    const counts = await Promise.all(
      tab.frames().map(async frame => {
        const matches = locatorFor(frame, target.steps);
        const isAny = state === 'attached' || state === 'detached';
        return await countMatches(frame, isAny ? matches : matches.filter({ visible: true }));
      }),
    );
    return counts.some(count => count > 0) === wantsPresence;
  };
  return {
    check: async () => ((await isReached()) ? `${plainLine(typed)} is ${state}` : undefined),
    lastSeen: async () => `${plainLine(typed)} is still not ${state}`,
  };
}

/** A ref that is over never comes back; waiting for it would only waste the time. */
function absent(error: unknown, wantsPresence: boolean): undefined {
  const isGone = error instanceof BrowseError && error.code === 'stale_ref' && !wantsPresence;
  if (isGone) return undefined;
  throw error;
}

interface PageFlags {
  readonly text?: string | undefined;
  readonly gone?: string | undefined;
  readonly url?: string | undefined;
  readonly fn?: string | undefined;
}

function pageCondition({ tab, signal }: TabContext, { text, gone, url, fn }: PageFlags): Condition {
  if (url !== undefined) {
    const pattern = globToRegExp(url);
    return {
      check: async () => (pattern.test(tab.url) ? `URL matches ${plainLine(url)}` : undefined),
      lastSeen: async () => `the URL is ${plainLine(maskUrl(tab.url))}`,
    };
  }
  if (fn !== undefined) {
    return {
      check: async () => ((await isTrue(tab, fn, signal)) ? 'Expression is true' : undefined),
      lastSeen: async () => 'the expression is still false',
    };
  }
  const wanted = text ?? gone ?? '';
  const isPresent = async (): Promise<boolean> => (await visibleText(tab)).includes(wanted);
  return text === undefined
    ? {
        check: async () => ((await isPresent()) ? undefined : `Text ${quoted(wanted)} is gone`),
        lastSeen: async () => `the text ${quoted(wanted)} is still visible`,
      }
    : {
        check: async () => ((await isPresent()) ? `Text ${quoted(wanted)} is visible` : undefined),
        lastSeen: async () => `the text ${quoted(wanted)} is not visible`,
      };
}

async function isTrue(tab: Tab, expression: string, signal: AbortSignal): Promise<boolean> {
  try {
    const { type, value, text } = await evaluate(tab, expression, signal);
    return type === 'number' || type === 'bigint'
      ? Number(text.replace(/n$/, '')) !== 0
      : Boolean(value ?? text);
  } catch (error) {
    if (error instanceof BrowseError) throw error;
    // The page is navigating; the next document is asked at the next look.
    return false;
  }
}

async function visibleText(tab: Tab): Promise<string> {
  // A frame that is being replaced is read again at the next look.
  const texts = await Promise.all(
    tab
      .frames()
      .map(
        async frame =>
          await ask(tab.line.to(frame), 'text', {}, patienceWith(frame, 2_000)).catch(
            () => undefined,
          ),
      ),
  );
  return texts.map(answer => answer?.text ?? '').join('\n');
}

export default [wait];
