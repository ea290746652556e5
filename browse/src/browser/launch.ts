import { existsSync } from 'node:fs';

import type { Browser } from 'playwright-core';
import { chromium, selectors } from 'playwright-core';

import { environment, messageOf } from '#core/errors.ts';
import { pageEngineSource } from '#page/source.ts';

import { findChromium } from './discover.ts';

/** Keeps Chromium from talking to anybody the pages do not talk to. */
const QUIET = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

/** A running Chromium and what the user should hear about it. */
export interface Launched {
  readonly browser: Browser;
  readonly executable: string;
  readonly notice: string | undefined;
}

/** Makes the page engine available to every context; once per process. */
export const registerPageEngine = async (): Promise<void> =>
  await selectors.register('ref', pageEngineSource, { contentScript: true });

/**
 * Starts a headless Chromium in this process's tree; the daemon owns its signals.
 * @throws BrowseError `environment`
 */
export async function launchChromium(): Promise<Launched> {
  const executable = findChromium();
  const unsandboxed = needsNoSandbox();
  try {
    const browser = await chromium.launch({
      executablePath: executable,
      headless: true,
      args: unsandboxed ? [...QUIET, '--no-sandbox'] : QUIET,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const notice = unsandboxed
      ? 'Chromium runs without its own sandbox, because this is root or a container.'
      : undefined;
    return { browser, executable, notice };
  } catch (cause) {
    throw environment(
      `Cannot start ${executable}: ${messageOf(cause)}`,
      'Run it by hand to see why, or set GSTACK_CHROMIUM_PATH to another Chromium.',
    );
  }
}

function needsNoSandbox(): boolean {
  if (process.platform !== 'linux') return false;
  return process.getuid?.() === 0 || existsSync('/.dockerenv') || existsSync('/run/.containerenv');
}
