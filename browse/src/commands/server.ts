import { plainLine } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

import { arg } from './kit/args.ts';
import type { Status } from './kit/context.ts';
import { defineCommand } from './kit/define.ts';
import { reply } from './kit/reply.ts';

const STOP_MS = 15_000;

const status = defineCommand({
  name: 'status',
  kind: 'meta',
  category: 'server',
  description: 'Say whether the daemon runs, what it does and which tabs are open',
  example: 'status',
  on: 'daemon',
  scope: 'read',
  origin: 'own',
  deadline: 5_000,
  whenStopped: 'Status: stopped (the next command starts the daemon)',

  async run({ daemon }) {
    const now = daemon.status();
    return reply(statusText(now), now);
  },
});

function statusText(now: Status): string {
  const running = now.running.filter(({ command }) => command !== 'status');
  return [
    `Status: ${running.length > 0 ? 'busy' : 'idle'}`,
    `Daemon: pid ${now.pid}, port ${now.port}, version ${now.version}, up ${Math.round(now.uptime / 1000)} s, ${Math.round(now.memory / 1048576)} MB`,
    `Project: ${now.project}`,
    `Browser: ${now.browser}`,
    ...now.tabs.map(
      tab => `Tab ${tab.id}${tab.active ? ' (active)' : ''}: ${plainLine(maskUrl(tab.url))}`,
    ),
    ...running.map(
      ({ command, tab, since }) =>
        `Running: ${command}${tab === undefined ? '' : ` on tab ${tab}`} for ${((Date.now() - since) / 1000).toFixed(1)} s`,
    ),
  ].join('\n');
}

const stop = defineCommand({
  name: 'stop',
  aliases: ['close', 'quit', 'exit'],
  kind: 'meta',
  category: 'server',
  description: 'End the daemon and its browser',
  example: 'stop',
  on: 'daemon',
  scope: 'control',
  origin: 'own',
  deadline: STOP_MS,
  whenStopped: 'Nothing runs here',
  afterwards: 'stopped',

  async run({ daemon }) {
    await daemon.stop('stop');
    return reply('Stopped');
  },
});

const restart = defineCommand({
  name: 'restart',
  kind: 'meta',
  category: 'server',
  description: 'End the daemon and its browser and start them anew; tabs and cookies are lost',
  example: 'restart',
  on: 'daemon',
  scope: 'control',
  origin: 'own',
  deadline: STOP_MS,
  afterwards: 'started',

  async run({ daemon }) {
    await daemon.stop('restart');
    return reply('Restarted; tabs and cookies of the old browser are gone');
  },
});

const help = defineCommand({
  name: 'help',
  kind: 'meta',
  category: 'server',
  description: 'Explain all commands, or one; --json gives the whole registry',
  example: 'help click',
  on: 'daemon',
  scope: 'read',
  origin: 'own',
  deadline: 5_000,
  args: { command: arg.optional(arg.word('Command to explain')) },

  async run({ daemon }, { command }) {
    const { text, data } = daemon.help(command);
    return reply(text, data);
  },
});

export default [status, stop, restart, help];
