import { afterAll, describe, expect, test } from 'bun:test';

import { startAgent } from './patterns/agent.ts';

const agent = await startAgent();
afterAll(async () => await agent[Symbol.asyncDispose]());

describe('a select-only combobox', () => {
  test('is opened and chosen from by mouse', async () => {
    const box = (await agent.open('combobox-select-only')).the('combobox', 'Favourite fruit');
    expect(box.states).toContain('collapsed');
    expect(box.value).toBe('Choose a fruit');

    const opened = await agent.act('click', box.ref);
    expect(opened.changed('combobox', 'Favourite fruit').states).toContain('expanded');
    const cherry = opened.added('option', 'Cherry');

    const chosen = await agent.act('click', cherry.ref);
    expect(chosen.removed('option', 'Cherry').ref).toBe(cherry.ref);
    expect(chosen.changed('combobox', 'Favourite fruit')).toMatchObject({
      ref: box.ref,
      value: 'Cherry',
    });

    await agent.act('click', box.ref);
    expect((await agent.look()).the('option', 'Cherry')).toMatchObject({
      ref: cherry.ref,
      states: expect.arrayContaining(['selected']),
    });
  });

  test('is opened and chosen from by keyboard', async () => {
    const box = (await agent.open('combobox-select-only')).the('combobox', 'Favourite fruit');

    expect((await agent.act('press', 'Tab')).at).toBe('combobox "Favourite fruit"');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('option "Apple"');
    await agent.act('press', 'ArrowDown');
    expect((await agent.look()).the('option', 'Banana').states).toContain('active');
    await agent.act('press', 'c');
    const chosen = await agent.act('press', 'Enter');

    expect(chosen.changed('combobox', 'Favourite fruit')).toMatchObject({
      ref: box.ref,
      value: 'Cherry',
      states: expect.arrayContaining(['collapsed']),
    });
    expect((await agent.look()).has('option', 'Cherry')).toBe(false);
  });

  test('says which option the arrow keys and letters reach', async () => {
    await agent.open('combobox-select-only');
    await agent.act('press', 'Tab');
    await agent.act('press', 'ArrowDown');

    expect((await agent.act('press', 'ArrowDown')).at).toBe('option "Banana"');
    expect((await agent.act('press', 'd')).at).toBe('option "Damson"');
  });

  test('is closed by Escape without a choice', async () => {
    const box = (await agent.open('combobox-select-only')).the('combobox', 'Favourite fruit');
    await agent.act('click', box.ref);

    const closed = await agent.act('press', 'Escape');

    expect(closed.changed('combobox', 'Favourite fruit')).toMatchObject({
      value: 'Choose a fruit',
      states: expect.arrayContaining(['collapsed']),
    });
    expect(closed.removed('listbox', 'Favourite fruit').ref).toMatch(/^@/);
  });

  test('is chosen from with select', async () => {
    const box = (await agent.open('combobox-select-only')).the('combobox', 'Favourite fruit');

    const chosen = await agent.act('select', box.ref, 'Damson');

    expect(chosen.changed('combobox', 'Favourite fruit').value).toBe('Damson');
  });
});

describe('an editable combobox with a list of suggestions', () => {
  test('is filled and its suggestion taken by mouse', async () => {
    const box = (await agent.open('combobox-autocomplete')).the('combobox', 'State');

    const filled = await agent.act('fill', box.ref, 'al');
    expect(filled.changed('combobox', 'State').states).toContain('expanded');
    expect(filled.added('option', 'Alabama').ref).toMatch(/^@/);
    expect((await agent.look()).names('option')).toEqual(['Alabama', 'Alaska']);

    const chosen = await agent.act('click', filled.added('option', 'Alaska').ref);
    expect(chosen.changed('combobox', 'State')).toMatchObject({
      ref: box.ref,
      value: 'Alaska',
      states: expect.arrayContaining(['collapsed']),
    });
  });

  test('offers everything when its button is clicked', async () => {
    const view = await agent.open('combobox-autocomplete');

    const opened = await agent.act('click', view.the('button', 'States').ref);

    expect(opened.changed('button', 'States').states).toContain('expanded');
    expect((await agent.look()).names('option')).toContain('Florida');
  });

  test('is typed into and its suggestion taken by keyboard', async () => {
    const box = (await agent.open('combobox-autocomplete')).the('combobox', 'State');

    expect((await agent.act('press', 'Tab')).at).toBe('combobox "State"');
    const typed = await agent.act('type', 'co');
    expect(typed.changed('combobox', 'State').value).toBe('co');
    const reached = await agent.act('press', 'ArrowDown');
    expect(reached.changed('option', 'Colorado').states).toContain('selected');
    const chosen = await agent.act('press', 'Enter');

    expect(chosen.changed('combobox', 'State')).toMatchObject({ ref: box.ref, value: 'Colorado' });
  });

  test('is emptied by Escape', async () => {
    const box = (await agent.open('combobox-autocomplete')).the('combobox', 'State');
    await agent.act('fill', box.ref, 'de');

    const closed = await agent.act('press', 'Escape');
    expect(closed.changed('combobox', 'State').states).toContain('collapsed');
    const emptied = await agent.act('press', 'Escape');

    expect(emptied.changed('combobox', 'State').value).toBe('');
  });
});

