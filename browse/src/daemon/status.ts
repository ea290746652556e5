import type { Status } from '#commands/kit/context.ts';
import type { Journal } from '#dispatch/journal.ts';
import type { Project } from '#platform/project.ts';
import { versionLine } from '#platform/version.ts';

import type { BrowserHolder } from './browser-holder.ts';

interface Facts {
  readonly project: Project;
  readonly started: number;
  readonly port: number;
  readonly browser: BrowserHolder;
  readonly journal: Journal;
}

/** What the daemon is doing, read without asking any page. */
export function readStatus({ project, started, port, browser, journal }: Facts): Status {
  const session = browser.running;
  return {
    pid: process.pid,
    port,
    version: versionLine(),
    uptime: Date.now() - started,
    project: project.root,
    browser: describe(browser),
    tabs: session?.tabs.map(({ id, url }) => ({ id, url, active: id === session.active })) ?? [],
    running: journal.running,
    memory: process.memoryUsage.rss(),
  };
}

function describe({ running, failure }: BrowserHolder): string {
  if (running) return `${running.executable} (headless)`;
  return failure ? `failed: ${failure.message}` : 'starting';
}
