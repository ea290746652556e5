import { evaluate } from '#browser/evaluate.ts';
import { saveFile } from '#browser/save-file.ts';
import { usage } from '#core/errors.ts';

import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';
import { pageReply, reply } from './kit/reply.ts';

const js = defineCommand({
  name: 'js',
  kind: 'write',
  category: 'script',
  description: 'Run JavaScript in the page and print its value; promises are awaited',
  example: `js "document.querySelectorAll('li').length"`,
  on: 'tab',
  scope: 'admin',
  origin: 'page',
  deadline: 30_000,
  args: { expression: arg.script('Expression or statements; the last value is the result') },
  flags: {
    out: arg.writePath('Write the value to this file instead'),
    raw: arg.flag('Write a string as it is, without quotes'),
  },

  async run({ tab, signal }, { expression, out, raw = false }) {
    if (raw && out === undefined)
      throw usage(
        'Cannot use --raw: it needs --out',
        'Usage: browse js <expression> --out FILE --raw',
      );
    const { type, value, text } = await evaluate(tab, expression, signal);
    if (out === undefined)
      return pageReply(tab.url, text, type === 'undefined' ? 'undefined' : value);
    const content = raw ? text : `${JSON.stringify(value ?? null, undefined, 2)}\n`;
    const bytes = await saveFile(out, content);
    return { ...reply(`Wrote ${bytes} bytes to ${out}`, { path: out, bytes }), origin: 'own' };
  },
});

export default [js];
