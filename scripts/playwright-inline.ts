import type { BunPlugin } from 'bun';

const PACKAGE_JSON = 'require(import_path8.default.join(packageRoot, "package.json"))';
const BROWSERS_JSON = 'require(import_path19.default.join(packageRoot, "browsers.json"))';

/**
 * Playwright reads two JSON files beside itself when it is loaded, and the bundler fixes that place to the machine of
 * the build. This puts their content into the bundle, so that the binary reads nothing of any checkout.
 */
export const playwrightInline: BunPlugin = {
  name: 'playwright-inline',
  setup(build) {
    build.onLoad({ filter: /playwright-core[\\/]lib[\\/]coreBundle\.js$/ }, async ({ path }) => {
      const source = await Bun.file(path).text();
      const packageRoot = path.replace(/[\\/]lib[\\/]coreBundle\.js$/, '');
      const content = async (name: string): Promise<string> =>
        JSON.stringify(await Bun.file(`${packageRoot}/${name}`).json());
      const replacements = [
        [PACKAGE_JSON, await content('package.json')],
        [BROWSERS_JSON, await content('browsers.json')],
      ] as const;
      const contents = replacements
        .reduce(replaceOnce, source)
        .replace(/\b__dirname\b/g, '"/$bunfs/playwright-core/lib"')
        .replace(/\b__filename\b/g, '"/$bunfs/playwright-core/lib/coreBundle.js"');
      return { contents, loader: 'js' };
    });
  },
};

function replaceOnce(source: string, [from, to]: readonly [string, string]): string {
  const parts = source.split(from);
  if (parts.length !== 2)
    throw new Error(`Playwright's bundle holds ${from} ${parts.length - 1} times, not once`);
  return parts.join(to);
}
