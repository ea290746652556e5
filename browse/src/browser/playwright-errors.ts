import type { FailureCode } from '#core/errors.ts';
import { BrowseError } from '#core/errors.ts';
import { plainLine } from '#core/plain-line.ts';

interface Translation {
  readonly when: RegExp;
  readonly code: FailureCode;
  readonly message: string;
  readonly hint: string;
}

const LOOK = 'Run `browse snapshot -i` to see what can be acted on.';

/** First match wins; each row has a case in playwright-errors.test.ts. */
export const TRANSLATIONS: readonly Translation[] = [
  {
    when: /ERR_CONNECTION_REFUSED/,
    code: 'failed',
    message: 'Cannot open the page: nothing listens at that address (connection refused)',
    hint: 'Check that the server runs and that the port is right.',
  },
  {
    when: /ERR_NAME_NOT_RESOLVED/,
    code: 'failed',
    message: 'Cannot open the page: the host name does not resolve',
    hint: 'Check the spelling of the host name.',
  },
  {
    when: /ERR_INTERNET_DISCONNECTED|ERR_ADDRESS_UNREACHABLE|ERR_NETWORK_CHANGED|ERR_CONNECTION_(?:RESET|CLOSED|TIMED_OUT)|ERR_EMPTY_RESPONSE/,
    code: 'failed',
    message: 'Cannot open the page: the connection broke or the network is down',
    hint: 'Try again, or check the network.',
  },
  {
    when: /ERR_(?:CERT|SSL)_/,
    code: 'failed',
    message: "Cannot open the page: the server's certificate is not valid",
    hint: 'Check the certificate, or use http for a local server.',
  },
  {
    when: /ERR_FILE_NOT_FOUND/,
    code: 'failed',
    message: 'Cannot open the page: no such file',
    hint: 'Check the path of the file.',
  },
  {
    when: /ERR_TOO_MANY_REDIRECTS/,
    code: 'failed',
    message: 'Cannot open the page: it redirects for ever',
    hint: 'Clear the cookies of the site, or open another address.',
  },
  {
    when: /Download is starting/,
    code: 'failed',
    message: 'Cannot show the URL: it is a download',
    hint: 'Open the page that links to it instead.',
  },
  {
    when: /ERR_(?:UNSAFE_PORT|BLOCKED_BY_\w+)/,
    code: 'failed',
    message: 'Cannot open the page: Chromium blocks this address',
    hint: 'Use another port or address.',
  },
  {
    when: /net::ERR_ABORTED|interrupted by another navigation|frame was detached/,
    code: 'failed',
    message:
      'Cannot finish the navigation: another one replaced it, or the server sent nothing to show',
    hint: 'Run `browse url` to see where the tab is.',
  },
  {
    when: /Inspected target navigated or closed|Cannot find context with specified id|Execution context was destroyed|Promise was collected/,
    code: 'failed',
    message: 'Cannot go on: the page navigated meanwhile',
    hint: 'Run `browse url` to see where the tab is.',
  },
  {
    when: /Target (?:page, context or browser has been )?closed|has been closed|Target crashed|Page crashed|page has been closed/i,
    code: 'failed',
    message: 'Cannot go on: the tab was closed or crashed meanwhile',
    hint: 'Run `browse tabs` to see which tabs are open.',
  },
  {
    when: /strict mode violation/,
    code: 'ambiguous',
    message: 'Cannot act on one element: the target matches several',
    hint: 'Use an @ref from `browse snapshot -i`.',
  },
  {
    when: /Cannot type text into input/,
    code: 'failed',
    message: 'Cannot fill the element: it takes only numbers',
    hint: 'Type a number such as 12.5',
  },
  {
    when: /(?:Unexpected token|Unknown engine|is not a valid (?:selector|XPath)|SyntaxError|Malformed|unsupported attribute|Error while parsing selector|Expected .* but found|Invalid selector|role must not be empty|Unknown role)/i,
    code: 'usage',
    message: 'Cannot read the target: not a selector that can be understood',
    hint: 'Use an @ref, CSS, text=…, role=button[name="Save"] or label=….',
  },
  {
    when: /Unknown key/,
    code: 'usage',
    message: 'Cannot press that key: no such key',
    hint: 'Use names such as Enter, Tab, ArrowUp, a, Shift+Enter, Control+A.',
  },
  {
    when: /intercepts pointer events/,
    code: 'failed',
    message: 'Cannot act on the element: another one covers it',
    hint: 'Close what covers it, or add --force.',
  },
  {
    when: /element is not visible|Element is not visible/,
    code: 'failed',
    message: 'Cannot act on the element: it is not visible',
    hint: LOOK,
  },
  {
    when: /element is not enabled/,
    code: 'failed',
    message: 'Cannot act on the element: it is disabled',
    hint: LOOK,
  },
  {
    when: /element is not editable/,
    code: 'failed',
    message: 'Cannot fill the element: it is read-only',
    hint: LOOK,
  },
  {
    when: /element is not stable/,
    code: 'failed',
    message: 'Cannot act on the element: it does not stop moving',
    hint: 'Try again, or add --force.',
  },
  {
    when: /element is outside of the viewport/,
    code: 'failed',
    message: 'Cannot act on the element: it cannot be scrolled into view',
    hint: LOOK,
  },
  {
    when: /not an <input>|Input of type .* cannot be filled|does not have a role allowing/,
    code: 'failed',
    message: 'Cannot fill the element: it takes no text',
    hint: 'Use `browse click` for buttons and checkboxes, `browse select` for lists.',
  },
  {
    when: /Timeout \d+ms exceeded|^TimeoutError/,
    code: 'timeout',
    message: 'Cannot finish in time: the page did not respond as needed',
    hint: 'Try again with a longer --timeout, or run `browse status`.',
  },
];

/** Turns what Playwright throws into what an agent can act on. Anything unknown stays a bug. */
export function fromPlaywright(cause: unknown): BrowseError {
  if (cause instanceof BrowseError) return cause;
  const raw = cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
  const known = TRANSLATIONS.find(row => row.when.test(raw));
  if (known) return new BrowseError(known.code, known.message, { hint: known.hint, cause });
  const net = /net::(ERR_\w+)/.exec(raw)?.[1];
  if (net !== undefined)
    return new BrowseError('failed', `Cannot open the page: ${net}`, {
      hint: 'Check the address.',
      cause,
    });
  return new BrowseError(
    'internal',
    `Cannot finish the command: ${plainLine(raw.split('\n', 1)[0] ?? '')}`,
    {
      hint: 'Run `browse status`; if it happens again, report it.',
      cause,
    },
  );
}
