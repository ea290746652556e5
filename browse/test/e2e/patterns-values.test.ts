import { afterAll, describe, expect, test } from 'bun:test';

import { startAgent } from './patterns/agent.ts';

const agent = await startAgent();
afterAll(async () => await agent[Symbol.asyncDispose]());

describe('a slider', () => {
  test('shows its value and is set by keyboard', async () => {
    const slider = (await agent.open('slider')).the('slider', 'Volume');
    expect(slider.value).toBe('40');

    expect((await agent.act('press', 'Tab')).at).toBe('slider "Volume"');
    expect((await agent.act('press', 'ArrowRight')).changed('slider', 'Volume').value).toBe('41');
    expect((await agent.act('press', 'PageUp')).changed('slider', 'Volume').value).toBe('51');
    const full = await agent.act('press', 'End');

    expect(full.changed('slider', 'Volume')).toMatchObject({ ref: slider.ref, value: '100' });
    expect((await agent.act('press', 'ArrowRight')).first).toContain('no visible effect');
    expect((await agent.look()).the('slider', 'Volume').value).toBe('100');
  });

  test('is focused by a click and changed by another control', async () => {
    const view = await agent.open('slider');

    await agent.act('click', view.the('slider', 'Volume').ref);
    const moved = await agent.act('press', 'ArrowLeft');
    expect(moved.changed('slider', 'Volume').value).toBe('39');
    const muted = await agent.act('click', view.the('button', 'Mute').ref);

    expect(muted.changed('slider', 'Volume')).toMatchObject({
      ref: view.the('slider', 'Volume').ref,
      value: '0',
    });
  });

  test('answers fill with the keys that set it', async () => {
    const slider = (await agent.open('slider')).the('slider', 'Volume');

    const { stderr, code } = await agent.browse('fill', slider.ref, '70');

    expect(code).not.toBe(0);
    expect(stderr).toMatch(/press Arrow/);
  });
});

describe('a slider of two thumbs', () => {
  test('is set by keyboard, each thumb bounded by the other', async () => {
    const view = await agent.open('slider-range');
    expect(view.the('slider', 'Minimum price').value).toBe('100 €');

    await agent.act('press', 'Tab');
    const low = await agent.act('press', 'End');
    expect(low.changed('slider', 'Minimum price')).toMatchObject({
      ref: view.the('slider', 'Minimum price').ref,
      value: '300 €',
    });
    expect((await agent.act('press', 'Tab')).at).toBe('slider "Maximum price"');
    expect((await agent.act('press', 'Home')).first).toContain('no visible effect');
    const high = await agent.act('press', 'ArrowUp');

    expect(high.changed('slider', 'Maximum price').value).toBe('310 €');
  });

  test('is taken hold of and widened by mouse', async () => {
    const view = await agent.open('slider-range');

    await agent.act('click', view.the('slider', 'Maximum price').ref);
    const lowered = await agent.act('press', 'ArrowDown');
    expect(lowered.changed('slider', 'Maximum price').value).toBe('290 €');
    const widened = await agent.act('click', view.the('button', 'Any price').ref);

    expect(widened.changed('slider', 'Minimum price').value).toBe('0 €');
    expect(widened.changed('slider', 'Maximum price').value).toBe('400 €');
  });
});

describe('a spinbutton', () => {
  test('is stepped by the buttons beside it', async () => {
    const view = await agent.open('spinbutton');
    expect(view.the('spinbutton', 'Guests').value).toBe('2 guests');

    const more = await agent.act('click', view.the('button', 'More guests').ref);
    expect(more.changed('spinbutton', 'Guests')).toMatchObject({
      ref: view.the('spinbutton', 'Guests').ref,
      value: '3 guests',
    });
    await agent.act('click', view.the('button', 'Fewer guests').ref);
    const fewer = await agent.act('click', view.the('button', 'Fewer guests').ref);

    expect(fewer.changed('spinbutton', 'Guests').value).toBe('1 guest');
    expect(fewer.changed('button', 'Fewer guests').states).toContain('disabled');
  });

  test('is stepped by keyboard', async () => {
    const view = await agent.open('spinbutton');

    expect((await agent.act('press', 'Tab')).at).toBe('spinbutton "Guests"');
    const up = await agent.act('press', 'ArrowUp');
    expect(up.changed('spinbutton', 'Guests').value).toBe('3 guests');
    const full = await agent.act('press', 'End');

    expect(full.changed('spinbutton', 'Guests')).toMatchObject({
      ref: view.the('spinbutton', 'Guests').ref,
      value: '8 guests',
    });
    expect(full.changed('button', 'More guests').states).toContain('disabled');
  });
});

describe.each(['Wi-Fi', 'Night mode'])('the switch "%s"', name => {
  test('is turned on and off by mouse', async () => {
    const before = (await agent.open('switch')).the('switch', name);
    expect(before.states).not.toContain('checked');

    const on = await agent.act('click', before.ref);
    expect(on.changed('switch', name)).toMatchObject({
      ref: before.ref,
      states: expect.arrayContaining(['checked']),
    });
    const off = await agent.act('click', before.ref);

    expect(off.changed('switch', name).states).not.toContain('checked');
  });

  test('is turned on by keyboard', async () => {
    const before = (await agent.open('switch')).the('switch', name);
    await agent.act('press', 'Tab');
    if (name === 'Night mode') await agent.act('press', 'Tab');

    const on = await agent.act('press', 'Space');

    expect(on.changed('switch', name).states).toContain('checked');
    expect((await agent.look()).the('switch', name)).toMatchObject({
      ref: before.ref,
      states: expect.arrayContaining(['checked']),
    });
  });
});

describe('a switch that is not drawn itself', () => {
  test('is turned off by mouse and on by keyboard', async () => {
    const sync = (await agent.open('switch')).the('switch', 'Sync');
    expect(sync.states).toContain('checked');

    const off = await agent.act('click', sync.ref);
    expect(off.changed('switch', 'Sync').states).not.toContain('checked');
    const on = await agent.act('press', 'Space');

    expect(on.changed('switch', 'Sync').states).toContain('checked');
  });
});

describe('a radio group', () => {
  test('is chosen from by mouse', async () => {
    const view = await agent.open('radiogroup');

    const deep = await agent.act('click', view.the('radio', 'Deep').ref);
    expect(deep.changed('radio', 'Deep').states).toContain('checked');
    const thin = await agent.act('click', view.the('radio', 'Thin').ref);

    expect(thin.changed('radio', 'Thin').states).toContain('checked');
    expect(thin.changed('radio', 'Deep')).toMatchObject({ ref: view.the('radio', 'Deep').ref });
    expect(thin.changed('radio', 'Deep').states).not.toContain('checked');
  });

  test('is chosen from by keyboard, past what is disabled', async () => {
    const view = await agent.open('radiogroup');
    expect(view.the('radio', 'Stuffed').states).toContain('disabled');

    expect((await agent.act('press', 'Tab')).at).toBe('radio "Regular"');
    await agent.act('press', 'ArrowDown');
    const moved = await agent.act('press', 'ArrowDown');

    expect(moved.at).toBe('radio "Thin"');
    expect(moved.changed('radio', 'Thin').states).toContain('checked');
    expect(moved.changed('radio', 'Deep').states).not.toContain('checked');
  });

  test('refuses a choice that is disabled', async () => {
    const stuffed = (await agent.open('radiogroup')).the('radio', 'Stuffed');

    const { stderr, code } = await agent.browse('click', stuffed.ref, '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr).toContain('disabled');
  });
});
