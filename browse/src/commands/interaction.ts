import type { Locator } from 'playwright-core';

import { ask } from '#browser/ask.ts';
import { typeText } from '#browser/typing.ts';
import type { Located } from '#browser/locate.ts';
import { failed, usage } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';

import type { Done } from './acting.ts';
import { acting, actOn, actOnPage } from './acting.ts';
import { aim } from './aiming.ts';
import { ready } from './covered.ts';
import { arg } from './kit/args.ts';
import { defineCommand } from './kit/define.ts';

const MODIFIERS = ['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift'] as const;
type Modifier = (typeof MODIFIERS)[number];

const click = defineCommand({
  ...acting,
  name: 'click',
  description: 'Click an element; a label goes to its control, an option to its list',
  example: 'click @e3',
  tunnel: true,
  args: { target: arg.target('Element to click') },
  flags: {
    double: arg.flag('Click twice'),
    right: arg.flag('Use the right button'),
    modifiers: arg.word('Keys held down, joined by +: Shift+Control'),
    newTab: arg.flag('Open the link in a new tab'),
    force: arg.flag('Click even if it is covered, moving or has become something else'),
  },

  async run(
    context,
    { target, double = false, right = false, modifiers, newTab = false, force = false },
  ) {
    const held = [...readModifiers(modifiers), ...(newTab ? (['ControlOrMeta'] as const) : [])];
    return await actOn(context, target, { force }, async (located, timeout) => {
      if (located.element.routed?.why === 'option') return await clickOption(located, timeout);
      const pointed = await pointerTarget(located, force);
      const options = {
        ...(force ? { timeout } : await aim(context, located, { pointed, verb: 'click', timeout })),
        force,
        // What a click starts is waited for when its effect is recorded.
        noWaitAfter: true,
        ...(right && { button: 'right' as const }),
        ...(held.length > 0 && { modifiers: held }),
      };
      await ready(located, 'click', double ? pointed.dblclick(options) : pointed.click(options));
      const verb = double ? 'Double-clicked' : right ? 'Right-clicked' : 'Clicked';
      return { did: `${verb} ${located.typed}` };
    });
  },
});

function readModifiers(typed: string | undefined): Modifier[] {
  if (typed === undefined) return [];
  return typed.split('+').map(word => {
    const modifier = MODIFIERS.find(
      candidate => candidate.toLowerCase() === word.trim().toLowerCase(),
    );
    if (!modifier)
      throw usage(
        `Cannot hold "${word}": must be ${MODIFIERS.join(', ')}`,
        'Join several with +: --modifiers Shift+Control',
      );
    return modifier;
  });
}

const TOGGLES = new Set(['checkbox', 'radio', 'switch']);

/** What a person would click: a checkbox or radio that is not drawn is toggled by its label. */
async function pointerTarget(
  { frame, locator, element }: Located,
  force: boolean,
): Promise<Locator> {
  const isDrawn = force || !TOGGLES.has(element.role) || (await locator.isVisible());
  if (isDrawn) return locator;
  const id = await locator.getAttribute('id');
  const labels = [
    locator.locator('xpath=ancestor::label[1]'),
    ...(id === null ? [] : [frame.locator(`label[for=${JSON.stringify(id)}]`)]),
  ];
  for (const label of labels) if (await label.first().isVisible()) return label.first();
  return locator;
}

/** Clicking an option of a native list means choosing it; the list itself never sees such a click. */
async function clickOption({ locator, typed, element }: Located, timeout: number): Promise<Done> {
  if (element.states.split(' ').includes('disabled'))
    throw failed(`Cannot select ${quoted(typed)}: it is disabled`, 'Choose another option.');
  const list = locator.locator('xpath=ancestor::select[1]');
  const { index = -1 } = await ask(locator, 'field', {});
  await list.selectOption({ index }, { timeout });
  const confirm = async (): Promise<Done> => {
    // A list that left the page with its form is as good as chosen from: the effect tells what came of it.
    const held = await ask(list, 'field', {}, 1_000).catch(() => undefined);
    const isHeld = held?.selected?.some(option => option.index === index) ?? true;
    const did = `Selected ${typed}`;
    return { did: isHeld ? did : `${did}, but the list holds something else`, isVerified: true };
  };
  return { did: '', confirm };
}

