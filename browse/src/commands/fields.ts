import type { Page } from 'playwright-core';

import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { failed, notFound, usage } from '#core/errors.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { redacted } from '#core/secrets.ts';
import type { DescribeAnswer } from '#page/wire.ts';

import type { Done } from './acting.ts';
import { ACTING_DEADLINE_MS, actOn } from './acting.ts';
import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';

const acting = {
  kind: 'write',
  category: 'interaction',
  on: 'tab',
  scope: 'write',
  tunnel: true,
  origin: 'own',
  deadline: ACTING_DEADLINE_MS,
} as const;

const fill = defineCommand({
  ...acting,
  name: 'fill',
  description: 'Replace the value of a field and verify what it then holds',
  example: 'fill @e4 "Ada Lovelace"',
  args: { target: arg.target('Field to fill'), value: arg.text('New value; may be empty') },
  flags: { submit: arg.flag('Press Enter afterwards') },

  async run(context, { target, value, submit = false }) {
    return await actOn(context, target, {}, async (located, timeout) => {
      const field = fieldOf(located);
      await field.fill(value, { timeout });
      const done = await verifyFilled(located, value, context.tab.page);
      if (submit) await field.press('Enter', { timeout });
      return submit ? { ...done, did: `${done.did} and pressed Enter` } : done;
    });
  },
});

/** A label stands for the control it labels. */
const fieldOf = ({ frame, locator, element: { routed } }: Located): Located['locator'] =>
  routed?.why === 'label' ? frame.locator(`ref=${routed.document}.${routed.local}`) : locator;

/** Reads the field back; where a script undid the change, types the value key by key and looks again. */
async function verifyFilled(located: Located, value: string, page: Page): Promise<Done> {
  const field = fieldOf(located);
  const did = `Filled ${located.typed}`;
  const first = await ask(field, 'field', {});
  if (isSame(first.value, value)) return { did };
  await field.focus();
  await page.keyboard.press('ControlOrMeta+A');
  await (value === '' ? page.keyboard.press('Delete') : page.keyboard.type(value));
  const { value: held, secret } = await ask(field, 'field', {});
  if (isSame(held, value)) return { did: `${did} by typing` };
  return {
    did: `${did}, but it holds something else`,
    page: [`holds ${secret ? redacted(held) : quoted(held)}`],
  };
}

const isSame = (held: string, wanted: string): boolean =>
  held.replace(/\r\n?/g, '\n').trimEnd() === wanted.replace(/\r\n?/g, '\n').trimEnd();

const select = defineCommand({
  ...acting,
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

type Options = NonNullable<DescribeAnswer['options']>;

async function selectNative(
  located: Located,
  values: readonly string[],
  timeout: number,
): Promise<Done> {
  const list = fieldOf(located);
  const {
    options = [],
    tag,
    states,
  } = list === located.locator ? located.element : await ask(list, 'describe', {});
  if (tag !== 'select')
    throw usage(
      `Cannot select in ${quoted(located.typed)}: it is not a list`,
      'Use `browse click` or `browse fill`.',
    );
  if (states.split(' ').includes('disabled'))
    throw failed(
      `Cannot select in ${quoted(located.typed)}: it is disabled`,
      'Run `browse snapshot -i` to see what can be acted on.',
    );
  const chosen = values.map(value => findOption(options, value, located.typed));
  await list.selectOption(
    chosen.map(({ value, label }) => ({ value, label })),
    { timeout },
  );
  const { selected = [] } = await ask(list, 'field', {});
  const labels = selected.map(option => quoted(option.label, 60)).join(', ');
  return {
    did: `Selected ${chosen.length} of ${options.length} options in ${located.typed}`,
    page: [`holds ${labels === '' ? 'nothing' : labels}`],
  };
}

function findOption(options: Options, wanted: string, typed: string): Options[number] {
  const folded = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();
  const found =
    options.find(({ value }) => value === wanted) ??
    options.find(({ label }) => label === wanted) ??
    options.find(({ label }) => folded(label) === folded(wanted));
  if (found) return found;
  const listed = options
    .slice(0, 20)
    .map(({ label }) => quoted(label, 40))
    .join(', ');
  const more = options.length > 20 ? `, and ${options.length - 20} more` : '';
  throw notFound(
    `Cannot select "${plainLine(wanted)}" in ${quoted(typed)}: no such option`,
    `Options: ${listed}${more}`,
  );
}

interface Choosing {
  readonly values: readonly string[];
  readonly page: Page;
  readonly timeout: number;
}

/** A list made by scripts: open it, then click the option of that name. */
async function selectCustom(
  { frame, locator, element, typed }: Located,
  { values, page, timeout }: Choosing,
): Promise<Done> {
  const visibleOptions = frame.getByRole('option').filter({ visible: true });
  const isListbox = element.role === 'listbox';
  for (const value of values) {
    if (!isListbox && (await visibleOptions.count()) === 0) await locator.click({ timeout });
    const options = isListbox ? locator.getByRole('option') : visibleOptions;
    const option = options.and(frame.getByRole('option', { name: value, exact: true }));
    await options
      .first()
      .waitFor({ timeout: 1_000 })
      .catch(() => undefined);
    if ((await option.count()) === 0) {
      const names = await options.allInnerTexts();
      if (!isListbox) await page.keyboard.press('Escape');
      throw notFound(
        `Cannot select "${plainLine(value)}" in ${quoted(typed)}: no such option`,
        names.length > 0
          ? `Options: ${names
              .slice(0, 20)
              .map(name => quoted(name, 40))
              .join(', ')}`
          : 'It opened no list; use `browse click` and `browse snapshot -i`.',
      );
    }
    await option.first().click({ timeout });
  }
  return {
    did: `Selected ${values.length === 1 ? 'an option' : `${values.length} options`} in ${typed}`,
  };
}

export default [fill, select];
