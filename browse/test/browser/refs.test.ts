import { describe, expect, test } from 'bun:test';
import type { Frame } from 'playwright-core';

import { Refs } from '../../src/browser/refs.ts';

/** All that refs ask of a frame. */
class FakeFrame {
  hasLeft = false;
  isDetached = (): boolean => this.hasLeft;
}

function openFrame(): { readonly fake: FakeFrame; readonly frame: Frame } {
  const fake = new FakeFrame();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing else of a frame is used
  return { fake, frame: fake as unknown as Frame };
}

const button = (local: number, document = 'd1') => ({
  document,
  local,
  role: 'button',
  name: `Button ${local}`,
});

function assignMany(refs: Refs, frame: Frame, count: number): void {
  for (let local = 1; local <= count; local++) refs.assign(frame, button(local));
}

describe('a ref', () => {
  test('stays with its element and is called what was told of it', () => {
    const refs = new Refs();
    const { frame } = openFrame();

    const ref = refs.assign(frame, button(7));

    expect(refs.assign(frame, { ...button(7), name: 'Later' })).toBe(ref);
    expect(refs.find(ref)).toMatchObject({ ref: '@e1', name: 'Button 7', frame });
    refs.tell({ ref, role: 'button', name: 'Later' });
    expect(refs.find(ref)).toMatchObject({ ref: '@e1', name: 'Later', frame });
    expect(refs.find('@e001')).toBe(refs.find(ref));
  });

  test('is over with its document, and its number stays used', () => {
    const refs = new Refs();
    const { frame } = openFrame();
    const ref = refs.assign(frame, button(1));

    expect(refs.assign(frame, button(1, 'd2'))).toBe('@e2');

    expect([refs.find(ref), refs.left(ref), refs.wasGiven(ref)]).toEqual([
      undefined,
      undefined,
      true,
    ]);
  });

  test('whose frame left keeps what it was called and not the frame', () => {
    const refs = new Refs();
    const { frame } = openFrame();
    const ref = refs.assign(frame, button(1));

    refs.leave(frame);

    expect(refs.find(ref)).toBeUndefined();
    expect(refs.left(ref)).toEqual({ role: 'button', name: 'Button 1' });
    expect(refs.wasGiven(ref)).toBe(true);
  });

  test('of an answer that comes after its frame left is over at once', () => {
    const refs = new Refs();
    const { fake, frame } = openFrame();
    fake.hasLeft = true;

    const ref = refs.assign(frame, button(1));

    expect(refs.find(ref)).toBeUndefined();
    expect(refs.left(ref)).toEqual({ role: 'button', name: 'Button 1' });
  });

  test('was not given when its number is zero or to come', () => {
    const refs = new Refs();
    refs.assign(openFrame().frame, button(1));
    expect(['@e0', '@e1', '@e2', '@c1'].map(ref => refs.wasGiven(ref))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

test('of frames that left, the names of the last ten thousand refs are kept', () => {
  const refs = new Refs();
  for (let round = 0; round < 30; round++) {
    const { frame } = openFrame();
    assignMany(refs, frame, 500);
    refs.leave(frame);
  }
  const isNamed = (number: number): boolean => refs.left(`@e${number}`) !== undefined;
  expect([1, 5000, 5001, 15_000].map(isNamed)).toEqual([false, false, true, true]);
  expect(refs.wasGiven('@e1')).toBe(true);
});

test('of all the frames of a tab together, two hundred thousand refs are kept', () => {
  const refs = new Refs();
  const [first, second] = [openFrame().frame, openFrame().frame];
  assignMany(refs, first, 150_000);
  assignMany(refs, second, 60_000);

  const isKnown = (number: number): boolean => refs.find(`@e${number}`) !== undefined;
  expect([1, 10_000, 10_001, 210_000].map(isKnown)).toEqual([false, false, true, true]);
  expect(refs.assign(first, button(1))).toBe('@e210001');
});
