import { writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { findChromium } from '#browser/discover.ts';
import { launchChromium, registerPageEngine } from '#browser/launch.ts';
import type { Launched } from '#browser/launch.ts';
import type { Session } from '#browser/session.ts';
import { Capture } from '#capture/capture.ts';
import type { Sinks } from '#capture/capture.ts';
import { toManifest } from '#commands/kit/manifest.ts';
import { commands } from '#commands/registry.ts';
import { BrowseError, failed, messageOf } from '#core/errors.ts';
import { helpFor } from '#core/help.ts';
import { Journal } from '#dispatch/journal.ts';
import type { Road } from '#dispatch/run-command.ts';
import { runCommand } from '#dispatch/run-command.ts';
import { checkVariables, readVariable } from '#platform/env.ts';
import { RotatingFile, createLogger } from '#platform/logger.ts';
import { listenOnFreePort } from '#platform/ports.ts';
import { makePrivateDirectory } from '#platform/private-files.ts';
import { ownIdentity } from '#platform/processes.ts';
import type { Project } from '#platform/project.ts';
import { findProject } from '#platform/project.ts';
import { VERSION, versionLine } from '#platform/version.ts';
import type { CommandRequest } from '#protocol/command.ts';
import { MAX_BODY_BYTES } from '#protocol/command.ts';
import type { ROUTES } from '#protocol/routes.ts';

import { BrowserHolder } from './browser-holder.ts';
import { IdleClock } from './idle.ts';
import { Lifecycle } from './lifecycle.ts';
import { openProfileFolder } from './profile-folder.ts';
import { Registration } from './registration.ts';
import type { Route } from './route.ts';
import { createHandler } from './router.ts';
import { browserRoute } from './routes/browser.ts';
import { commandRoute } from './routes/command.ts';
import { healthRoute } from './routes/health.ts';
import { readStatus } from './status.ts';

/** How long a daemon whose browser cannot start waits for somebody to ask why. */
const FAILED_MS = 2_000;

/**
 * Runs the daemon of the project in the current directory until it ends. Writes one line to standard output
 * when it can be spoken to, or why it cannot start, and nothing after that.
 */
export function runDaemon(): void {
  try {
    startDaemon(findProject(process.cwd()));
    writeSync(1, 'ready\n');
  } catch (error) {
    const { message, hint } =
      error instanceof BrowseError ? error : new BrowseError('internal', messageOf(error));
    writeSync(1, `${JSON.stringify({ message, hint })}\n`);
    process.exit(1);
  }
}

function startDaemon(project: Project): void {
  checkVariables();
  const started = Date.now();
  makePrivateDirectory(project.stateDirectory);
  const logger = createLogger(new RotatingFile(project.logFile('daemon')));
  logger.log(`${versionLine()} starting, pid ${process.pid}`);
  // Without one there is nothing to be a daemon for.
  findChromium();
  const temporary = tmpdir();

  const identity = { token: crypto.randomUUID(), instance: crypto.randomUUID() };
  const notices: string[] = [];
  const onLogError = (error: unknown): void =>
    logger.log(`cannot write a log: ${messageOf(error)}`);
  const capture = openCapture(project, onLogError);
  const journal = new Journal(logger);
  const road: Road = {
    session: async () => await openSession(browser, lifecycle),
    daemon: {
      status: () => readStatus({ project, started, port: server.port ?? 0, browser, journal }),
      stop: async reason => await lifecycle.end(reason),
      help: name => helpFor(toManifest(commands), name),
    },
    capture,
    journal,
    temporary,
    stateDirectory: project.stateDirectory,
    newFile: (stem, extension) => newPath(temporary, stem, extension),
  };
  const run = async (request: CommandRequest): Promise<string> =>
    await runUnlessEnding(request, { road, lifecycle, idle });
  const routes: Readonly<Record<keyof typeof ROUTES, Route>> = {
    health: healthRoute(VERSION),
    command: commandRoute(run),
    browser: browserRoute(async () => (await openSession(browser, lifecycle)).executable),
  };
  const handler = createHandler(
    { routes: Object.values(routes), logger, takeNotices: () => notices.splice(0) },
    { ...identity, host: () => `127.0.0.1:${server.port}` },
  );
  const server = listen(handler);
  const profile = openProfileFolder(project.stateFile, ownIdentity());
  // Playwright and Chromium put their profiles and sockets below TMPDIR and have no option for all of them.
  // `temporary`, where commands may read and write, was taken before.
  process.env['TMPDIR'] = profile.path;
  const browser = new BrowserHolder(launch, capture, {
    onCrash: () => void lifecycle.end('Chromium ended unexpectedly', 1),
    onFailed: error => {
      logger.log(`no browser: ${error.message}`);
      // Whoever asks for the browser hears of it and ends the daemon; this is for when nobody does.
      setTimeout(() => void lifecycle.end('no browser', 1), FAILED_MS);
    },
    onNotice: notice => notices.push(notice),
  });
  const lifecycle = new Lifecycle({
    logger,
    closeBrowser: async () => {
      await browser.close();
      profile[Symbol.dispose]();
    },
    leave: () => {
      idle.stop();
      registration.withdraw();
      capture.close(onLogError);
    },
    drain: async () => await server.stop(),
    exit: code => process.exit(code),
  });
  const isBusy = (): boolean => journal.running.length > 0;
  const idle = new IdleClock(readVariable('idleTimeout'), isBusy, () => void lifecycle.end('idle'));
  lifecycle.listenToSignals();
  process.on('unhandledRejection', reason => logger.bug('the background', reason));
  const registration = new Registration(
    project.stateFile,
    { ...identity, port: server.port ?? 0, startedAt: new Date(started).toISOString() },
    () => {
      if (!isBusy()) void lifecycle.end('nobody can find it: its state file is gone');
    },
  );
}

async function launch(): Promise<Launched> {
  await registerPageEngine();
  return await launchChromium();
}

/** The browser; without one the daemon ends, so that the next start looks for it again. */
async function openSession(browser: BrowserHolder, lifecycle: Lifecycle): Promise<Session> {
  try {
    return await browser.session();
  } catch (error) {
    void lifecycle.end('no browser', 1);
    throw error;
  }
}

interface Running {
  readonly road: Road;
  readonly lifecycle: Lifecycle;
  readonly idle: IdleClock;
}

async function runUnlessEnding(
  request: CommandRequest,
  { road, lifecycle, idle }: Running,
): Promise<string> {
  if (lifecycle.isEnding) throw notBegun(request.command);
  idle.touch();
  try {
    return await runCommand(request, road);
  } catch (error) {
    throw lifecycle.isEnding ? endedMeanwhile(request.command, error) : error;
  } finally {
    idle.touch();
  }
}

const newPath = (folder: string, stem: string, extension: string): string =>
  join(folder, `browse-${stem}-${Date.now()}-${crypto.randomUUID().slice(0, 8)}.${extension}`);

const listen = (fetch: (request: Request) => Promise<Response>): Bun.Server<undefined> =>
  listenOnFreePort(readVariable('port'), port =>
    Bun.serve({
      hostname: '127.0.0.1',
      port,
      idleTimeout: 0,
      maxRequestBodySize: MAX_BODY_BYTES,
      fetch,
    }),
  );

function openCapture({ logFile }: Project, onError: (error: unknown) => void): Capture {
  const file = (kind: keyof Sinks): RotatingFile => new RotatingFile(logFile(kind));
  return new Capture(
    { console: file('console'), network: file('network'), dialog: file('dialog') },
    onError,
  );
}

const notBegun = (command: string): Error =>
  new BrowseError('ending', `Cannot run ${command}: the daemon is ending`, {
    hint: 'Run it again; the next command starts a new daemon.',
  });

/** What became of a command during which the daemon began to end, unless the command itself has the cause. */
const endedMeanwhile = (command: string, cause: unknown): Error =>
  cause instanceof BrowseError && (cause.code === 'usage' || cause.code === 'environment')
    ? cause
    : failed(
        `Cannot finish ${command}: the browser ended meanwhile`,
        'Run it again; the next command starts a new browser.',
      );
