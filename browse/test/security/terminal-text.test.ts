import { describe, expect, test } from 'bun:test';

import { toTerminalText } from '#security/terminal-text.ts';

import { Dice } from '../support/random.ts';

const ESC = '\u001b';

describe('terminal text', () => {
  test.each([
    ['keeps lines and tabs', 'a\n\tb\n', 'a\n\tb\n'],
    ['keeps every script and emoji', 'Zürich 東京 עברית 👩‍💻', 'Zürich 東京 עברית 👩‍💻'],
    ['makes Windows line ends plain', 'a\r\nb', 'a\nb'],
    ['makes a carriage return a line end', 'shown\rhidden', 'shown\nhidden'],
    ['drops colours', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['drops cursor moves', `a${ESC}[2J${ESC}[1;1Hb`, 'ab'],
    ['drops private modes', `${ESC}[?1049ha`, 'a'],
    ['drops a window title', `${ESC}]0;title\u0007a`, 'a'],
    ['drops a link', `${ESC}]8;;http://evil/${ESC}\\click${ESC}]8;;${ESC}\\`, 'click'],
    ['drops a clipboard write', `${ESC}]52;c;ZXZpbA==\u0007a`, 'a'],
    ['drops a device control string', `${ESC}P+q544e${ESC}\\a`, 'a'],
    ['drops an application command', `${ESC}_G1;x${ESC}\\a`, 'a'],
    ['drops a reset', `${ESC}ca`, 'a'],
    ['drops an eight-bit CSI', '\u009b31ma', '31ma'],
    ['drops a lone escape', `a${ESC}`, 'a'],
    ['drops bells, backspaces and NUL', 'a\u0007b\u0008c\u0000d\u007fe', 'abcde'],
    ['repairs a lone high surrogate', 'a\ud83d', 'a\ufffd'],
    ['repairs a lone low surrogate', '\ude00a', '\ufffda'],
    ['keeps a pair', '\ud83d\ude00', '😀'],
    ['is empty when there was nothing', '', ''],
  ])('%s', (_, text, shown) => {
    expect(toTerminalText(text)).toBe(shown);
  });

  test('holds no control character, whatever came in', () => {
    const dice = new Dice(4);
    const parts = [
      ESC,
      '[',
      ']',
      'P',
      '_',
      '\\',
      '\u0007',
      '\u009b',
      '\u009d',
      '0',
      ';',
      'm',
      '\r',
      '\n',
      '\ud800',
      'a',
    ];
    for (let round = 0; round < 3_000; round++) {
      const text = toTerminalText(dice.several(parts, 12).join(''));
      // oxlint-disable-next-line no-control-regex -- control characters are what must be absent
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
      expect(text.isWellFormed()).toBe(true);
    }
  });
});
