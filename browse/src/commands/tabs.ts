import type { Session } from '#browser/session.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

import { arg } from './kit/args.ts';
import { openUrl } from './open-url.ts';
import { defineCommand } from './kit/define.ts';
import type { Reply } from './kit/reply.ts';
import { pageReply, reply } from './kit/reply.ts';

const TAB_MS = 10_000;
const id = arg.integer('Tab id, as `tabs` shows it', { min: 1 });

const tabs = defineCommand({
  name: 'tabs',
  kind: 'read',
  category: 'tabs',
  description: 'List the open tabs; a star marks the active one',
  example: 'tabs',
  on: 'browser',
  scope: 'read',
  tunnel: true,
  origin: 'page',
  deadline: 5_000,

  async run({ session }) {
    const open = await Promise.all(
      session.tabs.map(async each => ({
        id: each.id,
        active: each.id === session.active,
        url: maskUrl(each.url),
        title: await each.title(),
      })),
    );
    const lines = open.map(
      each =>
        `${each.active ? '*' : ' '} ${each.id} ${plainLine(each.url)} ${quoted(each.title, 100)}`,
    );
    return pageReply('all tabs', lines.join('\n'), open);
  },
});

const tab = defineCommand({
  name: 'tab',
  kind: 'write',
  category: 'tabs',
  description: 'Make a tab the active one',
  example: 'tab 2',
  on: 'browser',
  scope: 'meta',
  origin: 'own',
  deadline: TAB_MS,
  args: { id },

  async run({ session }, { id: wanted }) {
    const chosen = session.tab(wanted);
    session.activate(chosen);
    return reply(`Tab ${chosen.id} is active: ${plainLine(maskUrl(chosen.url))}`, {
      id: chosen.id,
      url: maskUrl(chosen.url),
    });
  },
});

const newtab = defineCommand({
  name: 'newtab',
  kind: 'write',
  category: 'tabs',
  description: 'Open a tab, blank or with a URL, and make it the active one',
  example: 'newtab https://example.com',
  on: 'browser',
  scope: 'write',
  tunnel: true,
  origin: 'own',
  deadline: 30_000,
  args: { url: arg.optional(arg.url('http, https or file URL')) },

  async run({ session, deadline, cwd, admitsFile }, { url }) {
    const previous = session.active;
    const opened = await session.openTab();
    try {
      if (url) await openUrl({ session, tab: opened, cwd, admitsFile, deadline }, url);
    } catch (error) {
      await session.closeTab(opened);
      session.activate(session.tab(previous));
      throw error;
    }
    const address = maskUrl(opened.url);
    return reply(`Opened tab ${opened.id}${url ? ` at ${plainLine(address)}` : ''}`, {
      tabId: opened.id,
      url: address,
    });
  },
});

const closetab = defineCommand({
  name: 'closetab',
  kind: 'write',
  category: 'tabs',
  description: 'Close a tab, even one that hangs; closing the last one leaves a blank tab',
  example: 'closetab 2',
  on: 'browser',
  scope: 'write',
  tunnel: true,
  origin: 'own',
  deadline: TAB_MS,
  args: { id: arg.optional(id) },

  async run({ session, tab: current }, { id: wanted }) {
    const closing = wanted === undefined ? current() : session.tab(wanted);
    await session.closeTab(closing);
    return closed(session, closing.id);
  },
});

const closed = (session: Session, gone: number): Reply =>
  reply(`Closed tab ${gone}; tab ${session.active} is active`, {
    closed: gone,
    active: session.active,
  });

export default [tabs, tab, newtab, closetab];
