import { existsSync, globSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { environment } from '#core/errors.ts';
import { readVariable } from '#platform/env.ts';

/** On the PATH, in this order: a headless shell starts in a third of the time. */
const COMMANDS = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/** Where a platform puts browsers that are not on the PATH; `~` is the user's home. */
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '~/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '~/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/snap/bin/chromium',
];

/** Patterns below Playwright's browser folder, a headless shell first. */
const DOWNLOADS = [
  'chromium_headless_shell-*/*/{headless_shell,chrome-headless-shell}',
  'chromium-*/chrome-linux*/chrome',
  'chromium-*/chrome-mac*/*.app/Contents/MacOS/*',
];

/**
 * The Chromium to launch headless: `GSTACK_CHROMIUM_PATH`, Playwright's own download, the PATH, the
 * platform's usual places.
 * @throws BrowseError `environment` when there is none, with the command that installs one
 */
export function findChromium(): string {
  const named = readVariable('chromium');
  if (named !== undefined) {
    if (existsSync(named)) return named;
    throw environment(
      `Cannot find Chromium: GSTACK_CHROMIUM_PATH names ${named}, which does not exist`,
      'Correct or unset GSTACK_CHROMIUM_PATH.',
    );
  }
  const found =
    findDownload() ??
    COMMANDS.map(command => Bun.which(command)).find(path => path !== null) ??
    PLACES.map(place => place.replace(/^~/, homedir())).find(place => existsSync(place));
  if (found !== undefined) return found;
  throw environment('Cannot find Chromium: no browser on this machine', installCommand());
}

function findDownload(): string | undefined {
  const folder = downloadFolder();
  if (folder === undefined || !existsSync(folder)) return undefined;
  for (const pattern of DOWNLOADS) {
    const newest = globSync(pattern, { cwd: folder }).toSorted().at(-1);
    if (newest !== undefined) return join(folder, newest);
  }
  return undefined;
}

/** Playwright's browser folder; undefined where it keeps browsers inside its own package. */
function downloadFolder(): string | undefined {
  const named = readVariable('playwrightBrowsers');
  if (named !== undefined) return named === '0' ? undefined : named;
  if (process.platform === 'darwin') return join(homedir(), 'Library/Caches/ms-playwright');
  return join(readVariable('cacheHome') ?? join(homedir(), '.cache'), 'ms-playwright');
}

function installCommand(): string {
  const sudo = process.getuid?.() === 0 ? '' : 'sudo ';
  if (Bun.which('apt-get') !== null)
    return `Run: ${sudo}apt-get update && ${sudo}apt-get install -y chromium`;
  return process.platform === 'darwin'
    ? 'Run: brew install --cask chromium'
    : 'Install Chromium with your package manager, or set GSTACK_CHROMIUM_PATH.';
}
