import type { Frame, Locator } from 'playwright-core';
import { errors } from 'playwright-core';

import type { Attribute, QueryStep, RoleOptions, TextMatch } from '#core/target.ts';

type Scope = Pick<
  Locator,
  | 'locator'
  | 'getByRole'
  | 'getByLabel'
  | 'getByPlaceholder'
  | 'getByTestId'
  | 'getByAltText'
  | 'getByTitle'
  | 'getByText'
>;

/** The Playwright locator of a query within a frame. */
export function locatorFor(frame: Frame, steps: readonly QueryStep[]): Locator {
  let found: Locator | undefined;
  for (const step of steps)
    found =
      step.by === 'nth'
        ? (found ?? frame.locator(':root')).nth(step.index)
        : narrow(found ?? frame, step);
  return found ?? frame.locator(':root');
}

/** How long the page, a child frame, and one whose first document has not come may take to be searched. */
const PAGE_MS = 10_000;
const SEARCH_MS = 1_000;
const UNLOADED_MS = 200;

/**
 * How many elements of a frame match now. A child frame that leaves, hangs or has no document yet holds nothing
 * that could be acted on.
 * @throws what Playwright throws when the main frame cannot be searched, or not in time
 */
export async function countMatches(frame: Frame, matches: Locator): Promise<number> {
  const isMain = !frame.parentFrame();
  const patience = isMain ? PAGE_MS : frame.url() === '' ? UNLOADED_MS : SEARCH_MS;
  const late = Promise.withResolvers<number>();
  const timer = setTimeout(() => {
    if (isMain) late.reject(new errors.TimeoutError(`Timeout ${patience}ms exceeded.`));
    else late.resolve(0);
  }, patience);
  try {
    const count = matches.count().catch((error: unknown) => {
      if (isMain) throw error;
      return 0;
    });
    return await Promise.race([count, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function narrow(scope: Scope, step: Exclude<QueryStep, { by: 'nth' }>): Locator {
  if (step.by === 'selector') return scope.locator(step.selector);
  if (step.by === 'role') return byRole(scope, step.role, step.options);
  return byAttribute[step.by](scope, step.match);
}

function byRole(scope: Scope, role: string, { name, ...states }: RoleOptions): Locator {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Playwright itself reports a role it does not know
  return scope.getByRole(role as Parameters<Locator['getByRole']>[0], {
    ...states,
    ...(name && { name: textOf(name), ...exactness(name) }),
  });
}

const byAttribute: Readonly<Record<Attribute, (scope: Scope, match: TextMatch) => Locator>> = {
  label: (scope, match) => scope.getByLabel(textOf(match), exactness(match)),
  placeholder: (scope, match) => scope.getByPlaceholder(textOf(match), exactness(match)),
  testid: (scope, match) => scope.getByTestId(textOf(match)),
  alt: (scope, match) => scope.getByAltText(textOf(match), exactness(match)),
  title: (scope, match) => scope.getByTitle(textOf(match), exactness(match)),
  text: (scope, match) => scope.getByText(textOf(match), exactness(match)),
};

const textOf = (match: TextMatch): string | RegExp =>
  'pattern' in match ? match.pattern : match.text;

const exactness = (match: TextMatch): { exact?: boolean } =>
  'exact' in match ? { exact: match.exact } : {};
