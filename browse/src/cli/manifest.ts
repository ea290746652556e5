import type { Manifest } from '#core/manifest.ts';

import data from './manifest.json' with { type: 'json' };

/** The registry as the generator wrote it: names, usage and flags, without code. */
export const manifest: Manifest = data;
