/** One environment variable: BROWSER.md's table is generated from these. */
export interface Variable<T> {
  readonly name: string;
  readonly default: string;
  readonly about: string;
  readonly parse: (raw: string | undefined) => T;
}

const text = (raw: string | undefined): string | undefined => (raw === '' ? undefined : raw);

const wholeNumber =
  (fallback: number, max = Number.MAX_SAFE_INTEGER) =>
  (raw: string | undefined): number => {
    const value = Number(raw);
    const usable = raw !== undefined && raw !== '' && Number.isSafeInteger(value);
    return usable && value >= 0 && value <= max ? value : fallback;
  };

/** Every variable the program reads, and nothing else reads the environment. */
export const VARIABLES = {
  stateFile: {
    name: 'BROWSE_STATE_FILE',
    default: '<project>/.gstack/browse.json',
    about: 'State file of the daemon, in a folder that commands then neither read nor write',
    parse: text,
  },
  idleTimeout: {
    name: 'BROWSE_IDLE_TIMEOUT',
    default: '1800000',
    about: 'Milliseconds without a command after which the daemon ends; 0 keeps it',
    parse: wholeNumber(30 * 60_000),
  },
  port: {
    name: 'BROWSE_PORT',
    default: 'random, 10000 to 49151',
    about: 'Fixed port of the daemon',
    parse: wholeNumber(0, 65_535),
  },
  tab: {
    name: 'BROWSE_TAB',
    default: 'the active tab',
    about: 'Tab that commands act on, as `--tab` says it',
    parse: text,
  },
  chromium: {
    name: 'GSTACK_CHROMIUM_PATH',
    default: 'found on the machine',
    about: 'Chromium executable to launch',
    parse: text,
  },
  playwrightBrowsers: {
    name: 'PLAYWRIGHT_BROWSERS_PATH',
    default: "Playwright's cache folder",
    about: 'Where Playwright keeps the browsers it downloaded',
    parse: text,
  },
  cacheHome: {
    name: 'XDG_CACHE_HOME',
    default: '~/.cache',
    about: "Where Playwright's cache folder lies on Linux",
    parse: text,
  },
  maxHtmlBytes: {
    name: 'GSTACK_BROWSE_MAX_HTML_BYTES',
    default: '52428800',
    about: 'Largest file that `load-html` reads, in bytes',
    parse: wholeNumber(50 * 1024 * 1024),
  },
} as const satisfies Record<string, Variable<unknown>>;

/** The value of a variable as the program understands it; a malformed one counts as its default. */
export function readVariable<K extends keyof typeof VARIABLES>(
  key: K,
): ReturnType<(typeof VARIABLES)[K]['parse']> {
  const variable = VARIABLES[key];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry's own parser made the value
  return variable.parse(process.env[variable.name]) as ReturnType<(typeof VARIABLES)[K]['parse']>;
}