const hover = defineCommand({
  ...acting,
  name: 'hover',
  description: 'Move the mouse over an element',
  example: 'hover @e3',
  args: { target: arg.target('Element to hover') },

  async run(context, { target }) {
    return await actOn(context, target, {}, async (located, timeout) => {
      const pointed = located.locator;
      const aimed = await aim(context, located, { pointed, verb: 'hover over', timeout });
      await ready(located, 'hover over', pointed.hover(aimed));
      return { did: `Hovered ${located.typed}` };
    });
  },
});

const type = defineCommand({
  ...acting,
  name: 'type',
  description: 'Type text into whatever has the focus, key by key',
  example: 'type "hello"',
  tunnel: true,
  args: { text: arg.text('Text to type') },

  async run(context, { text }) {
    return await actOnPage(context, async () => {
      await typeText(context.tab.page, text, context.signal);
      return { did: `Typed ${text.length} characters` };
    });
  },
});

const press = defineCommand({
  ...acting,
  name: 'press',
  aliases: ['key'],
  description: 'Press a key or a combination such as Shift+Enter',
  example: 'press Enter',
  tunnel: true,
  args: { key: arg.word('Key name: Enter, Tab, ArrowUp, a, Control+A') },

  async run(context, { key }) {
    return await actOnPage(context, async () => {
      await context.tab.page.keyboard.press(key);
      return { did: `Pressed ${key}` };
    });
  },
});

const scroll = defineCommand({
  ...acting,
  name: 'scroll',
  description: 'Scroll an element into view, by some pixels, or to the end of the page',
  example: 'scroll --by 600',
  tunnel: true,
  args: { target: arg.optional(arg.target('Element to bring into view, or to scroll with --by')) },
  flags: {
    by: arg.number('Pixels to scroll down; negative scrolls up', {
      min: -1_000_000,
      max: 1_000_000,
    }),
    times: arg.integer('How often, letting the page load more in between', { min: 1, max: 100 }),
  },

  async run(context, { target, by, times = 1 }) {
    const { tab, signal } = context;
    const repeat = async (step: () => Promise<boolean>): Promise<boolean> => {
      let hasMoved = false;
      for (let round = 0; round < times && !signal.aborted; round++) {
        const before = tab.traffic.snapshot();
        hasMoved = (await step()) || hasMoved;
        await tab.traffic.quiet(before, 1_500);
      }
      return hasMoved;
    };
    const how = by === undefined ? '' : ` by ${by * times} px`;
    if (!target) {
      return await actOnPage(context, async () => {
        const isVerified = await repeat(
          async () => await scrollPage(tab.page.locator(':root'), by),
        );
        return {
          did: by === undefined ? 'Scrolled to the end of the page' : `Scrolled${how}`,
          isVerified,
        };
      });
    }
    return await actOn(context, target, {}, async ({ locator, typed }, timeout) => {
      if (by !== undefined) {
        const isVerified = await repeat(async () => await scrollBox(locator, by));
        return { did: `Scrolled ${typed}${how}`, isVerified };
      }
      await locator.scrollIntoViewIfNeeded({ timeout });
      return { did: `Scrolled ${typed} into view`, isVerified: true };
    });
  },
});

/** Both tell whether anything moved, which at the end nothing does. */
const scrollPage = async (root: Locator, by: number | undefined): Promise<boolean> =>
  await root.evaluate((element, top) => {
    const page = element.ownerDocument.scrollingElement ?? element;
    const before = page.scrollTop;
    page.scrollBy({ top: top ?? page.scrollHeight, behavior: 'instant' });
    return page.scrollTop !== before;
  }, by);

const scrollBox = async (box: Locator, by: number): Promise<boolean> =>
  await box.evaluate((element, top) => {
    const before = element.scrollTop;
    element.scrollBy({ top, behavior: 'instant' });
    return element.scrollTop !== before;
  }, by);

export default [click, hover, type, press, scroll];
