import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { fieldOf } from '#browser/locate.ts';
import { typeText } from '#browser/typing.ts';
import { quoted } from '#core/plain-line.ts';
import { redacted } from '#core/secrets.ts';

import type { Done } from './acting.ts';
import { acting, actOn } from './acting.ts';
import { arg } from './kit/args.ts';
import type { TabContext } from './kit/context.ts';
import { defineCommand } from './kit/define.ts';

const fill = defineCommand({
  ...acting,
  tunnel: true,
  name: 'fill',
  description: 'Replace the value of a field and verify what it then holds',
  example: 'fill @e4 "Ada Lovelace"',
  args: { target: arg.target('Field to fill'), value: arg.text('New value; may be empty') },
  flags: { submit: arg.flag('Press Enter afterwards') },

  async run(context, { target, value, submit = false }) {
    return await actOn(context, target, {}, async (located, timeout) => {
      const field = fieldOf(located);
      // A field of one line cannot hold a line break; typed as a key, one would submit the form.
      const wanted = located.element.tag === 'input' ? value.replace(/[\r\n]+/g, '') : value;
      await field.fill(wanted, { timeout });
      const done = await verifyFilled(located, wanted, context);
      if (submit) await field.press('Enter', { timeout });
      return submit ? { ...done, did: `${done.did} and pressed Enter` } : done;
    });
  },
});

/** Reads the field back; where a script undid the change, types the value key by key and looks again. */
async function verifyFilled(
  located: Located,
  value: string,
  { tab, signal }: TabContext,
): Promise<Done> {
  const field = fieldOf(located);
  const did = `Filled ${located.typed}`;
  const first = await ask(field, 'field', {});
  if (isSame(first.value, value)) return { did, isVerified: true };
  await field.focus();
  await tab.page.keyboard.press('ControlOrMeta+A');
  await tab.page.keyboard.press('Delete');
  await typeText(tab.page, value, signal);
  const { value: held, secret } = await ask(field, 'field', {});
  if (isSame(held, value)) return { did: `${did} by typing`, isVerified: true };
  return {
    did: `${did}, but it holds something else`,
    page: [`holds ${secret ? redacted(held) : quoted(held)}`],
    isVerified: true,
  };
}

const isSame = (held: string, wanted: string): boolean =>
  held.replace(/\r\n?/g, '\n').trimEnd() === wanted.replace(/\r\n?/g, '\n').trimEnd();

export default [fill];
