import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, Frame } from 'playwright-core';

import { openBrowser, openPage, type EnginePage } from './support.ts';

const CORPUS = resolve(import.meta.dir, 'corpus');
const PAGES = readdirSync(CORPUS).filter(name => name.endsWith('.html'));

let browser: Browser;
let engine: EnginePage;

beforeAll(async () => {
  browser = await openBrowser();
  engine = await openPage(browser);
});
afterAll(() => browser.close());

/** What a frame says without the numbers of its elements. */
async function linesOf(frame: Frame, interactive: boolean): Promise<string[]> {
  const options = Buffer.from(JSON.stringify({ interactive, clickable: true })).toString(
    'base64url',
  );
  const text = await frame.locator(`ref=:snapshot:${options}`).textContent();
  const answer: { readonly nodes: readonly (readonly unknown[])[] } = JSON.parse(text ?? '{}');
  return answer.nodes.map(([depth, , ...rest]) => JSON.stringify([depth, ...rest]));
}

test.each(PAGES)('%s reads the same in a frame as by itself', async page => {
  const url = `file://${CORPUS}/${page}`;
  await engine.page.goto(url);
  const main = engine.page.mainFrame();
  const alone = [await linesOf(main, true), await linesOf(main, false)];
  await engine.page.goto(`file://${CORPUS}/ordinary.html`);
  await engine.page.evaluate(
    `document.body.innerHTML = '<iframe src="${url}" style="width:1280px;height:720px;border:0"></iframe>'`,
  );
  const frame = engine.page.frames().find(each => each !== main);
  await frame?.waitForURL(url);
  await frame?.waitForLoadState('load');
  if (!frame) throw new Error(`the frame of ${page} did not come`);

  const framed = [await linesOf(frame, true), await linesOf(frame, false)];

  expect(framed).toEqual(alone);
});
