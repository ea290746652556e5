import { describe, expect, test } from 'bun:test';

import { RingBuffer } from '#core/ring-buffer.ts';

const filled = (entries: number, maxEntries: number, maxBytes = Infinity): RingBuffer<number> => {
  const buffer = new RingBuffer<number>(maxEntries, maxBytes);
  for (let entry = 0; entry < entries; entry++) buffer.push(entry, 10);
  return buffer;
};

describe('a ring buffer', () => {
  test.each([
    ['holds everything while there is room', filled(3, 5), [0, 1, 2], 30],
    ['keeps the newest when it is full', filled(7, 3), [4, 5, 6], 30],
    ['keeps what fits its bytes', filled(7, 100, 25), [5, 6], 20],
    ['keeps the newest even if it alone is too big', filled(4, 100, 5), [3], 10],
    ['is empty at first', filled(0, 3), [], 0],
  ] as const)('%s', (_, buffer, entries, bytes) => {
    expect(buffer.all()).toEqual([...entries]);
    expect([buffer.size, buffer.bytes]).toEqual([entries.length, bytes]);
  });

  test.each([
    [0, [4, 5, 6]],
    [5, [5, 6]],
    [7, []],
    [99, []],
  ])('gives from number %d on what it still holds', (from, entries) => {
    expect(filled(7, 3).since(from)).toEqual(entries);
  });

  test('goes on counting after it was cleared', () => {
    const buffer = filled(7, 3);

    buffer.clear();
    buffer.push(7, 1);

    expect([buffer.pushed, buffer.size, buffer.bytes]).toEqual([8, 1, 1]);
    expect([buffer.all(), buffer.since(7), buffer.since(8)]).toEqual([[7], [7], []]);
  });

  test('is right after ten thousand entries went through it', () => {
    const buffer = filled(10_000, 3);

    expect(buffer.all()).toEqual([9_997, 9_998, 9_999]);
    expect(buffer.since(9_998)).toEqual([9_998, 9_999]);
    expect(buffer.bytes).toBe(30);
  });
});
