import type { ConsoleEntry, DialogEntry, NetworkEntry } from '#capture/entries.ts';
import type { EventLog } from '#capture/event-log.ts';
import { consoleLine, dialogLine, networkLine } from '#capture/lines.ts';
import { usage } from '#core/errors.ts';

import { arg } from './kit/args.ts';
import type { Arg } from './kit/args.ts';
import type { BrowserContext } from './kit/context.ts';
import { defineCommand } from './kit/define.ts';
import type { Reply } from './kit/reply.ts';
import { pageReply, reply } from './kit/reply.ts';

const LOG_MS = 5_000;

const filters = {
  clear: arg.flag('Forget what was captured so far'),
  since: arg.word('Only entries of the last 30s, 5m or 2h, or after an ISO time'),
  filter: arg.word('Only lines that contain this text, ignoring case'),
} as const satisfies Record<string, Arg<unknown>>;

const log = {
  kind: 'read',
  category: 'logs',
  on: 'browser',
  scope: 'read',
  origin: 'page',
  deadline: LOG_MS,
} as const;

const consoleCommand = defineCommand({
  ...log,
  name: 'console',
  description: 'Show what the pages wrote to the console; --tab limits it to one tab',
  example: 'console --errors',
  flags: {
    ...filters,
    errors: arg.flag('Only errors and warnings'),
    type: arg.word('Only this kind: log, info, warning, error, pageerror, …'),
  },

  async run(context, { errors = false, type, ...shared }) {
    const keep = ({ type: kind }: ConsoleEntry): boolean =>
      (!errors || ['error', 'warning', 'pageerror'].includes(kind)) &&
      (type === undefined || kind === type);
    return answer(
      context,
      { log: context.capture.console, line: consoleLine, keep, nothing: '(no console messages)' },
      shared,
    );
  },
});

const network = defineCommand({
  ...log,
  name: 'network',
  description: 'Show the requests the pages made; --tab limits it to one tab',
  example: 'network --status 4xx',
  flags: {
    ...filters,
    type: arg.word('Only this kind: document, fetch, xhr, script, image, …'),
    status: arg.word('Only this status: 404, 4xx, or failed'),
  },

  async run(context, { type, status, ...shared }) {
    const hasStatus = statusFilter(status);
    const keep = (entry: NetworkEntry): boolean =>
      (type === undefined || entry.type === type) && hasStatus(entry);
    return answer(
      context,
      { log: context.capture.network, line: networkLine, keep, nothing: '(no requests)' },
      shared,
    );
  },
});

const dialog = defineCommand({
  ...log,
  name: 'dialog',
  description:
    'Show the dialogs that opened and how they were answered; --tab limits it to one tab',
  example: 'dialog',
  flags: filters,

  async run(context, shared) {
    return answer<DialogEntry>(
      context,
      { log: context.capture.dialog, line: dialogLine, keep: () => true, nothing: '(no dialogs)' },
      shared,
    );
  },
});

interface Listing<T extends object> {
  readonly log: EventLog<T>;
  readonly line: (entry: T) => string;
  readonly keep: (entry: T) => boolean;
  readonly nothing: string;
}

interface Shared {
  readonly clear?: boolean | undefined;
  readonly since?: string | undefined;
  readonly filter?: string | undefined;
}

function answer<T extends NetworkEntry | ConsoleEntry | DialogEntry>(
  { namedTab }: BrowserContext,
  { log: entries, line, keep, nothing }: Listing<T>,
  { clear = false, since, filter }: Shared,
): Reply {
  if (clear) {
    const count = entries.all().length;
    entries.clear();
    return { ...reply(`Cleared ${count} entries`, { cleared: count }), origin: 'own' };
  }
  const from = since === undefined ? 0 : readSince(since, Date.now());
  const shown = entries
    .all()
    .filter(
      entry =>
        (namedTab === undefined || entry.tab === namedTab) && entry.time >= from && keep(entry),
    )
    .map(entry => ({ entry, text: line(entry) }))
    .filter(
      ({ text }) => filter === undefined || text.toLowerCase().includes(filter.toLowerCase()),
    );
  return pageReply(
    namedTab === undefined ? 'all tabs' : `tab ${namedTab}`,
    shown.length > 0 ? shown.map(({ text }) => text).join('\n') : nothing,
    shown.map(({ entry }) => entry),
  );
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** The earliest time meant, in milliseconds since the epoch. */
function readSince(typed: string, now: number): number {
  const [, amount, unit = ''] = /^(\d+)([smh])$/.exec(typed) ?? [];
  if (amount !== undefined) return now - Number(amount) * (UNITS[unit] ?? 0);
  const time = /^\d{4}-\d\d-\d\d/.test(typed) ? Date.parse(typed) : Number.NaN;
  if (Number.isNaN(time))
    throw usage(
      `Cannot read --since "${typed}": neither a duration nor a time`,
      'For example --since 30s or --since 2026-01-31T12:00:00Z',
    );
  return time;
}

function statusFilter(typed: string | undefined): (entry: NetworkEntry) => boolean {
  if (typed === undefined) return () => true;
  if (typed === 'failed') return entry => entry.failure !== undefined;
  if (!/^[1-5](?:\d\d|xx)$/.test(typed))
    throw usage(
      `Cannot read --status "${typed}": must be a status such as 404, a class such as 4xx, or failed`,
      'For example --status 404, --status 5xx or --status failed',
    );
  const pattern = new RegExp(`^${typed.replace('xx', '\\d\\d')}$`);
  return entry => entry.status !== undefined && pattern.test(String(entry.status));
}

export default [consoleCommand, network, dialog];
