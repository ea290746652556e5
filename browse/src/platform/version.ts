import manifest from '../../../package.json' with { type: 'json' };

/** The version of package.json. */
export const VERSION: string = process.env['BROWSE_BUILD_VERSION'] ?? manifest.version;

/** The commit the binary was built from; `source` when run from a checkout. */
const COMMIT: string = process.env['BROWSE_BUILD_COMMIT'] ?? 'source';

/** `browse 0.1.0 (1a2b3c4d5e6f)`. */
export const versionLine = (): string => `browse ${VERSION} (${COMMIT})`;
