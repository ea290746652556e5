import type { Page } from 'playwright-core';

import type { SizedPage } from './pages.ts';

/** One command on one page, and the bare call that does the same. */
export interface Case {
  readonly name: string;
  readonly args: readonly string[];
  /** Sent to the daemon's port, without the process of the command line. */
  readonly isPosted?: boolean;
  readonly bare?: (page: Page) => Promise<unknown>;
}

/** What changes from one repetition to the next. */
export interface Turn {
  readonly url: string;
  readonly round: number;
  /** Ref of the button in the last row. */
  readonly ref: string;
}

/** In this order: `-D` compares with the snapshot before it, of the same page. */
const POSTED = [['snapshot', '-i'], ['snapshot'], ['snapshot', '-D']] as const;

const BUTTON = '#last button';

/** How a case is called in tables and in JSON. */
export const caseName = (command: string, { label }: SizedPage): string => `${command}, ${label}`;

/** How a command is called that is posted to the daemon's port. */
export const inDaemon = (command: string): string => `${command} in the daemon`;

/** Opens the page; the other cases follow it. */
export const gotoCase = (page: SizedPage, url: string): Case => ({
  name: caseName('goto', page),
  args: ['goto', url],
  bare: async bare => await bare.goto(url, { waitUntil: 'domcontentloaded' }),
});

/** Every command that is measured on an open page. */
export function casesOn(page: SizedPage, { round, ref }: Turn): Case[] {
  const name = (command: string): string => caseName(command, page);
  const click = async (bare: Page): Promise<void> => await bare.locator(BUTTON).click();
  const value = `Ada ${round}`;
  return [
    { name: name('js'), args: ['js', '1+1'], bare: async bare => await bare.evaluate('1+1') },
    {
      name: name('text'),
      args: ['text'],
      bare: async bare => await bare.evaluate('document.body.innerText'),
    },
    {
      name: name('snapshot -i'),
      args: ['snapshot', '-i'],
      bare: async bare => await bare.locator('body').ariaSnapshot({ mode: 'ai', timeout: 120_000 }),
    },
    { name: name('snapshot -i --all'), args: ['snapshot', '-i', '--all'] },
    ...POSTED.map(args => ({
      name: name(inDaemon(args.join(' '))),
      args,
      isPosted: true as const,
    })),
    { name: name('click @ref'), args: ['click', ref], bare: click },
    { name: name('click selector'), args: ['click', BUTTON], bare: click },
    {
      name: name('fill'),
      args: ['fill', '#name', value],
      bare: async bare => await bare.locator('#name').fill(value),
    },
    {
      name: name('screenshot --viewport'),
      args: ['screenshot', '--viewport', 'shot.png'],
      bare: async bare => await bare.screenshot(),
    },
  ];
}
