import { describe, expect, test } from 'bun:test';

import { EventLog } from '#capture/event-log.ts';

interface Entry {
  readonly name: string;
  done: boolean;
}

const entry = (name: string, done = true): Entry => ({ name, done });

/** A log over a file that is a list of what was written to it. */
function logOf(): { readonly log: EventLog<Entry>; readonly file: string[]; refuse: boolean } {
  const file: string[] = [];
  const kept = {
    file,
    refuse: false,
    log: new EventLog<Entry>(
      {
        append: text => {
          if (kept.refuse) throw new Error('disk full');
          file.push(text);
        },
      },
      ({ name }) => name,
      ({ done }) => done,
    ),
  };
  return kept;
}

describe('an event log', () => {
  test('writes each entry once, in order', () => {
    const { log, file } = logOf();

    log.push(entry('a'), 1);
    log.push(entry('b'), 1);
    log.flush();
    log.flush();
    log.push(entry('c'), 1);
    log.flush();

    expect(file).toEqual(['a\nb\n', 'c\n']);
  });

  test('waits for an entry that is not final, and then goes on', () => {
    const { log, file } = logOf();
    const open = entry('open', false);
    for (const each of [entry('a'), open, entry('b')]) log.push(each, 1);

    log.flush();
    open.done = true;
    log.flush();

    expect(file).toEqual(['a\n', 'open\nb\n']);
  });

  test('writes what is not final when it is the last chance', () => {
    const { log, file } = logOf();
    log.push(entry('open', false), 1);

    log.flush(true);

    expect(file).toEqual(['open\n']);
  });

  test('writes again what the disk refused', () => {
    const kept = logOf();
    kept.log.push(entry('a'), 1);
    kept.refuse = true;
    expect(() => kept.log.flush()).toThrow('disk full');

    kept.refuse = false;
    kept.log.flush();

    expect(kept.file).toEqual(['a\n']);
  });

  test('forgets when it is cleared, but not before the file has it', () => {
    const { log, file } = logOf();
    log.push(entry('a', false), 1);

    log.clear();
    log.push(entry('b'), 1);
    log.flush();

    expect(log.all().map(({ name }) => name)).toEqual(['b']);
    expect(file).toEqual(['a\n', 'b\n']);
  });

  test('keeps the newest 50 000 entries', () => {
    const { log } = logOf();
    for (let count = 0; count < 50_010; count++) log.push(entry(String(count)), 1);

    expect(log.all()).toHaveLength(50_000);
    expect(log.all()[0]?.name).toBe('10');
    expect(log.since(50_009).map(({ name }) => name)).toEqual(['50009']);
  });

  test('keeps no more than 32 MB', () => {
    const { log } = logOf();
    for (let count = 0; count < 40; count++) log.push(entry(String(count)), 1024 * 1024);

    expect(log.all()).toHaveLength(32);
  });
});
