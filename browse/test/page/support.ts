import {
  chromium,
  selectors,
  type Browser,
  type CDPSession,
  type Locator,
  type Page,
} from 'playwright-core';
import { pageEngineSource } from '../../src/page/source.ts';
import type { Questions, SnapshotOptions } from '../../src/page/wire.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

type Name = keyof Questions;
type Options<N extends Name> = Questions[N]['options'];
type Answer<N extends Name> = Questions[N]['answer'];

/** A page in which the engine answers, and a tree in a form that reads well in an assertion. */
export class EnginePage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async show(body: string): Promise<void> {
    await this.page.setContent(body, { waitUntil: 'domcontentloaded' });
  }

  /** Asked of the document, or of the one element that `scope` matches. */
  async ask<N extends Name>(name: N, options: Options<N>, scope = ''): Promise<Answer<N>> {
    const question = `ref=:${name}:${Buffer.from(JSON.stringify(options)).toString('base64url')}`;
    const from = scope ? this.page.locator(scope) : this.page;
    return await readAnswer(from.locator(question));
  }

  async askEach<N extends Name>(name: N, options: Options<N>, scope: string): Promise<Answer<N>[]> {
    const count = await this.page.locator(scope).count();
    const answers: Answer<N>[] = [];
    for (let nth = 0; nth < count; nth++)
      answers.push(await this.ask(name, options, `${scope} >> nth=${nth}`));
    return answers;
  }

  /** One line a node: `  role "name" [states]: value`. */
  async lines(options: SnapshotOptions, scope = ''): Promise<string[]> {
    const { nodes } = await this.ask('snapshot', options, scope);
    return nodes.map(([depth, , role, name, states, value]) => {
      const shown = [role, name && JSON.stringify(name), states && `[${states}]`];
      const line = '  '.repeat(depth) + shown.filter(Boolean).join(' ');
      return typeof value === 'string' ? `${line}: ${value}` : line;
    });
  }

  interactive = (scope = ''): Promise<string[]> => this.lines({ interactive: true }, scope);
  full = (scope = ''): Promise<string[]> => this.lines({ interactive: false }, scope);
  /** With what can be clicked without a role. */
  whole = (scope = ''): Promise<string[]> =>
    this.lines({ interactive: false, clickable: true }, scope);
  clickable = (scope = ''): Promise<string[]> =>
    this.lines({ interactive: true, clickable: true }, scope);

  devtools(): Promise<CDPSession> {
    return this.page.context().newCDPSession(this.page);
  }
}

/** `textContent` stays in the isolated world; `allTextContents` would go to the page's own. */
async function readAnswer(locator: Locator): Promise<never> {
  const text = (await locator.textContent({ timeout: 10_000 })) ?? '{"error":"no answer"}';
  const end = text.indexOf('\n');
  const head = JSON.parse(end < 0 ? text : text.slice(0, end));
  const answer = end < 0 ? head : { ...head, text: text.slice(end + 1) };
  if ('error' in answer) throw new Error(answer.error);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine answers what wire.ts says
  return answer as never;
}

let registered: Promise<void> | undefined;

export async function openBrowser(): Promise<Browser> {
  registered ??= selectors.register('ref', pageEngineSource, { contentScript: true });
  await registered;
  const executablePath =
    process.env['GSTACK_CHROMIUM_PATH'] ??
    Bun.which('chromium-headless-shell') ??
    Bun.which('chromium') ??
    undefined;
  return await chromium.launch({ args: ARGS, ...(executablePath && { executablePath }) });
}

export async function openPage(browser: Browser): Promise<EnginePage> {
  return new EnginePage(await browser.newPage());
}
