import type { Session } from '#browser/session.ts';
import type { Tab } from '#browser/tab.ts';
import type { CallContext, DaemonControl } from '#commands/kit/context.ts';
import type { Command, Input } from '#commands/kit/define.ts';
import type { Reply } from '#commands/kit/reply.ts';
import { busy, failed } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

/** What a command may be given to act on. */
export interface Powers {
  /** The browser, started if need be; rejects with `environment` when there is none. */
  readonly session: () => Promise<Session>;
  readonly daemon: DaemonControl;
}

export interface Call {
  readonly command: Command;
  readonly input: Input;
  readonly tab: number | undefined;
  readonly call: CallContext;
  /** Ends the call early; the lease uses it when the tab closes. */
  readonly abort: (reason: Error) => void;
}

/**
 * Runs a command with what it declared to act on. A tab is resolved once, held alone until the command ends,
 * and given back on every path; commands on the browser or the daemon never wait for a page.
 */
export async function runLeased(
  { command, input, tab: namedTab, call, abort }: Call,
  powers: Powers,
): Promise<Reply> {
  const { run } = command;
  if (run.on === 'daemon') return await run.call({ ...call, daemon: powers.daemon }, input);
  const session = await powers.session();
  await session.ready();
  const tab = (): Tab => session.tab(namedTab);
  if (run.on === 'browser') return await run.call({ ...call, session, tab, namedTab }, input);
  return await onTab(tab(), { command, call, abort }, async held => {
    return await run.call({ ...call, session, tab: held }, input);
  });
}

/** How long a command may still report on a tab that closed under it. */
const LAST_WORDS_MS = 1_000;

/** Holds a tab alone for one command, until it ends, is given up, or loses the tab. */
async function onTab(
  tab: Tab,
  { command, call, abort }: Pick<Call, 'command' | 'call' | 'abort'>,
  act: (tab: Tab) => Promise<Reply>,
): Promise<Reply> {
  let lastWords: NodeJS.Timeout | undefined;
  const onClosed = (): void => {
    lastWords = setTimeout(() => abort(closedError(command.name, tab.id)), LAST_WORDS_MS);
  };
  tab.closed.addEventListener('abort', onClosed, { once: true });
  try {
    using _held = await hold(tab, command.name, call.signal);
    if (tab.closed.aborted) throw closedError(command.name, tab.id);
    await tab.ready();
    if (tab.lost !== undefined) throw lostError(tab);
    return await act(tab);
  } finally {
    tab.closed.removeEventListener('abort', onClosed);
    clearTimeout(lastWords);
  }
}

function lostError(tab: Tab): Error {
  const { lost = '' } = tab;
  tab.lost = undefined;
  return failed(
    `Cannot go on in tab ${tab.id}: its page crashed (${plainLine(maskUrl(lost))}) and is blank now`,
    'Run `browse goto URL` to open it again.',
  );
}

const closedError = (command: string, tab: number): Error =>
  failed(
    `Cannot finish ${command}: tab ${tab} was closed or crashed meanwhile`,
    'Run `browse tabs` to see which tabs are open.',
  );

async function hold(tab: Tab, command: string, signal: AbortSignal): Promise<Disposable> {
  try {
    return await tab.lock.acquire(command, signal);
  } catch (cause) {
    const { holder } = tab.lock;
    if (!holder || tab.closed.aborted) throw cause;
    const seconds = ((Date.now() - holder.since) / 1000).toFixed(1);
    throw busy(
      `Cannot run ${command}: tab ${tab.id} is busy with ${holder.label} for ${seconds} s`,
      `Wait, use another tab with --tab, or run \`browse closetab ${tab.id}\`.`,
    );
  }
}
