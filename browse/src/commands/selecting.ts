import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { fieldOf } from '#browser/locate.ts';
import { failed, usage } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';

import type { Done } from './acting.ts';
import { acting, actOn } from './acting.ts';
import { selectCustom } from './choosing.ts';
import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';
import { noOption, notAList } from './no-option.ts';

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
      return await selectCustom(located, { values, tab: context.tab, timeout });
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
  const { found, total, listed, multiple } = await ask(list, 'options', { wanted: values });
  const chosen = found.map((index, position) => {
    if (index === null) throw noOption(values[position] ?? '', typed, { listed, total });
    return { index };
  });
  if (!multiple && new Set(found).size > 1)
    throw usage(
      `Cannot select ${values.length} options in ${quoted(typed)}: it takes one`,
      'Give one value.',
    );
  for (const { index } of chosen)
    if (await list.locator('option').nth(index).isDisabled())
      throw failed(
        `Cannot select option ${index + 1} of ${quoted(typed)}: it is disabled`,
        'Choose another option.',
      );
  await list.selectOption(chosen, { timeout });
  const wanted = new Set(found);
  const confirm = async (): Promise<Done> => {
    // A list that left the page with its form is as good as chosen from: the effect tells what came of it.
    const held = await ask(list, 'field', {}, 1_000).catch(() => undefined);
    const did = `Selected ${wanted.size} of ${total} options in ${typed}`;
    if (!held) return { did, isVerified: true };
    const { selected = [] } = held;
    const isHeld =
      selected.length === Math.min(wanted.size, MAX_SELECTED) &&
      selected.every(({ index }) => wanted.has(index));
    const labels = selected.slice(0, LISTED).map(option => quoted(option.label, 60));
    return {
      did: isHeld ? did : `${did}, but it holds something else`,
      page: [`holds ${labels.length === 0 ? 'nothing' : labels.join(', ')}`],
      isVerified: true,
    };
  };
  return { did: '', confirm };
}

/** As many as an answer about a field tells of. */
const MAX_SELECTED = 100;

export default [select];
