import type { ElementHandle, Frame, Locator } from 'playwright-core';

import type { Questions } from '#page/wire.ts';

import type { FrameLine } from './sight/direct-line.ts';

/** How long the page may take to answer a question about itself. */
const ANSWER_MS = 10_000;

/** The selector of a question to the page engine; each match of what it is chained to is asked. */
export function questionSelector<Q extends keyof Questions>(
  question: Q,
  options: Questions[Q]['options'],
): string {
  return `ref=:${question}:${Buffer.from(JSON.stringify(options)).toString('base64url')}`;
}

/**
 * Asks the page engine about a frame, directly where there is a line to it, or about the one element a locator
 * matches, in one round trip.
 * @throws what Playwright throws when the page does not answer, closes, or the locator matches several
 */
export async function ask<Q extends keyof Questions>(
  scope: FrameLine | Locator,
  question: Q,
  options: Questions[Q]['options'],
  timeout = ANSWER_MS,
): Promise<Questions[Q]['answer']> {
  const selector = questionSelector(question, options);
  const isFrame = 'frame' in scope;
  const direct = isFrame ? await scope.line.ask(scope.frame, selector, timeout) : undefined;
  if (direct !== undefined) return readAnswer<Q>(question, direct);
  const asked = isFrame ? scope.frame : scope;
  return readAnswer<Q>(question, await asked.locator(selector).textContent({ timeout }));
}

/**
 * Asks the page engine about an element that Playwright already holds.
 * @throws what Playwright throws when the element or its page is gone
 */
export async function askOf<Q extends keyof Questions>(
  element: ElementHandle,
  question: Q,
  options: Questions[Q]['options'],
): Promise<Questions[Q]['answer']> {
  const answer = await element.$(questionSelector(question, options));
  const text = await answer?.textContent();
  return readAnswer<Q>(question, text ?? null);
}

/** How long one of several frames may take to answer: hardly any time while its first document has not come. */
export const patienceWith = (frame: Frame, ms: number): number =>
  frame.url() === '' && frame.parentFrame() ? Math.min(ms, 200) : ms;

/** Reads what the page engine wrote; throws a plain error when the engine failed, which is a bug. */
function readAnswer<Q extends keyof Questions>(
  question: Q,
  written: string | null,
): Questions[Q]['answer'] {
  const [head = 'null', ...body] = splitOnce(written ?? 'null');
  const parsed: unknown = JSON.parse(head);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the engine runs in a world of its own and answers what it declares
  const answer = parsed as Questions[Q]['answer'] & { readonly error?: string };
  if (answer.error !== undefined) throw new Error(`page engine, ${question}: ${answer.error}`);
  return body.length === 0 ? answer : { ...answer, text: body[0] };
}

function splitOnce(written: string): string[] {
  const end = written.indexOf('\n');
  return end < 0 ? [written] : [written.slice(0, end), written.slice(end + 1)];
}
