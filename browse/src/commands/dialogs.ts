import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';
import { reply } from './kit/reply.ts';

const DIALOG_MS = 5_000;

const shared = {
  kind: 'write',
  category: 'interaction',
  on: 'browser',
  scope: 'write',
  origin: 'own',
  deadline: DIALOG_MS,
} as const;

const accept = defineCommand({
  ...shared,
  name: 'dialog-accept',
  description:
    'Accept the next dialog, with a text if it is a prompt; later ones are accepted as ever',
  example: 'dialog-accept "Ada"',
  args: { text: arg.optional(arg.text('Answer to a prompt')) },

  async run({ tab }, { text }) {
    const held = tab();
    held.dialogs.arm({ accept: true, text });
    return reply(
      `The next dialog of tab ${held.id} will be accepted${text === undefined ? '' : ' with that text'}`,
    );
  },
});

const dismiss = defineCommand({
  ...shared,
  name: 'dialog-dismiss',
  description: 'Dismiss the next dialog; later ones are accepted as ever',
  example: 'dialog-dismiss',

  async run({ tab }) {
    const held = tab();
    held.dialogs.arm({ accept: false });
    return reply(`The next dialog of tab ${held.id} will be dismissed`);
  },
});

export default [accept, dismiss];
