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
import type { CommandRequest } from '#protocol/command.ts';

import { renderAnswer } from './answer.ts';
import type { Call, Powers } from './lease.ts';
import { runLeased } from './lease.ts';
import type { Record } from './record.ts';

/** What the stops of the road need. */
export interface Road extends Powers {
  readonly capture: Capture;
  readonly record: Record;
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
  return await road.record.around(command?.name ?? request.command, request.tab, async () => {
    if (!command) throw unknownCommand(request.command, commandNames());
    const { cwd, args, stdin } = request;
    const { input, effects } = parse(command, { cwd, args, stdin });
    const { temporary, stateDirectory } = road;
    await admitEffects(effects, { cwd, temporary, stateDirectory });

    const deadline = request.timeout ?? command.deadline;
    const reply = await withDeadline(command.name, deadline, async (signal, abort) => {
      const { capture, newFile } = road;
      const call: CallContext = {
        cwd,
        quiet: request.quiet ?? false,
        deadline,
        signal,
        capture,
        newFile,
      };
      return await runLeased({ command, input, tab: request.tab, call, abort }, road);
    });
    return renderAnswer(command, reply, request);
  });
}

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
    // Later than the lease, which gives the command a turn to say what it last saw and then frees the tab.
    setTimeout(() => reject(reason), 5);
  };
  const timer = setTimeout(
    () =>
      abort(
        timedOut(
          `Cannot finish ${name} within ${ms} ms: the page does not respond`,
          'Try a longer --timeout, or run `browse closetab` if the page hangs.',
        ),
      ),
    ms,
  );
  try {
    return await Promise.race([run(controller.signal, abort), over]);
  } catch (error) {
    throw fromPlaywright(error);
  } finally {
    clearTimeout(timer);
  }
}
