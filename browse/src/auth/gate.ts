import { fileURLToPath } from 'node:url';

import type { Effect } from '#core/effects.ts';
import { denied } from '#core/errors.ts';
import type { PathPolicy } from '#platform/safe-paths.ts';
import { assertSafePath } from '#platform/safe-paths.ts';

import { assertNavigable } from './navigable.ts';

/**
 * Judges what a call's arguments would do outside the page: where it navigates, what it reads and writes.
 * @throws BrowseError `denied`
 */
export async function admitEffects(effects: readonly Effect[], paths: PathPolicy): Promise<void> {
  for (const effect of effects) await admit(effect, paths);
}

async function admit(effect: Effect, paths: PathPolicy): Promise<void> {
  switch (effect.kind) {
    case 'navigates':
      if (effect.url.protocol === 'file:') assertSafePath(filePath(effect.url), paths);
      await assertNavigable(effect.url);
      return;
    case 'reads-file':
    case 'writes-file':
      assertSafePath(effect.path, paths);
      return;
    case 'runs-script':
      // The root token, the only one there is, may do anything to a page.
      return;
  }
}

function filePath(url: URL): string {
  try {
    return fileURLToPath(url);
  } catch {
    // A host part or an encoded slash: not a file of this machine.
    throw denied(
      `Cannot open ${url.href}: not a file of this machine`,
      'Type file:///absolute/path or file://./relative/path',
    );
  }
}
