import type { Frame, Locator } from 'playwright-core';

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
