import { selectors, type Page } from 'playwright-core';
import type { Probed } from './wire.ts';

let registered: Promise<void> | undefined;

/** Makes `probe=` a selector that tells of every element at once. To be awaited before a page is opened. */
export async function registerProbe(): Promise<void> {
  registered ??= register();
  await registered;
}

async function register(): Promise<void> {
  const { outputs } = await Bun.build({
    entrypoints: [`${import.meta.dir}/main.ts`],
    format: 'iife',
    target: 'browser',
  });
  const bundle = await outputs[0]!.text();
  const source = `(() => { let engine; const install = made => { engine = made; }; ${bundle}\nreturn engine; })()`;
  await selectors.register('probe', source, { contentScript: true });
}

/** Every element of the page, in the order of the markup, shadow trees first. */
export async function probePage(page: Page): Promise<readonly Probed[]> {
  const text = await page.locator('probe=all').textContent({ timeout: 10_000 });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what main.ts beside this file answers
  return JSON.parse(text ?? '') as readonly Probed[];
}
