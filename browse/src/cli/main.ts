import { BrowseError, FAILURES, busy } from '#core/errors.ts';
import { helpFor } from '#core/help.ts';
import { isAlive, mayBeAlive } from '#platform/processes.ts';
import { checkVariables, readVariable } from '#platform/env.ts';
import type { Project } from '#platform/project.ts';
import { findProject } from '#platform/project.ts';
import { readDaemonState } from '#platform/state-file.ts';
import type { DaemonState } from '#platform/state-file.ts';
import { versionLine } from '#platform/version.ts';
import type { CommandRequest, Failure } from '#protocol/command.ts';
import { MAX_BODY_BYTES, NOTICE_HEADER, REPLY_GRACE_MS } from '#protocol/command.ts';
import { ROUTES } from '#protocol/routes.ts';

import { START_MS, ensureDaemon } from './daemon.ts';
import { manifest } from './manifest.ts';
import { isFailureCode, print, printAnswer, printFailure, toFailure } from './print.ts';
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
    printAnswer(versionLine(), { version: versionLine() }, line.json);
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
  checkVariables();
  const project = findProject(process.cwd());
  const recorded = readDaemonState(project.stateFile);
  const timeout = (flags.timeout ?? command.deadline) + REPLY_GRACE_MS;
  const call: Call = { line, project, request: await toRequest(line), timeout };
  // Whoever listens on a dead daemon's port is a stranger and gets neither the command nor the token.
  const running = recorded && mayBeAlive(recorded) ? recorded : undefined;
  const answer = running ? await sendCommand(running, call) : 'refused';
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
    tab: flags.tab ?? readVariable('tab'),
    json: flags.json || undefined,
    quiet: flags.quiet || undefined,
    timeout: flags.timeout,
    maxOutput: flags.maxOutput,
  };
}

const sendCommand = async (
  daemon: DaemonState,
  { request, timeout }: Call,
): Promise<HttpAnswer | Trouble> =>
  await send(daemon, { to: ROUTES.command, body: request }, timeout);

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
    if (afterwards === 'started') await startBrowser(call, daemon);
  }
  return finish(answer, call.request);
}

async function startFirst(call: Call, gone: DaemonState | undefined): Promise<number> {
  if (call.line.command.afterwards === 'started') {
    await startBrowser(call, gone);
    printAnswer('Started', { running: true }, call.line.flags.json);
    return 0;
  }
  const daemon = await ensureDaemon(call.project, gone?.instance);
  const answer = await sendCommand(daemon, { ...call, timeout: call.timeout + REPLY_GRACE_MS });
  if (isWhole(answer, call)) return finish(answer, call.request);
  throw troubleError('broken', call.line.command.name, call.timeout);
}

/**
 * Gives a daemon other than the one that is gone, with its browser running.
 * @throws BrowseError `environment` when there is none to start
 */
async function startBrowser(call: Call, gone: DaemonState | undefined): Promise<void> {
  const daemon = await ensureDaemon(call.project, gone?.instance);
  const timeout = START_MS + REPLY_GRACE_MS;
  const answer = await send(daemon, { to: ROUTES.browser, body: {} }, timeout);
  if (!isWhole(answer, { ...call, timeout }))
    throw troubleError('broken', call.line.command.name, timeout);
  printNotice(answer);
  if (answer.status === 200) return;
  const { code, message, hint } = readFailure(answer.body);
  throw new BrowseError(isFailureCode(code) ? code : 'internal', message, { hint });
}

function finish(answer: HttpAnswer, { json = false }: CommandRequest): number {
  const { status, body } = answer;
  printNotice(answer);
  if (status === FAILURES.too_large.status)
    throw new BrowseError(
      'too_large',
      `Cannot send the command: its arguments exceed ${MAX_BODY_BYTES / 1024 ** 2} MB`,
      { hint: 'Put the content into a file.' },
    );
  if (status !== 200) return printFailure(readFailure(body), json);
  print(1, body);
  return 0;
}

function printNotice({ headers }: HttpAnswer): void {
  const notice = headers.get(NOTICE_HEADER);
  if (notice !== undefined) print(2, decodeURIComponent(notice));
}

/** The instance in the header is no proof of the daemon, for `/health` gives it to anybody; so nothing is taken for granted. */
function readFailure(body: string): Failure['error'] {
  const { error }: { readonly error?: unknown } = Object(parse(body));
  const { code, message, hint }: Readonly<Partial<Record<keyof Failure['error'], unknown>>> =
    Object(error);
  if (typeof code !== 'string' || typeof message !== 'string')
    throw busy(
      'Cannot read the answer: it is not one of the daemon',
      'Run `browse status` to see whether it runs.',
    );
  return { code, message, ...(typeof hint === 'string' && { hint }) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: as good as nothing.
    return undefined;
  }
}

async function waitForEnd(daemon: DaemonState): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (isAlive(daemon) && Date.now() < deadline) await Bun.sleep(5);
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
