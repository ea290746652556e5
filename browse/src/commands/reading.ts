import { ask, patienceWith } from '#browser/ask.ts';
import { locate } from '#browser/locate.ts';
import type { Tab } from '#browser/tab.ts';
import { plainLine } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';
import type { Target } from '#core/target.ts';
import type { LinksAnswer, TextAnswer } from '#page/wire.ts';

import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';
import { pageReply } from './kit/reply.ts';

const READING_MS = 30_000;

const text = defineCommand({
  name: 'text',
  kind: 'read',
  category: 'reading',
  description: 'Print the visible text of the page, or of one element',
  example: 'text main',
  on: 'tab',
  scope: 'read',
  tunnel: true,
  origin: 'page',
  deadline: READING_MS,
  args: { target: arg.optional(arg.target('Element to read')) },

  async run({ tab, deadline }, { target }) {
    const parts = target
      ? [await ofTarget(tab, target, 'text')]
      : await ofFrames(tab, deadline, 'text');
    return pageReply(tab.url, parts.join('\n\n'));
  },
});

const html = defineCommand({
  name: 'html',
  kind: 'read',
  category: 'reading',
  description: "Print the page's HTML, or what is inside one element",
  example: 'html "#main"',
  on: 'tab',
  scope: 'read',
  tunnel: true,
  origin: 'page',
  deadline: READING_MS,
  args: { target: arg.optional(arg.target('Element to read')) },

  async run({ tab, deadline }, { target }) {
    const markup = target
      ? await ofTarget(tab, target, 'html')
      : (await ask(tab.line.to(tab.page.mainFrame()), 'html', {}, deadline)).text;
    return pageReply(tab.url, markup);
  },
});

async function ofTarget(tab: Tab, target: Target, question: 'text' | 'html'): Promise<string> {
  const { locator } = await locate(tab, target, { wait: 0, asksOnly: true });
  return (await ask(locator, question, {})).text;
}

async function ofFrames(tab: Tab, deadline: number, question: 'text'): Promise<string[]> {
  const [main, ...others] = tab.frames();
  const first = main ? (await ask(tab.line.to(main), question, {}, deadline)).text : '';
  const inside = await Promise.all(
    // A frame that hangs or leaves must not keep the page's own text back.
    others.map(
      async frame =>
        await ask(tab.line.to(frame), question, {}, patienceWith(frame, 2_000)).catch(
          () => undefined,
        ),
    ),
  );
  const shown = inside.filter(
    (answer): answer is TextAnswer => answer !== undefined && answer.text.trim() !== '',
  );
  return [
    first,
    ...shown.map(answer => `[frame ${plainLine(maskUrl(answer.url))}]\n${answer.text}`),
  ];
}

const links = defineCommand({
  name: 'links',
  kind: 'read',
  category: 'reading',
  description: 'List the links of the page as text → address',
  example: 'links',
  on: 'tab',
  scope: 'read',
  tunnel: true,
  origin: 'page',
  deadline: READING_MS,

  async run({ tab }) {
    const answers = await Promise.all(
      // A frame that hangs or leaves has no links to give.
      tab
        .frames()
        .map(
          async frame =>
            await ask(tab.line.to(frame), 'links', {}, patienceWith(frame, 5_000)).catch(
              () => undefined,
            ),
        ),
    );
    const found = new Map<string, LinksAnswer['links'][number]>();
    for (const link of answers.flatMap(answer => answer?.links ?? []))
      found.set(`${link.text}\n${link.href}`, link);
    const lines = [...found.values()].map(
      link =>
        `${link.text === '' ? '(no text)' : plainLine(link.text, 300)} → ${plainLine(link.href, 2_000)}`,
    );
    return pageReply(tab.url, lines.length > 0 ? lines.join('\n') : '(no links)', [
      ...found.values(),
    ]);
  },
});

export default [text, html, links];
