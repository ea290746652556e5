import type { FailureCode } from '#core/errors.ts';
import { BrowseError } from '#core/errors.ts';

interface Translation {
  readonly when: RegExp;
  /** Where Playwright says so: in the first line, or in the log of what it tried. */
  readonly in: 'headline' | 'log';
  readonly code: FailureCode;
  readonly message: string;
  readonly hint: string;
}

const LOOK = 'Run `browse snapshot -i` to see what can be acted on.';

/** First match wins; each row has a case in playwright-errors.test.ts. */
export const TRANSLATIONS: readonly Translation[] = [
  {
    when: /ERR_CONNECTION_REFUSED/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot open the page: nothing listens at that address (connection refused)',
    hint: 'Check that the server runs and that the port is right.',
  },
  {
    when: /ERR_NAME_NOT_RESOLVED/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot open the page: the host name does not resolve',
    hint: 'Check the spelling of the host name.',
  },
  {
    when: /ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_NETWORK_CHANGED|ERR_CONNECTION_(?:RESET|CLOSED|TIMED_OUT)|ERR_EMPTY_RESPONSE/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot open the page: the connection broke or the network is down',
    hint: 'Try again, or check the network.',
  },
  {
    when: /ERR_(?:CERT|SSL)_/,
    in: 'headline',
    code: 'failed',
    message: "Cannot open the page: the server's certificate is not valid",
    hint: 'Check the certificate, or use http for a local server.',
  },
  {
    when: /ERR_FILE_NOT_FOUND/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot open the page: no such file',
    hint: 'Check the path of the file.',
  },
  {
    when: /ERR_TOO_MANY_REDIRECTS/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot open the page: it redirects for ever',
    hint: 'Clear the cookies of the site, or open another address.',
  },
  {
    when: /Download is starting/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot show the URL: it is a download',
    hint: 'Open the page that links to it instead.',
  },
  {
    when: /ERR_(?:UNSAFE_PORT|BLOCKED_BY_\w+)/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot open the page: Chromium blocks this address',
    hint: 'Use another port or address.',
  },
  {
    when: /net::ERR_ABORTED|interrupted by another navigation|frame was detached/,
    in: 'headline',
    code: 'failed',
    message:
      'Cannot finish the navigation: another one replaced it, or the server sent nothing to show',
    hint: 'Run `browse url` to see where the tab is.',
  },
  {
    when: /Inspected target navigated or closed|Cannot find context with specified id|Execution context was destroyed|Promise was collected/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot go on: the page navigated meanwhile',
    hint: 'Run `browse url` to see where the tab is.',
  },
  {
    when: /Target (?:page, context or browser has been )?closed|has been closed|Target crashed|Page crashed|page has been closed/i,
    in: 'headline',
    code: 'failed',
    message: 'Cannot go on: the tab was closed or crashed meanwhile',
    hint: 'Run `browse tabs` to see which tabs are open.',
  },
  {
    when: /strict mode violation/,
    in: 'headline',
    code: 'ambiguous',
    message: 'Cannot act on one element: the target matches several',
    hint: 'Use an @ref from `browse snapshot -i`.',
  },
  {
    when: /Cannot type text into input/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot fill the element: it takes only numbers',
    hint: 'Type a number such as 12.5',
  },
  {
    when: /(?:Unexpected token|Unknown engine|is not a valid (?:selector|XPath)|SyntaxError|Malformed|unsupported attribute|Error while parsing selector|Unsupported token|while parsing \w+ selector|Expected .* but found|Invalid selector|role must not be empty|Unknown role)/i,
    in: 'headline',
    code: 'usage',
    message: 'Cannot read the target: not a selector that can be understood',
    hint: 'Use an @ref, CSS, text=…, role=button[name="Save"] or label=….',
  },
  {
    when: /Unknown key/,
    in: 'headline',
    code: 'usage',
    message: 'Cannot press that key: no such key',
    hint: 'Use names such as Enter, Tab, ArrowUp, a, Shift+Enter, Control+A.',
  },
  {
    when: /intercepts pointer events/,
    in: 'log',
    code: 'failed',
    message: 'Cannot act on the element: another one covers it',
    hint: 'Close what covers it, or add --force.',
  },
  {
    when: /element is not visible|Element is not visible/,
    in: 'log',
    code: 'failed',
    message: 'Cannot act on the element: it is not visible',
    hint: LOOK,
  },
  {
    when: /element is not enabled/,
    in: 'log',
    code: 'failed',
    message: 'Cannot act on the element: it is disabled',
    hint: LOOK,
  },
  {
    when: /element is not editable/,
    in: 'log',
    code: 'failed',
    message: 'Cannot fill the element: it is read-only',
    hint: LOOK,
  },
  {
    when: /element is not stable/,
    in: 'log',
    code: 'failed',
    message: 'Cannot act on the element: it does not stop moving',
    hint: 'Try again, or add --force.',
  },
  {
    when: /element is outside of the viewport/,
    in: 'log',
    code: 'failed',
    message: 'Cannot act on the element: it cannot be scrolled into view',
    hint: LOOK,
  },
  {
    when: /not an <input>|Input of type .* cannot be filled|does not have a role allowing/,
    in: 'headline',
    code: 'failed',
    message: 'Cannot fill the element: it takes no text',
    hint: 'Use `browse click` for buttons and checkboxes, `browse select` for lists.',
  },
  {
    when: /^\w*Error: [\w.]+: (?:Type|Range|Reference)Error: /,
    in: 'headline',
    code: 'failed',
    message: 'Cannot go on: the page hides or replaces what is needed to work with it',
    hint: 'Use an @ref from `browse snapshot -i`, or do it by script with `browse js`.',
  },
  {
    when: /Timeout \d+ms exceeded|^TimeoutError/,
    in: 'headline',
    code: 'timeout',
    message: 'Cannot finish in time: the page did not respond as needed',
    hint: 'Try again with a longer --timeout, or run `browse status`.',
  },
];

/** Turns what Playwright throws into what an agent can act on. Anything unknown stays a bug. */
export function fromPlaywright(cause: unknown): BrowseError {
  if (cause instanceof BrowseError) return cause;
  const raw = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const said = { headline: headlineOf(raw), log: logOf(raw) };
  const known = TRANSLATIONS.find(row => row.when.test(said[row.in]));
  if (known) return new BrowseError(known.code, known.message, { hint: known.hint, cause });
  const net = /net::(ERR_\w+)/.exec(said.headline)?.[1];
  if (net !== undefined)
    return new BrowseError('failed', `Cannot open the page: ${net}`, {
      hint: 'Check the address.',
      cause,
    });
  return new BrowseError('internal', 'Cannot finish the command: an unexpected error', {
    hint: 'Run `browse status`; if it happens again, report it with the daemon log.',
    cause,
  });
}

/** The first line without the address it ends with, which a page may have chosen. */
const headlineOf = (raw: string): string =>
  (raw.split('\n', 1)[0] ?? '').replace(/ at (?:[a-z][\w+.-]*:|about:).*$/i, '');

/** What was tried, without the markup and the queries it quotes. */
const logOf = (raw: string): string =>
  raw
    .split('\n')
    .filter(line => !/waiting for (?:locator|getBy)/.test(line))
    .map(line => line.replace(/<.*>/, ''))
    .join('\n');
