import type { Locator } from 'playwright-core';

import { ask, questionSelector } from '#browser/ask.ts';
import type { Located } from '#browser/locate.ts';
import type { Tab } from '#browser/tab.ts';
import { failed } from '#core/errors.ts';
import { quoted } from '#core/plain-line.ts';
import type { ChoicesAnswer, Described } from '#page/wire.ts';

import type { Done } from './acting.ts';
import { ready } from './covered.ts';
import { noOption, notAList } from './no-option.ts';

/** How long options may take to come after the list opened or was typed into, and after the one before them. */
const LATE_MS = 1_000;
const NEXT_MS = 300;
const LOOK_EVERY_MS = 25;
const SCROLLS = 200;
const SCROLLING_MS = 3_000;

interface Choosing {
  readonly values: readonly string[];
  readonly tab: Tab;
  readonly timeout: number;
}

/** A list made by scripts: open it if it is closed, then click the options of these names, in this list only. */
export async function selectCustom(located: Located, choosing: Choosing): Promise<Done> {
  const { element, typed } = located;
  const { values, tab, timeout } = choosing;
  const isListbox = element.role === 'listbox';
  if (!isListbox && element.role !== 'combobox' && element.role !== 'button') throw notAList(typed);
  const chosen: Described[] = [];
  for (const value of values) {
    const options = isListbox ? optionsIn(located.locator) : await openedOptions(located, timeout);
    const answer = await find(located, { options, wanted: value, tab });
    const found = choosable(answer);
    if (!found) {
      if (!isListbox) await tab.page.keyboard.press('Escape');
      throw answer.found ? disabledOption(typed) : noOption(value, typed, answer);
    }
    chosen.push(found);
    // Clicked again, an option of a list that takes several would be dropped.
    if (isListbox && isChosen(found)) continue;
    const option = located.frame.locator(`ref=${found.document}.${found.local}`);
    await ready({ ...located, locator: option }, 'select an option of', option.click({ timeout }));
  }
  const confirm = async (): Promise<Done> => await confirmed(located, chosen);
  return { did: '', confirm };
}

const choosable = ({ found }: ChoicesAnswer): Described | undefined =>
  found?.states.split(' ').includes('disabled') ? undefined : found;

const disabledOption = (typed: string): Error =>
  failed(`Cannot select an option of ${quoted(typed)}: it is disabled`, 'Choose another option.');

const isChosen = ({ states }: Described): boolean =>
  states.split(' ').some(state => state === 'selected' || state === 'checked');

/** Whether the list or its control says by now that the options are chosen. */
async function confirmed(
  { line, locator, typed }: Located,
  chosen: readonly Described[],
): Promise<Done> {
  const what = chosen.length === 1 ? 'an option' : `${chosen.length} options`;
  const did = `Selected ${what} in ${typed}`;
  // Where the control or the page is gone the effect tells what came of it.
  const control = await ask(locator, 'describe', {}, 1_000).catch(() => undefined);
  if (!control) return { did };
  const shown = `${control.value ?? ''}\n${control.name}`;
  const marks = await Promise.all(
    chosen.map(async ({ document, local, name }) => {
      if (name !== '' && shown.includes(name)) return true;
      const answer = await ask(line, 'resolve', { id: { document, local } });
      return answer.state === 'here' && isChosen(answer.element);
    }),
  );
  const page = control.value === undefined ? [] : [`holds ${quoted(control.value, 200)}`];
  return marks.every(Boolean)
    ? { did, page, isVerified: true }
    : { did: `${did}, but nothing says that it is chosen`, page };
}

interface Hunt {
  readonly options: Locator;
  readonly wanted: string;
  readonly tab: Tab;
}

/** Looks for an option among those shown, then by typing its name, then by scrolling: long lists draw a part only. */
async function find(located: Located, hunt: Hunt): Promise<ChoicesAnswer> {
  const shown = await awaitChoice(located, hunt);
  if (shown.found || shown.total === 0) return shown;
  const typed = await findByTyping(located, hunt);
  if (typed) return typed;
  return (await findByScrolling(located, hunt)) ?? shown;
}

async function look({ line }: Located, { options, wanted }: Hunt): Promise<ChoicesAnswer> {
  const search = Math.floor(Math.random() * Number.MAX_SAFE_INTEGER);
  const count = await options.locator(questionSelector('seek', { search })).count();
  return count === 0 ? { total: 0, listed: [] } : await ask(line, 'choices', { search, wanted });
}

/** Looks until the option is there, or none came for a while and nothing more is on its way. */
async function awaitChoice(located: Located, hunt: Hunt): Promise<ChoicesAnswer> {
  const { traffic } = hunt.tab;
  const before = traffic.snapshot();
  const end = Date.now() + 2 * LATE_MS;
  let last = await look(located, hunt);
  let until = Date.now() + (last.total === 0 ? LATE_MS : NEXT_MS);
  while (!last.found && Date.now() < end) {
    if (Date.now() > until && traffic.since(before).length === 0) break;
    await Bun.sleep(LOOK_EVERY_MS);
    const answer = await look(located, hunt);
    if (answer.total !== last.total) until = Date.now() + NEXT_MS;
    last = answer;
  }
  return last;
}

/** Typed into a control that filters; what it held is put back when that finds nothing. */
async function findByTyping(located: Located, hunt: Hunt): Promise<ChoicesAnswer | undefined> {
  const { locator, element } = located;
  if (element.tag !== 'input' || !(await locator.isEditable())) return undefined;
  const { value } = await ask(locator, 'field', {});
  await locator.fill(hunt.wanted);
  const answer = await awaitChoice(located, hunt);
  if (answer.found) return answer;
  await locator.fill(value);
  return undefined;
}

async function findByScrolling(located: Located, hunt: Hunt): Promise<ChoicesAnswer | undefined> {
  const until = Date.now() + SCROLLING_MS;
  for (let round = 0; round < SCROLLS && Date.now() < until; round++) {
    const isFurther = await scrollOn(hunt.options.first(), round === 0);
    if (!isFurther) return undefined;
    const answer = await look(located, hunt);
    if (answer.found) return answer;
  }
  return undefined;
}

/** Scrolls what scrolls around an option by nearly its height, or to its start; false when it moves no more. */
const scrollOn = async (option: Locator, isFirst: boolean): Promise<boolean> =>
  await option.evaluate(
    async (element, toStart) => {
      const view = element.ownerDocument.defaultView;
      let box = element.parentElement;
      for (let steps = 0; box && box.scrollHeight <= box.clientHeight + 1; steps++)
        box = steps < 4 ? box.parentElement : null;
      if (!box || box === element.ownerDocument.scrollingElement) return false;
      const before = box.scrollTop;
      box.scrollTop = toStart ? 0 : before + box.clientHeight * 0.9;
      const isFurther = toStart || box.scrollTop !== before;
      // A list draws what came into view at the next frame, or the one after it.
      await new Promise(drawn =>
        view?.requestAnimationFrame(() => view.requestAnimationFrame(drawn)),
      );
      return isFurther;
    },
    isFirst,
    { timeout: LATE_MS },
  );

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
  if (!isOpen && !(await isExpanded(locator)))
    await ready({ frame, locator, typed }, 'open', locator.click({ timeout }));
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
