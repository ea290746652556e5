import { bundlePageEngine } from './bundle-macro.ts' with { type: 'macro' };

/** For `selectors.register('ref', …, { contentScript: true })`. Bundled when this file is transpiled. */
export const pageEngineSource: string = bundlePageEngine();
