import { describe, expect, test } from 'bun:test';
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';

import { RotatingFile, createLogger } from '#platform/logger.ts';

import { modeOf, temporaryFolder } from '../support/temporary.ts';

const TEN_MB = 10 * 1024 * 1024;

describe('a rotating file', () => {
  test('is for its owner alone, also when it was open before', () => {
    using folder = temporaryFolder();
    writeFileSync(folder.at('log'), '', { mode: 0o644 });
    chmodSync(folder.at('log'), 0o644);

    new RotatingFile(folder.at('log')).append('line\n');

    expect(modeOf(statSync(folder.at('log')))).toBe('600');
  });

  test('goes on where an earlier process left off', () => {
    using folder = temporaryFolder();
    writeFileSync(folder.at('log'), 'before\n');

    new RotatingFile(folder.at('log')).append('after\n');

    expect(readFileSync(folder.at('log'), 'utf8')).toBe('before\nafter\n');
  });

  test('starts anew at 10 MB and keeps the one before', () => {
    using folder = temporaryFolder();
    writeFileSync(folder.at('log'), 'old');
    truncateSync(folder.at('log'), TEN_MB - 3);
    const file = new RotatingFile(folder.at('log'));

    file.append('fits');
    file.append('more');

    expect(readFileSync(folder.at('log'), 'utf8')).toBe('fitsmore');
    expect(statSync(folder.at('log.1')).size).toBe(TEN_MB - 3);
    expect(modeOf(statSync(folder.at('log')))).toBe('600');
  });

  test('counts bytes, not characters', () => {
    using folder = temporaryFolder();
    writeFileSync(folder.at('log'), 'x');
    truncateSync(folder.at('log'), TEN_MB - 5);

    new RotatingFile(folder.at('log')).append('äöü');

    expect(statSync(folder.at('log')).size).toBe(6);
  });

  test('keeps two files and no more', () => {
    using folder = temporaryFolder();
    const file = new RotatingFile(folder.at('log'));

    for (const letter of ['a', 'b', 'c']) file.append(letter.repeat(TEN_MB - 1));

    expect(readFileSync(folder.at('log'), 'utf8').slice(0, 1)).toBe('c');
    expect(readFileSync(folder.at('log.1'), 'utf8').slice(0, 1)).toBe('b');
  });

  test('takes one text larger than the limit whole', () => {
    using folder = temporaryFolder();

    new RotatingFile(folder.at('log')).append('x'.repeat(TEN_MB + 1));

    expect(statSync(folder.at('log')).size).toBe(TEN_MB + 1);
  });
});

describe('a logger', () => {
  test('writes one line per event, whatever the event holds', () => {
    using folder = temporaryFolder();
    const logger = createLogger(new RotatingFile(folder.at('log')));

    logger.log('first\n2026-01-01T00:00:00Z forged\u001b[2J');
    logger.log('second');

    const lines = readFileSync(folder.at('log'), 'utf8').trimEnd().split('\n');
    expect(lines.map(line => line.replace(/^\S+ /, ''))).toEqual([
      String.raw`first\n2026-01-01T00:00:00Z forged\u{1b}[2J`,
      'second',
    ]);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z /);
  });

  test('writes the stack of a bug', () => {
    using folder = temporaryFolder();
    const logger = createLogger(new RotatingFile(folder.at('log')));

    logger.bug('a request', new TypeError('broken'));
    logger.bug('a request', new Error('what a caller typed'));
    logger.bug('a request', 'a text');

    const log = readFileSync(folder.at('log'), 'utf8');
    expect(log).toMatch(/bug in a request: TypeError: broken\n\s+at /);
    expect(log).not.toContain('what a caller typed');
    expect(log).not.toContain('a text');
  });

  test('survives a disk that refuses and says later how much is missing', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('log'));
    const logger = createLogger(new RotatingFile(folder.at('log')));

    logger.log('lost');
    logger.log('lost too');
    rmdirSync(folder.at('log'));
    logger.log('written');

    const log = readFileSync(folder.at('log'), 'utf8');
    expect(log).toMatch(/ 2 lines could not be written\n.* written\n$/);
  });
});
