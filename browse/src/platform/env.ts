import { usage } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';

import { FIRST_PORT, LAST_PORT } from './ports.ts';

/** One environment variable: BROWSER.md's table is generated from these. */
export interface Variable<T> {
  readonly name: string;
  readonly about: string;
  /** What it is understood as while it is unset or empty. */
  readonly fallback: T;
  /** What the table says of that. */
  readonly default: string;
  /** What a value must be, for the error. */
  readonly wanted: string;
  readonly hint: string;
  /** Undefined when the value is malformed. */
  readonly parse: (raw: string) => T | undefined;
}

type Described = Pick<Variable<unknown>, 'name' | 'about' | 'default'>;

const text = (described: Described): Variable<string | undefined> => ({
  ...described,
  fallback: undefined,
  wanted: 'a text',
  hint: `Correct or unset ${described.name}.`,
  parse: raw => raw,
});

interface Counted {
  readonly name: string;
  readonly about: string;
  readonly fallback: number;
  /** Unless the table shows the fallback itself. */
  readonly default?: string;
  readonly max?: number;
}

const wholeNumber = ({ max, ...variable }: Counted): Variable<number> => ({
  default: String(variable.fallback),
  ...variable,
  wanted: `a whole number from 0${max === undefined ? '' : ` to ${max}`}`,
  hint: `Correct or unset ${variable.name}.`,
  parse: raw => {
    const value = /^\d+$/.test(raw) ? Number(raw) : Number.NaN;
    return value <= (max ?? Number.MAX_SAFE_INTEGER) ? value : undefined;
  },
});

/**
 * Every variable that the program itself understands. The system's own (PATH, HOME, TMPDIR) it reads as any program
 * does, through Node, and BROWSE_BUILD_VERSION and BROWSE_BUILD_COMMIT are constants by the time it is built.
 */
export const VARIABLES = {
  stateFile: text({
    name: 'BROWSE_STATE_FILE',
    default: '<project>/.gstack/browse.json',
    about: 'State file of the daemon, in a folder that commands then neither read nor write',
  }),
  idleTimeout: wholeNumber({
    name: 'BROWSE_IDLE_TIMEOUT',
    fallback: 30 * 60_000,
    about: 'Milliseconds without a command after which the daemon ends; 0 keeps it',
  }),
  port: wholeNumber({
    name: 'BROWSE_PORT',
    fallback: 0,
    default: `random, ${FIRST_PORT} to ${LAST_PORT}`,
    max: 65_535,
    about: 'Fixed port of the daemon',
  }),
  tab: {
    name: 'BROWSE_TAB',
    fallback: undefined,
    default: 'the active tab',
    about: 'Tab that commands act on, as `--tab` says it',
    wanted: 'a tab id',
    hint: 'Run `browse tabs` without it to see them.',
    parse: raw => (/^[1-9]\d{0,8}$/.test(raw) ? Number(raw) : undefined),
  } satisfies Variable<number | undefined>,
  chromium: text({
    name: 'GSTACK_CHROMIUM_PATH',
    default: 'found on the machine',
    about: 'Chromium executable to launch',
  }),
  playwrightBrowsers: text({
    name: 'PLAYWRIGHT_BROWSERS_PATH',
    default: "Playwright's cache folder",
    about: 'Where Playwright keeps the browsers it downloaded',
  }),
  cacheHome: text({
    name: 'XDG_CACHE_HOME',
    default: '~/.cache',
    about: "Where Playwright's cache folder lies on Linux",
  }),
  maxHtmlBytes: wholeNumber({
    name: 'GSTACK_BROWSE_MAX_HTML_BYTES',
    fallback: 50 * 1024 * 1024,
    about: 'Largest file that `load-html` reads, in bytes',
  }),
} as const;

type Values = {
  readonly [K in keyof typeof VARIABLES]: (typeof VARIABLES)[K] extends Variable<infer T>
    ? T
    : never;
};

/**
 * The value of a variable as the program understands it.
 * @throws BrowseError `usage` when it is malformed
 */
export function readVariable<K extends keyof Values>(key: K): Values[K] {
  const { name, fallback, wanted, hint, parse }: Variable<unknown> = VARIABLES[key];
  const raw = process.env[name];
  const value = raw === undefined || raw === '' ? fallback : parse(raw);
  if (value === undefined && raw !== undefined && raw !== '')
    throw usage(`Cannot read ${name} "${plainLine(raw, 100)}": must be ${wanted}`, hint);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the entry's own parser made the value
  return value as Values[K];
}

/** Reads every variable, so that a malformed one is refused before anything is done. @throws BrowseError `usage` */
export function checkVariables(): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- these are its keys
  for (const key of Object.keys(VARIABLES) as (keyof Values)[]) readVariable(key);
}
