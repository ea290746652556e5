import { BrowseError, busy, usage } from '#core/errors.ts';
import { helpFor } from '#core/help.ts';
import { isAlive, mayBeAlive } from '#platform/processes.ts';
import { readVariable } from '#platform/env.ts';
import type { Project } from '#platform/project.ts';
import { findProject } from '#platform/project.ts';
import { readDaemonState } from '#platform/state-file.ts';
import type { DaemonState } from '#platform/state-file.ts';
import { versionLine } from '#platform/version.ts';
import type { CommandRequest, Failure } from '#protocol/command.ts';
import { NOTICE_HEADER, REPLY_GRACE_MS } from '#protocol/command.ts';

import { ensureDaemon } from './daemon.ts';
import { manifest } from './manifest.ts';
import { print, printAnswer, printFailure, toFailure } from './print.ts';
import type { HttpAnswer, Trouble } from './send.ts';
import { send } from './send.ts';
import type { Line } from './words.ts';
import { readLine } from './words.ts';

/** Runs one command line and exits with its code. */
export async function runCli(argv: readonly string[]): Promise<never> {
  const end = argv.indexOf('--');
  const json = (end < 0 ? argv : argv.slice(0, end)).includes('--json');
  try {
    process.exit(await run(argv));
  } catch (error) {
    process.exit(printFailure(toFailure(error), json));
  }
}

async function run(argv: readonly string[]): Promise<number> {
  const line = readLine(argv, manifest);
  if (line.kind === 'version') {
    print(1, versionLine());
    return 0;
  }
  if (line.kind === 'help') {
    const { text, data } = helpFor(manifest, line.name);
    printAnswer(text, data, line.json);
    return 0;
  }
  return await runCommand(line);
}

type CommandLine = Extract<Line, { kind: 'command' }>;

async function runCommand(line: CommandLine): Promise<number> {
  const { command, flags } = line;
  const project = findProject(process.cwd());
  const recorded = readDaemonState(project.stateFile);
  const timeout = (flags.timeout ?? command.deadline) + REPLY_GRACE_MS;
  const call: Call = { line, project, request: await toRequest(line), timeout };
  // Whoever listens on a dead daemon's port is a stranger and gets neither the command nor the token.
  const running = recorded && mayBeAlive(recorded) ? recorded : undefined;
  const answer = running ? await send(running, call.request, timeout) : 'refused';
  if (running && isWhole(answer, call)) {
    if (!isEnding(answer)) return await finishRunning(call, answer, running);
    await waitForEnd(running);
  }
  if (command.whenStopped !== undefined) {
    printAnswer(command.whenStopped, { running: false }, flags.json);
    return 0;
  }
  return await startFirst(call, recorded);
}

interface Call {
  readonly line: CommandLine;
  readonly project: Project;
  readonly request: CommandRequest;
  readonly timeout: number;
}

async function toRequest({
  command,
  args,
  flags,
  readsStdin,
}: CommandLine): Promise<CommandRequest> {
  return {
    command: command.name,
    args,
    cwd: process.cwd(),
    stdin: readsStdin ? await Bun.stdin.text() : undefined,
    tab: flags.tab ?? tabFromEnvironment(),
    json: flags.json || undefined,
    quiet: flags.quiet || undefined,
    timeout: flags.timeout,
    maxOutput: flags.maxOutput,
  };
}

/** Whether a daemon answered; without an answer the command has not run, or nobody can know. */
function isWhole(answer: HttpAnswer | Trouble, { line, timeout }: Call): answer is HttpAnswer {
  if (answer === 'silent' || answer === 'broken')
    throw troubleError(answer, line.command.name, timeout);
  return typeof answer === 'object';
}

/** The daemon was about to end and has not begun the command: as if none had run. */
const isEnding = ({ status, body }: HttpAnswer): boolean =>
  status === 503 && readFailure(body).code === 'ending';

async function finishRunning(call: Call, answer: HttpAnswer, daemon: DaemonState): Promise<number> {
  const { afterwards } = call.line.command;
  if (answer.status === 200 && afterwards !== undefined) {
    await waitForEnd(daemon);
    if (afterwards === 'started') await ensureDaemon(call.project, daemon.instance);
  }
  return finish(answer, call.request);
}

async function startFirst(call: Call, gone: DaemonState | undefined): Promise<number> {
  const { line, project, request, timeout } = call;
  const daemon = await ensureDaemon(project, gone?.instance);
  if (line.command.afterwards === 'started') {
    printAnswer('Started', { running: true }, line.flags.json);
    return 0;
  }
  const answer = await send(daemon, request, timeout + REPLY_GRACE_MS);
  if (isWhole(answer, call)) return finish(answer, request);
  throw troubleError('broken', line.command.name, timeout);
}

function finish({ status, headers, body }: HttpAnswer, { json = false }: CommandRequest): number {
  const notice = headers.get(NOTICE_HEADER);
  if (notice !== undefined) print(2, decodeURIComponent(notice));
  if (status === 413)
    throw new BrowseError('too_large', 'Cannot send the command: its arguments exceed 16 MB', {
      hint: 'Put the content into a file.',
    });
  if (status !== 200) return printFailure(readFailure(body), json);
  print(1, body);
  return 0;
}

function readFailure(body: string): Failure['error'] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the instance header proved that the daemon wrote this
  const failure = JSON.parse(body) as Failure;
  return failure.error;
}

async function waitForEnd(daemon: DaemonState): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (isAlive(daemon) && Date.now() < deadline) await Bun.sleep(5);
}

function tabFromEnvironment(): number | undefined {
  const typed = readVariable('tab');
  if (typed === undefined) return undefined;
  if (/^[1-9]\d{0,8}$/.test(typed)) return Number(typed);
  throw usage(
    `Cannot read BROWSE_TAB "${typed}": must be a tab id`,
    'Run `browse tabs` to see them.',
  );
}

const troubleError = (trouble: Trouble, command: string, timeout: number): Error =>
  trouble === 'silent'
    ? busy(
        `Cannot finish ${command}: the daemon did not answer within ${timeout} ms`,
        'Run `browse status` to see what it does.',
      )
    : busy(
        `Cannot finish ${command}: the daemon ended before it answered`,
        'Run it again; the next command starts a new daemon.',
      );
