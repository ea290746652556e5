import { admitEffects } from '#auth/gate.ts';
import { fromPlaywright } from '#browser/playwright-errors.ts';
import type { Capture } from '#capture/capture.ts';
import type { CallContext } from '#commands/kit/context.ts';
import type { Command } from '#commands/kit/define.ts';
import type { Parsed, Words } from '#commands/kit/parse.ts';
import { parseWords } from '#commands/kit/parse.ts';
import type { Reply } from '#commands/kit/reply.ts';
import { usageOf } from '#commands/kit/usage.ts';
import { commandNames, findCommand } from '#commands/registry.ts';
import { BrowseError, timedOut } from '#core/errors.ts';
import { unknownCommand } from '#core/help.ts';
import { isSafePath } from '#platform/safe-paths.ts';
import type { CommandRequest } from '#protocol/command.ts';
import { defuse } from '#security/envelope.ts';

import type { Journal } from './journal.ts';
import type { Call, Powers } from './lease.ts';
import { runLeased } from './lease.ts';
import { renderAnswer } from './render.ts';

/** What the stops of the road need. */
export interface Road extends Powers {
  readonly capture: Capture;
  readonly journal: Journal;
  readonly temporary: string;
  readonly stateDirectory: string;
  readonly newFile: CallContext['newFile'];
}

/**
 * The only road from a request to a page: resolve, parse, admit, lease, run, render, each once and in order.
 * @throws BrowseError; anything else is a bug
 */
export async function runCommand(request: CommandRequest, road: Road): Promise<string> {
  const command = findCommand(request.command);
  const name = command?.name ?? request.command;
  const isControl = command?.run.on === 'daemon';
  return await road.journal.around({ command: name, tab: request.tab, isControl }, async () => {
    if (!command) throw unknownCommand(request.command, commandNames());
    const { cwd, args, stdin, tab, quiet = false } = request;
    const { input, effects } = parse(command, { cwd, args, stdin });
    const { temporary, stateDirectory, capture, newFile } = road;
    const paths = { cwd, temporary, stateDirectory };

    const deadline = request.timeout ?? command.deadline;
    const reply = await withDeadline(name, deadline, async (signal, abort) => {
      await admitEffects(effects, paths);
      const admitsFile = (path: string): boolean => isSafePath(path, paths);
      const call: CallContext = { cwd, quiet, deadline, signal, capture, newFile, admitsFile };
      return await runLeased({ command, input, tab, call, abort }, road);
    });
    return renderAnswer(command, reply, request);
  });
}

/** Errors may quote what an element is called, one line and cut; a marker in it must not look like ours. */
const defused = ({ code, message, hint, cause }: BrowseError): BrowseError =>
  new BrowseError(code, defuse(message), {
    hint: hint === undefined ? undefined : defuse(hint),
    cause,
  });

/** Reads the words; an error that does not say what to type gets the usage line. */
function parse(command: Command, words: Words): Parsed {
  try {
    return parseWords(command, words);
  } catch (error) {
    if (!(error instanceof BrowseError) || error.hint !== undefined) throw error;
    throw new BrowseError(error.code, error.message, {
      hint: `Usage: browse ${usageOf(command)}`,
      cause: error,
    });
  }
}

/** Gives up on a call when its time is over, whatever the page does; the call's signal tells it to stop. */
async function withDeadline(
  name: string,
  ms: number,
  run: (signal: AbortSignal, abort: Call['abort']) => Promise<Reply>,
): Promise<Reply> {
  const controller = new AbortController();
  const { promise: over, reject } = Promise.withResolvers<never>();
  const abort = (reason: Error): void => {
    controller.abort(reason);
    // A moment later, so that a command which ends by itself on the signal can say what it last saw.
    setTimeout(() => reject(reason), 5);
  };
  const timer = setTimeout(
    () =>
      abort(
        timedOut(
          `Cannot finish ${name} within ${ms} ms: it is still under way`,
          'Use a longer --timeout; if the page hangs, run `browse closetab`.',
        ),
      ),
    ms,
  );
  try {
    return await Promise.race([run(controller.signal, abort), over]);
  } catch (error) {
    throw defused(fromPlaywright(error));
  } finally {
    clearTimeout(timer);
  }
}
