import { afterAll, describe, expect, test } from 'bun:test';

import { startAgent } from './patterns/agent.ts';

const agent = await startAgent();
afterAll(async () => await agent[Symbol.asyncDispose]());

describe.each(['How do I pay?', 'How do I cancel?'])('the disclosure "%s"', question => {
  const [role, name] =
    question === 'How do I pay?'
      ? (['link', 'see the terms'] as const)
      : (['button', 'Cancel plan'] as const);

  test('is opened and closed by mouse', async () => {
    const before = (await agent.open('disclosure')).the('button', question);
    expect(before.states).toContain('collapsed');

    const opened = await agent.act('click', before.ref);
    expect(opened.changed('button', question).states).toContain('expanded');
    const inner = opened.added(role, name);
    expect((await agent.look()).the(role, name).ref).toBe(inner.ref);

    const closed = await agent.act('click', before.ref);
    expect(closed.changed('button', question).states).toContain('collapsed');
    expect(closed.removed(role, name).ref).toBe(inner.ref);
  });

  test('is opened and closed by keyboard', async () => {
    await agent.open('disclosure');
    await agent.act('press', 'Tab');
    if (question === 'How do I cancel?') await agent.act('press', 'Tab');

    const opened = await agent.act('press', 'Enter');
    expect(opened.changed('button', question).states).toContain('expanded');
    expect((await agent.act('press', 'Tab')).at).toBe(`${role} "${name}"`);
    await agent.act('press', 'Shift+Tab');
    const closed = await agent.act('press', 'Space');

    expect(closed.changed('button', question).states).toContain('collapsed');
    expect((await agent.look()).has(role, name)).toBe(false);
  });
});

describe('an accordion', () => {
  test('opens one section and closes the other by mouse', async () => {
    const view = await agent.open('accordion');
    expect(view.the('button', 'Personal').states).toContain('expanded');

    const opened = await agent.act('click', view.the('button', 'Delivery').ref);

    expect(opened.changed('button', 'Delivery').states).toContain('expanded');
    expect(opened.changed('button', 'Personal').states).toContain('collapsed');
    expect(opened.removed('textbox', 'Surname').ref).toBe(view.the('textbox', 'Surname').ref);
    const filled = await agent.act('fill', opened.added('textbox', 'Postcode').ref, '1010');
    expect(filled.changed('textbox', 'Postcode').value).toBe('1010');
  });

  test('opens one section and closes the other by keyboard', async () => {
    await agent.open('accordion');

    await agent.act('press', 'Tab');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('button "Delivery"');
    expect((await agent.act('press', 'End')).at).toBe('button "Payment"');
    const opened = await agent.act('press', 'Enter');

    expect(opened.changed('button', 'Payment').states).toContain('expanded');
    expect(opened.changed('button', 'Personal').states).toContain('collapsed');
    expect(opened.added('textbox', 'Voucher').ref).toMatch(/^@/);
  });
});

describe('a tooltip', () => {
  const TIP = 'Saves to this device only';

  test('is told of when the mouse is over its button', async () => {
    const view = await agent.open('tooltip-alert');

    const shown = await agent.act('hover', view.the('button', 'Save').ref);
    expect(shown.text).toContain(TIP);
    const left = await agent.act('hover', view.the('button', 'Send').ref);

    expect(left.text).not.toContain(TIP);
    expect(left.first).not.toContain('no visible effect');
  });

  test('is told of when the keyboard reaches its button, and leaves by Escape', async () => {
    await agent.open('tooltip-alert');

    const shown = await agent.act('press', 'Tab');
    expect(shown.at).toBe('button "Save"');
    expect(shown.text).toContain(TIP);
    const left = await agent.act('press', 'Escape');

    expect(left.first).not.toContain('no visible effect');
    expect((await agent.read()).has('tooltip', TIP)).toBe(false);
  });

  test('tells of no text that was there before when it leaves', async () => {
    await agent.open('tooltip-alert');
    await agent.act('press', 'Tab');

    const left = await agent.act('press', 'Escape');

    expect(left.said).toEqual([]);
  });
});

describe('an alert', () => {
  test('is repeated by the click that raised it and stays in the snapshot', async () => {
    const view = await agent.open('tooltip-alert');

    const sent = await agent.act('click', view.the('button', 'Send').ref);

    expect(sent.said).toContain('The server is busy');
    expect((await agent.look()).text).toContain('The server is busy');
  });

  test('is repeated by the key that raised it', async () => {
    await agent.open('tooltip-alert');
    await agent.act('press', 'Tab');
    await agent.act('press', 'Tab');

    const sent = await agent.act('press', 'Enter');

    expect(sent.said).toContain('The server is busy');
  });
});

describe('a carousel', () => {
  test('is turned by mouse', async () => {
    const view = await agent.open('carousel');

    const turned = await agent.act('click', view.the('button', 'Next slide').ref);

    expect(turned.added('link', 'City tours').ref).toMatch(/^@/);
    expect(turned.removed('link', 'Forest walks').ref).toBe(view.the('link', 'Forest walks').ref);
    expect(turned.said).toContain('City tours');
  });

  test('is turned by keyboard', async () => {
    await agent.open('carousel');

    await agent.act('press', 'Tab');
    const turned = await agent.act('press', 'Enter');

    expect(turned.added('link', 'Boat trips').ref).toMatch(/^@/);
    expect((await agent.look()).names('link')).toEqual(['Boat trips']);
  });
});

describe('a feed', () => {
  test('is liked by mouse', async () => {
    const like = (await agent.open('feed')).the('button', 'Like story 2');

    const liked = await agent.act('click', like.ref);

    expect(liked.changed('button', 'Like story 2')).toMatchObject({
      ref: like.ref,
      states: expect.arrayContaining(['pressed']),
    });
  });

  test('loads more articles as the keyboard walks down', async () => {
    const view = await agent.open('feed');
    await agent.act('press', 'Tab');

    const moved = await agent.act('press', 'PageDown');

    expect(moved.at).toBe('article "Story 2"');
    expect(moved.added('article', 'Story 3').ref).toMatch(/^@/);
    const after = await agent.look();
    expect(after.names('article')).toEqual(['Story 1', 'Story 2', 'Story 3', 'Story 4']);
    expect(after.the('article', 'Story 1').ref).toBe(view.the('article', 'Story 1').ref);
  });
});
