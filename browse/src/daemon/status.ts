import type { Status } from '#commands/kit/context.ts';
import type { Record } from '#dispatch/record.ts';
import type { Project } from '#platform/project.ts';
import { versionLine } from '#platform/version.ts';

import type { BrowserHolder } from './browser-holder.ts';

interface Facts {
  readonly project: Project;
  readonly started: number;
  readonly port: number;
  readonly browser: BrowserHolder;
  readonly record: Record;
}

/** What the daemon is doing, read without asking any page. */
export function readStatus({ project, started, port, browser, record }: Facts): Status {
  const session = browser.running;
  return {
    pid: process.pid,
    port,
    version: versionLine(),
    uptime: Date.now() - started,
    project: project.root,
    browser: session ? `${session.executable} (headless)` : 'starting',
    tabs: session?.tabs.map(({ id, url }) => ({ id, url, active: id === session.active })) ?? [],
    running: record.running,
    memory: process.memoryUsage.rss(),
  };
}