describe('a combobox whose list is drawn at the end of the body', () => {
  test('is chosen from by mouse', async () => {
    const box = (await agent.open('combobox-portal')).the('combobox', 'Size');

    const opened = await agent.act('click', box.ref);
    expect(opened.added('option', 'Huge').states).toContain('disabled');
    const chosen = await agent.act('click', opened.added('option', 'Medium').ref);

    expect(chosen.changed('combobox', 'Size')).toMatchObject({ ref: box.ref, value: 'Medium' });
    expect(chosen.removed('listbox', 'Size').ref).toBe(opened.added('listbox', 'Size').ref);
  });

  test('is chosen from by keyboard', async () => {
    const box = (await agent.open('combobox-portal')).the('combobox', 'Size');

    await agent.act('press', 'Tab');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('option "Small"');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('option "Medium"');
    const chosen = await agent.act('press', 'Enter');

    expect(chosen.changed('combobox', 'Size')).toMatchObject({ ref: box.ref, value: 'Medium' });
    expect(chosen.at).toBe('combobox "Size"');
  });

  test('is chosen from with select', async () => {
    const box = (await agent.open('combobox-portal')).the('combobox', 'Size');

    const chosen = await agent.act('select', box.ref, 'Large');

    expect(chosen.changed('combobox', 'Size').value).toBe('Large');
  });

  test('says that an option is disabled and is closed as it was', async () => {
    const box = (await agent.open('combobox-portal')).the('combobox', 'Size');

    const { stderr, code } = await agent.browse('select', box.ref, 'Huge', '--timeout', '1500');

    expect(code).toBe(1);
    expect(stderr).toContain('disabled');
    expect((await agent.look()).the('combobox', 'Size').states).toContain('collapsed');
  });
});

describe('a listbox whose options take the focus', () => {
  test('is chosen from by mouse', async () => {
    const business = (await agent.open('listbox-roving')).the('option', 'Business');

    const chosen = await agent.act('click', business.ref);

    expect(chosen.changed('option', 'Business').states).toContain('selected');
    expect(chosen.changed('option', 'Economy').states).not.toContain('selected');
    expect(chosen.said).toContain('300');
    expect((await agent.look()).the('option', 'Business')).toMatchObject({
      ref: business.ref,
      states: expect.arrayContaining(['selected']),
    });
  });

  test('is chosen from by keyboard', async () => {
    await agent.open('listbox-roving');

    expect((await agent.act('press', 'Tab')).at).toBe('option "Economy"');
    const moved = await agent.act('press', 'End');

    expect(moved.at).toBe('option "First"');
    expect(moved.changed('option', 'First').states).toContain('selected');
  });

  test('is chosen from with select', async () => {
    const list = (await agent.open('listbox-roving')).the('listbox', 'Seat class');

    const chosen = await agent.act('select', list.ref, 'First');

    expect(chosen.changed('option', 'First').states).toContain('selected');
  });

  test('lists its options when none is called so', async () => {
    const list = (await agent.open('listbox-roving')).the('listbox', 'Seat class');

    const { stderr, code } = await agent.browse('select', list.ref, 'Luxury');

    expect(code).toBe(5);
    expect(stderr).toContain('Options: "Economy", "Business", "First"');
  });
});

describe('a listbox that keeps the focus', () => {
  test('is chosen from by mouse', async () => {
    const venus = (await agent.open('listbox-active-descendant')).the('option', 'Venus');

    const chosen = await agent.act('click', venus.ref);

    expect(chosen.changed('option', 'Venus')).toMatchObject({
      ref: venus.ref,
      states: expect.arrayContaining(['selected', 'active']),
    });
  });

  test('is chosen from by keyboard', async () => {
    await agent.open('listbox-active-descendant');

    await agent.act('press', 'Tab');
    await agent.act('press', 'End');
    expect((await agent.look()).the('option', 'Earth').states).toContain('active');
    const chosen = await agent.act('press', 'Space');

    expect(chosen.changed('option', 'Earth').states).toContain('selected');
  });

  test('says which option the arrow keys reach', async () => {
    await agent.open('listbox-active-descendant');
    await agent.act('press', 'Tab');

    const moved = await agent.act('press', 'ArrowDown');

    expect(moved.at).toBe('option "Venus"');
  });
});

describe('a listbox of several choices with check marks', () => {
  test('is checked and unchecked by mouse, by the same ref', async () => {
    const capers = (await agent.open('listbox-multi')).the('option', '☐ Capers');

    const checked = await agent.act('click', capers.ref);
    expect(checked.changed('option', '☑ Capers')).toMatchObject({
      ref: capers.ref,
      states: expect.arrayContaining(['checked']),
    });
    expect(checked.said).toContain('1 toppings');

    const unchecked = await agent.act('click', capers.ref);
    expect(unchecked.changed('option', '☐ Capers').states).not.toContain('checked');
  });

  test('is checked by keyboard, one by one and all at once', async () => {
    await agent.open('listbox-multi');

    await agent.act('press', 'Tab');
    await agent.act('press', 'ArrowDown');
    const one = await agent.act('press', 'Space');
    expect(one.changed('option', '☑ Capers').states).toContain('checked');
    const all = await agent.act('press', 'Control+a');

    expect(all.changed('option', '☑ Olives').states).toContain('checked');
    expect(all.changed('option', '☑ Onions').states).toContain('checked');
    expect(all.said).toContain('3 toppings');
  });

  test('says which option the arrow keys reach', async () => {
    await agent.open('listbox-multi');
    await agent.act('press', 'Tab');

    const moved = await agent.act('press', 'End');

    expect(moved.at).toBe('option "☐ Onions"');
  });

  test('is chosen from with select, whatever mark stands before the text', async () => {
    const list = (await agent.open('listbox-multi')).the('listbox', 'Toppings');

    const chosen = await agent.act('select', list.ref, 'Olives', 'Onions');

    expect(chosen.changed('option', '☑ Olives').states).toContain('checked');
    expect(chosen.changed('option', '☑ Onions').states).toContain('checked');
  });
});
