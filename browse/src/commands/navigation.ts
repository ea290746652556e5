import { STATUS_CODES } from 'node:http';
import { extname } from 'node:path';

import type { Response } from 'playwright-core';

import { readHtmlFile, readPayload } from '#browser/html-file.ts';
import { navigate } from '#browser/navigate.ts';
import { failed, usage } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

import { arg } from './kit/args.ts';
import type { Command } from './kit/define.ts';
import { defineCommand } from './kit/define.ts';
import type { Reply } from './kit/reply.ts';
import { reply } from './kit/reply.ts';
import { openUrl } from './open-url.ts';

const NAVIGATION_MS = 30_000;
const STATES = ['load', 'domcontentloaded', 'networkidle'] as const;

const shown = (url: string): string => plainLine(maskUrl(url));

const goto = defineCommand({
  name: 'goto',
  aliases: ['open', 'navigate'],
  kind: 'write',
  category: 'navigation',
  description: 'Open a URL in the tab',
  example: 'goto localhost:3000/login',
  on: 'tab',
  scope: 'write',
  tunnel: true,
  origin: 'own',
  deadline: NAVIGATION_MS,
  args: { url: arg.url('http, https or file URL; the scheme may be left out') },
  flags: { wait: arg.choice('When the page counts as opened', STATES) },

  async run(context, { url, wait }) {
    const response = await openUrl(context, url, wait);
    return navigated('Navigated to', context.tab.url, response);
  },
});

/** The status in words is the standard's: what the server wrote after the number is page text. */
function navigated(verb: string, address: string, response: Response | null): Reply {
  // Files have no status, and Playwright gives 0 for them.
  const status = response?.status() || undefined;
  const words =
    status !== undefined && status >= 400 ? ` ${STATUS_CODES[status] ?? ''}`.trimEnd() : '';
  const url = maskUrl(address);
  return reply(`${verb} ${plainLine(url)}${status === undefined ? '' : ` (${status}${words})`}`, {
    url,
    status: status ?? null,
  });
}

const loadHtml = defineCommand({
  name: 'load-html',
  aliases: ['setcontent', 'set-content', 'setContent'],
  kind: 'write',
  category: 'navigation',
  description: 'Show a local HTML file without giving it a URL; it stays in memory only',
  example: 'load-html ./card.html',
  on: 'tab',
  scope: 'write',
  origin: 'own',
  deadline: NAVIGATION_MS,
  args: { file: arg.optional(arg.readPath('.html, .htm, .xhtml or .svg file')) },
  flags: {
    waitUntil: arg.choice('When the page counts as loaded', STATES),
    fromFile: arg.readPath(
      'JSON file with {"html": "…", "waitUntil": "…"} instead of an HTML file',
    ),
  },

  async run({ tab, deadline }, { file, waitUntil, fromFile }) {
    if ((file === undefined) === (fromFile === undefined))
      throw usage(
        'Cannot load HTML: name either a file or --from-file',
        'Usage: browse load-html <file>',
      );
    const payload =
      fromFile === undefined
        ? { html: readHtmlFile(file ?? ''), waitUntil }
        : readPayload(fromFile, STATES);
    await tab.page.goto('about:blank');
    await tab.page.setContent(payload.html, {
      waitUntil: waitUntil ?? payload.waitUntil ?? 'domcontentloaded',
      timeout: deadline,
    });
    const bytes = Buffer.byteLength(payload.html);
    return reply(
      `Loaded ${bytes} bytes of HTML${file === undefined ? '' : ` from ${extname(file).slice(1)} file`}`,
      { bytes },
    );
  },
});

const history = (direction: 'back' | 'forward', alias: string): Command =>
  defineCommand({
    name: direction,
    aliases: [alias],
    kind: 'write',
    category: 'navigation',
    description: `Go ${direction} one page in the tab's history`,
    example: direction,
    on: 'tab',
    scope: 'write',
    tunnel: true,
    origin: 'own',
    deadline: NAVIGATION_MS,

    async run({ tab, deadline }) {
      const cdp = await tab.cdp();
      const { currentIndex, entries } = await cdp.send('Page.getNavigationHistory');
      if (!entries[currentIndex + (direction === 'back' ? -1 : 1)])
        throw failed(
          `Cannot go ${direction}: this is the ${direction === 'back' ? 'first' : 'last'} page of the tab's history`,
          'Run `browse goto URL` to open a page.',
        );
      const options = { waitUntil: 'domcontentloaded', timeout: deadline } as const;
      await navigate(
        tab,
        async () =>
          await (direction === 'back' ? tab.page.goBack(options) : tab.page.goForward(options)),
      );
      return reply(`${direction === 'back' ? 'Back' : 'Forward'} → ${shown(tab.url)}`, {
        url: tab.url,
      });
    },
  });

const reload = defineCommand({
  name: 'reload',
  kind: 'write',
  category: 'navigation',
  description: 'Load the page again',
  example: 'reload',
  on: 'tab',
  scope: 'write',
  tunnel: true,
  origin: 'own',
  deadline: NAVIGATION_MS,

  async run({ tab, deadline }) {
    const response = await navigate(
      tab,
      async () => await tab.page.reload({ waitUntil: 'domcontentloaded', timeout: deadline }),
    );
    return navigated('Reloaded', tab.url, response);
  },
});

const url = defineCommand({
  name: 'url',
  kind: 'read',
  category: 'navigation',
  description: 'Print the URL of the tab',
  example: 'url',
  on: 'browser',
  scope: 'read',
  tunnel: true,
  origin: 'own',
  deadline: 5_000,

  async run({ tab }) {
    const { url: address } = tab();
    return reply(plainLine(maskUrl(address), 8_000), { url: maskUrl(address) });
  },
});

export default [
  goto,
  loadHtml,
  history('back', 'go-back'),
  history('forward', 'go-forward'),
  reload,
  url,
];
