import { usage } from './errors.ts';

/** What names an element: a ref of a snapshot, or a query that is looked up when it is used. */
export type Target =
  | { readonly kind: 'ref'; readonly ref: string; readonly typed: string }
  | { readonly kind: 'query'; readonly steps: readonly QueryStep[]; readonly typed: string };

export type Attribute = 'label' | 'placeholder' | 'testid' | 'alt' | 'title' | 'text';

/** A text to match: as a substring ignoring case, exactly, or by pattern. */
export type TextMatch =
  | { readonly text: string; readonly exact: boolean }
  | { readonly pattern: RegExp };

export type QueryStep =
  | { readonly by: 'selector'; readonly selector: string }
  | { readonly by: 'role'; readonly role: string; readonly options: RoleOptions }
  | { readonly by: Attribute; readonly match: TextMatch }
  | { readonly by: 'nth'; readonly index: number };

export interface RoleOptions {
  readonly name?: TextMatch;
  readonly checked?: boolean;
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly pressed?: boolean;
  readonly selected?: boolean;
  readonly level?: number;
}

const REF = /^(?:@|ref=)?([ec]\d+)$/;
const PREFIX = /^(text|label|placeholder|testid|alt|title)=(.*)$/s;
const EXPRESSION = /^(?:page\.)?(?:getBy[A-Z]\w*|locator)\(/;

/**
 * Reads what a caller typed for an element: `@e3`, CSS, `text=…`, `role=button[name="Save"]`, `label=…`,
 * `placeholder=…`, `testid=…`, `alt=…`, `title=…`, `xpath=…`, or `getByRole('button', { name: 'Save' })`.
 * @throws BrowseError `usage` when it cannot be read
 */
export function parseTarget(typed: string): Target {
  const trimmed = typed.trim();
  if (trimmed === '')
    throw usage(
      'Cannot find an element: the target is empty',
      'Use an @ref from `browse snapshot -i`.',
    );
  const ref = REF.exec(trimmed)?.[1];
  if (ref) return { kind: 'ref', ref: `@${ref}`, typed: `@${ref}` };
  return { kind: 'query', steps: parseSteps(trimmed), typed: trimmed };
}

function parseSteps(typed: string): readonly QueryStep[] {
  if (EXPRESSION.test(typed)) return parseExpression(typed);
  const [, attribute, value] = PREFIX.exec(typed) ?? [];
  if (attribute !== undefined && value !== undefined)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- PREFIX admits only names of Attribute
    return [{ by: attribute as Attribute, match: parseMatch(value) }];
  return [{ by: 'selector', selector: typed }];
}

function parseMatch(value: string): TextMatch {
  const pattern = /^\/(.+)\/([a-z]*)$/s.exec(value);
  if (pattern) return { pattern: toRegExp(pattern[1] ?? '', pattern[2] ?? '') };
  const quotes = /^(["'])(.*)\1$/s.exec(value);
  return quotes ? { text: quotes[2] ?? '', exact: true } : { text: value, exact: false };
}

function toRegExp(source: string, flags: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch {
    // The engine's own message repeats the pattern; the sentence below says the same.
    throw usage(`Cannot read /${source}/${flags}: not a regular expression`);
  }
}

const GETTERS: Readonly<Record<string, Attribute>> = {
  getByText: 'text',
  getByLabel: 'label',
  getByPlaceholder: 'placeholder',
  getByTestId: 'testid',
  getByAltText: 'alt',
  getByTitle: 'title',
};

const STRING = String.raw`'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|/(?:[^/\\]|\\.)+/[a-z]*`;
const CALL = new RegExp(
  String.raw`^\.?(\w+)\(\s*(?:(${STRING}|-?\d+)\s*(?:,\s*\{([^{}]*)\}\s*)?)?\)`,
);
const OPTION = new RegExp(String.raw`^\s*(\w+)\s*:\s*(${STRING}|true|false|\d+)\s*(?:,|$)`);

const LITERAL = /^['"/]/;
const BOOLEAN = /^(?:true|false)$/;

/** What an option may hold; one that is misspelled must not be taken for absent. */
const OPTION_VALUES: Readonly<Record<string, RegExp>> = {
  name: LITERAL,
  exact: BOOLEAN,
  checked: BOOLEAN,
  disabled: BOOLEAN,
  expanded: BOOLEAN,
  pressed: BOOLEAN,
  selected: BOOLEAN,
  level: /^\d+$/,
};
const ROLE_OPTIONS = Object.keys(OPTION_VALUES);

function parseExpression(typed: string): QueryStep[] {
  const steps: QueryStep[] = [];
  let rest = typed.replace(/^page\./, '');
  while (rest !== '') {
    const call = CALL.exec(rest);
    if (!call) throw unreadable(typed);
    steps.push(toStep(call[1] ?? '', call[2] ?? '', parseOptions(call[3] ?? '', typed), typed));
    rest = rest.slice(call[0].length);
  }
  return steps;
}

function toStep(
  method: string,
  argument: string,
  options: Map<string, string>,
  typed: string,
): QueryStep {
  const attribute = GETTERS[method];
  if ([...options.keys()].some(option => !optionsOf(method).includes(option)))
    throw unreadable(typed);
  if (attribute && LITERAL.test(argument))
    return { by: attribute, match: literal(argument, options.get('exact') === 'true') };
  if (method === 'locator') return { by: 'selector', selector: plainText(argument, typed) };
  if (method === 'getByRole')
    return { by: 'role', role: plainText(argument, typed), options: roleOptions(options) };
  const index = indexOf(method, argument);
  if (index === undefined) throw unreadable(typed);
  return { by: 'nth', index };
}

function optionsOf(method: string): readonly string[] {
  if (method === 'getByRole') return ROLE_OPTIONS;
  return GETTERS[method] ? ['exact'] : [];
}

/** Which of several matches `first()`, `last()` or `nth(n)` means. */
function indexOf(method: string, argument: string): number | undefined {
  if (method === 'nth') return /^-?\d+$/.test(argument) ? Number(argument) : undefined;
  if (argument !== '') return undefined;
  if (method === 'first') return 0;
  return method === 'last' ? -1 : undefined;
}

function parseOptions(source: string, typed: string): Map<string, string> {
  const options = new Map<string, string>();
  let rest = source;
  while (rest.trim() !== '') {
    const option = OPTION.exec(rest);
    if (!option) throw unreadable(typed);
    const [, name = '', value = ''] = option;
    if (OPTION_VALUES[name]?.test(value) !== true) throw unreadable(typed);
    options.set(name, value);
    rest = rest.slice(option[0].length);
  }
  return options;
}

function roleOptions(options: Map<string, string>): RoleOptions {
  const name = options.get('name');
  const level = options.get('level');
  const flags = ['checked', 'disabled', 'expanded', 'pressed', 'selected'] as const;
  const set = flags.flatMap(flag =>
    options.has(flag) ? [[flag, options.get(flag) === 'true']] : [],
  );
  return {
    ...Object.fromEntries(set),
    ...(name !== undefined && { name: literal(name, options.get('exact') === 'true') }),
    ...(level !== undefined && { level: Number(level) }),
  };
}

function literal(source: string, exact: boolean): TextMatch {
  const pattern = /^\/(.+)\/([a-z]*)$/s.exec(source);
  if (pattern) return { pattern: toRegExp(pattern[1] ?? '', pattern[2] ?? '') };
  return { text: source.slice(1, -1).replace(/\\(.)/gs, '$1'), exact };
}

function plainText(source: string, typed: string): string {
  const match = literal(source, false);
  if ('pattern' in match || !LITERAL.test(source)) throw unreadable(typed);
  return match.text;
}

const unreadable = (typed: string): Error =>
  usage(
    `Cannot read the locator ${typed}: not an expression of this kind`,
    "Use getByRole('button', { name: 'Save' }), getByText('…'), locator('css'), .first(), .last(), .nth(n).",
  );
