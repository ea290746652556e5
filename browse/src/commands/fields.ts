import { ask } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import { fieldOf } from '#browser/locate.ts';
import { fromPlaywright } from '#browser/playwright-errors.ts';
import { typeText } from '#browser/typing.ts';
import type { BrowseError } from '#core/errors.ts';
import { failed } from '#core/errors.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { redacted } from '#core/secrets.ts';
import type { FieldAnswer } from '#page/wire.ts';

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
      try {
        await field.fill(wanted, { timeout });
      } catch (cause) {
        throw explain(located, fromPlaywright(cause));
      }
      const done = await verifyFilled(located, wanted, context);
      if (!submit) return done;
      await field.press('Enter', { timeout });
      // The form may be gone by now, or empty for the next one.
      return { did: `${done.did} and pressed Enter`, page: done.page ?? [], isVerified: true };
    });
  },
});

const TAKES_NO_TEXT = /takes no text$/;
const CLICKED = new Set(['button', 'checkbox', 'link', 'radio', 'switch']);
/** What keys set, and the one that goes a step further. */
const STEPPED = new Map([
  ['scrollbar', 'ArrowDown'],
  ['slider', 'ArrowRight'],
  ['spinbutton', 'ArrowUp'],
]);
const CHOSEN_IN = new Set(['combobox', 'listbox']);

/** Names the command that is meant for what takes no text. */
function explain({ typed, element }: Located, error: BrowseError): BrowseError {
  if (!TAKES_NO_TEXT.test(error.message)) return error;
  const { role } = element.routed ?? element;
  const message = `Cannot fill ${quoted(typed)}: [${plainLine(role, 40)}] takes no text`;
  if (CLICKED.has(role)) return failed(message, `Use \`browse click ${plainLine(typed)}\`.`);
  const key = STEPPED.get(role);
  if (key !== undefined)
    return failed(
      message,
      `Use \`browse click ${plainLine(typed)}\`, then \`browse press ${key}\`, \`PageUp\` or \`End\`.`,
    );
  if (CHOSEN_IN.has(role))
    return failed(message, `Use \`browse select ${plainLine(typed)} <value>\`.`);
  return failed(message, error.hint ?? 'Run `browse snapshot -i` to see the fields.');
}

/** What inputs hold that are set as a whole: their keys mean something else than the text they hold. */
const FORMATS: Readonly<Record<string, string>> = {
  color: 'a colour such as #ff8800',
  date: 'a date such as 2026-01-31',
  'datetime-local': 'a date and time such as 2026-01-31T12:30',
  month: 'a month such as 2026-01',
  range: 'a number within its limits',
  time: 'a time such as 12:30',
  week: 'a week such as 2026-W05',
};

/** Reads the field back; where a script undid the change, types the value key by key and looks again. */
async function verifyFilled(
  located: Located,
  value: string,
  { tab, signal }: TabContext,
): Promise<Done> {
  const field = fieldOf(located);
  const first = await ask(field, 'field', {});
  let did = `Filled ${located.typed}`;
  if (!isSame(first, value) && !isSetWhole(first)) {
    await field.focus();
    await tab.page.keyboard.press('ControlOrMeta+A');
    await tab.page.keyboard.press('Delete');
    await typeText(tab.page, value, signal);
    did = `${did} by typing`;
  }
  const confirm = async (): Promise<Done> => {
    // A field that left the page with its form is as good as filled: the effect tells what came of it.
    const held = await ask(field, 'field', {}, 1_000).catch(() => undefined);
    return held === undefined || isSame(held, value)
      ? { did, isVerified: true }
      : holdsOther(located, held);
  };
  return { ...(await confirm()), confirm };
}

function holdsOther({ typed }: Located, held: FieldAnswer): Done {
  const format = FORMATS[held.type ?? ''];
  const wish = format === undefined ? '' : `; it takes ${format}`;
  return {
    did: `Filled ${typed}, but it holds something else${wish}`,
    page: [`holds ${held.secret ? redacted(held.value) : quoted(held.value)}`],
    isVerified: true,
  };
}

const isSetWhole = ({ type = '' }: FieldAnswer): boolean => Object.hasOwn(FORMATS, type);

function isSame({ value: held, type }: FieldAnswer, wanted: string): boolean {
  if (type === 'color') return held.toLowerCase() === wanted.trim().toLowerCase();
  if (type === 'range' || type === 'number')
    return held.trim() === wanted.trim() || (held !== '' && Number(held) === Number(wanted));
  return normal(held) === normal(wanted);
}

/** A rich editor writes the spaces between words so that they do not collapse. */
const normal = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').trimEnd();

export default [fill];
