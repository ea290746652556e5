import type { Outcome } from '#browser/outcome.ts';
import { record } from '#browser/outcome.ts';
import type { Located } from '#browser/locate.ts';
import { locate } from '#browser/locate.ts';
import type { Target } from '#core/target.ts';

import type { TabContext } from './kit/context.ts';
import type { Reply } from './kit/reply.ts';

const ACTION_MS = 5_000;
/** Milliseconds an action waits for its element to be there and ready; less than a short call may take, so that it can still say why not. */
export const actionMs = ({ deadline }: Pick<TabContext, 'deadline'>): number =>
  Math.min(ACTION_MS, deadline * 0.6);

/** What was done, in words that hold nothing the page wrote. */
export interface Done {
  readonly did: string;
  /** What the page has to say beyond its effects, such as what a field really holds. */
  readonly page?: readonly string[];
  readonly data?: unknown;
  /** The words above are an effect already, so silence of the page says nothing. */
  readonly isVerified?: boolean;
  /** Looks again once the page has come to rest, and says it anew. */
  readonly confirm?: () => Promise<Done>;
}

/** What every command that acts on elements states alike. */
export const acting = {
  kind: 'write',
  category: 'interaction',
  on: 'tab',
  scope: 'write',
  origin: 'own',
  deadline: 30_000,
} as const;

interface ActOptions {
  readonly force?: boolean | undefined;
}

/** Finds the target, does something to it within the milliseconds it is given, and answers with the verified effect. */
export async function actOn(
  context: TabContext,
  target: Target,
  { force = false }: ActOptions,
  perform: (located: Located, timeout: number) => Promise<Done>,
): Promise<Reply> {
  using recording = record(context);
  const timeout = actionMs(context);
  const located = await locate(context.tab, target, { wait: timeout, watch: true, force });
  await recording.start(located.frame);
  const done = await perform(located, timeout);
  const effect = await recording.finish(located);
  return toReply(context, done.confirm ? await done.confirm() : done, effect);
}

/** The same for what acts on the page as a whole, or on whatever has the focus. */
export async function actOnPage(context: TabContext, perform: () => Promise<Done>): Promise<Reply> {
  using recording = record(context);
  await recording.start();
  const done = await perform();
  return toReply(context, done, await recording.finish());
}

function toReply(
  { tab, quiet }: TabContext,
  { did, page = [], data, isVerified = false }: Done,
  effect: Outcome,
): Reply {
  const told = quiet ? [] : effect.lines;
  for (const line of told) if (line.told) tab.refs.tell(line.told);
  const lines = quiet ? [] : [...page, ...told.map(({ text }) => text)];
  return {
    text: `${did}${toFacts(effect.facts, isVerified)}`,
    source: tab.url,
    ...(lines.length > 0 && { page: lines.join('\n') }),
    ...(data !== undefined && { data }),
  };
}

function toFacts(facts: Outcome['facts'], isVerified: boolean): string {
  if (facts === 'none') return isVerified ? '' : ' → no visible effect';
  if (facts === 'focused') return isVerified ? '' : ' → focused';
  return facts.length === 0 ? '' : ` → ${facts.join(', ')}`;
}
