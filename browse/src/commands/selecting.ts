import type { Locator, Page } from 'playwright-core';

import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { fieldOf } from '#browser/locate.ts';
import { failed, notFound, usage } from '#core/errors.ts';
import { plainLine, quoted } from '#core/plain-line.ts';

import type { Done } from './acting.ts';
import { acting, actOn } from './acting.ts';
import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';

const LISTED = 20;

const select = defineCommand({
  ...acting,
  tunnel: true,
  name: 'select',
  description: 'Choose one or several options of a list by value, label or text',
  example: 'select @e5 Blue',
  args: {
    target: arg.target('List, or the control that opens one'),
    values: arg.many(arg.word('Value, label or text of an option')),
  },

  async run(context, { target, values }) {
    return await actOn(context, target, {}, async (located, timeout) => {
      const { element } = located;
      if (element.routed?.why === 'label' || element.tag === 'select')
        return await selectNative(located, values, timeout);
      return await selectCustom(located, { values, page: context.tab.page, timeout });
    });
  },
});

async function selectNative(
  located: Located,
  values: readonly string[],
  timeout: number,
): Promise<Done> {
  const { typed } = located;
  const list = fieldOf(located);
  const { tag, states } =
    list === located.locator ? located.element : await ask(list, 'describe', {});
  if (tag !== 'select') throw notAList(typed);
  if (states.split(' ').includes('disabled'))
    throw failed(
      `Cannot select in ${quoted(typed)}: it is disabled`,
      'Run `browse snapshot -i` to see what can be acted on.',
    );
  const { found, total, listed } = await ask(list, 'options', { wanted: values });
  const chosen = found.map((index, position) => {
    if (index === null) throw noOption(values[position] ?? '', typed, { listed, total });
    return { index };
  });
  for (const { index } of chosen)
    if (await list.locator('option').nth(index).isDisabled())
      throw failed(
        `Cannot select option ${index + 1} of ${quoted(typed)}: it is disabled`,
        'Choose another option.',
      );
  await list.selectOption(chosen, { timeout });
  const { selected = [] } = await ask(list, 'field', {});
  const labels = selected.slice(0, LISTED).map(option => quoted(option.label, 60));
  return {
    did: `Selected ${chosen.length} of ${total} options in ${typed}`,
    page: [`holds ${labels.length === 0 ? 'nothing' : labels.join(', ')}`],
    isVerified: true,
  };
}

interface Choosing {
  readonly values: readonly string[];
  readonly page: Page;
  readonly timeout: number;
}

/** A list made by scripts: open it if it is closed, then click the options of these names, in this list only. */
async function selectCustom(located: Located, { values, page, timeout }: Choosing): Promise<Done> {
  const { frame, element, typed } = located;
  const isListbox = element.role === 'listbox';
  if (!isListbox && element.role !== 'combobox' && element.role !== 'button') throw notAList(typed);
  for (const value of values) {
    const options = isListbox ? optionsIn(located.locator) : await openedOptions(located, timeout);
    const option = options.and(frame.getByRole('option', { name: value, exact: true }));
    // Late options come one by one; whether this one is among them is counted below.
    await option
      .first()
      .waitFor({ timeout: 1_000 })
      .catch(() => undefined);
    if ((await option.count()) === 0) {
      const names = await options.allInnerTexts();
      if (!isListbox) await page.keyboard.press('Escape');
      throw noOption(value, typed, { listed: names.slice(0, LISTED), total: names.length });
    }
    await option.first().click({ timeout });
  }
  return {
    did: `Selected ${values.length === 1 ? 'an option' : `${values.length} options`} in ${typed}`,
  };
}

/** Native options cannot be clicked and belong to a list of their own. */
const optionsIn = (scope: Locator): Locator =>
  scope.getByRole('option').and(scope.page().locator(':not(option)')).filter({ visible: true });

/**
 * The options of the list that a control opens: the one it names by `aria-controls` or `aria-owns`, else what is inside
 * it, else what came into view when it opened.
 */
async function openedOptions(
  { frame, locator, element, typed }: Located,
  timeout: number,
): Promise<Locator> {
  const everywhere = optionsIn(frame.locator(':root'));
  const isOpen =
    element.states.split(' ').includes('expanded') && (await listOf(locator)) !== undefined;
  const before = isOpen ? 0 : await everywhere.count();
  if (!isOpen && !(await isExpanded(locator))) await locator.click({ timeout });
  const id = await listOf(locator);
  if (id !== undefined) return optionsIn(frame.locator(`[id=${JSON.stringify(id)}]`));
  const inside = optionsIn(locator);
  if ((await inside.count()) > 0) return inside;
  if (before === 0) return everywhere;
  throw failed(
    `Cannot select in ${quoted(typed)}: another list is open, and the control does not say which one is its own`,
    'Use `browse click` and `browse snapshot -i`.',
  );
}

const isExpanded = async (locator: Locator): Promise<boolean> =>
  (await locator.getAttribute('aria-expanded')) === 'true';

async function listOf(locator: Locator): Promise<string | undefined> {
  const ids =
    (await locator.getAttribute('aria-controls')) ?? (await locator.getAttribute('aria-owns'));
  return ids?.trim().split(/\s+/)[0] || undefined;
}

const notAList = (typed: string): Error =>
  usage(
    `Cannot select in ${quoted(typed)}: it is not a list`,
    'Use `browse click` or `browse fill`.',
  );

function noOption(
  wanted: string,
  typed: string,
  { listed, total }: { readonly listed: readonly string[]; readonly total: number },
): Error {
  const more = total > listed.length ? `, and ${total - listed.length} more` : '';
  return notFound(
    `Cannot select "${plainLine(wanted)}" in ${quoted(typed)}: no such option`,
    listed.length === 0
      ? 'It opened no list; use `browse click` and `browse snapshot -i`.'
      : `Options: ${listed.map(label => quoted(label, 40)).join(', ')}${more}`,
  );
}

export default [select];
