import { describe, expect, test } from 'bun:test';

import { plainLine, quoted } from '#core/plain-line.ts';

describe('plainLine', () => {
  test.each([
    ['ordinary text', 'Zürich, 東京 – “ok” 👩‍💻'.replace('\u200d', ''), undefined],
    ['a line break', 'a\nb', String.raw`a\nb`],
    ['a Windows line break', 'a\r\nb', String.raw`a\r\nb`],
    ['a tab', 'a\tb', String.raw`a\tb`],
    ['an escape sequence', '\u001b[31mred', String.raw`\u{1b}[31mred`],
    ['a NUL', 'a\0b', String.raw`a\u{0}b`],
    ['a C1 control', 'a\u009bb', String.raw`a\u{9b}b`],
    ['DEL', '\u007f', String.raw`\u{7f}`],
    ['a right-to-left override', 'safe\u202egpj.exe', String.raw`safe\u{202e}gpj.exe`],
    ['an isolate', 'a\u2066b\u2069', String.raw`a\u{2066}b\u{2069}`],
    ['a zero-width space', 'pay\u200bpal', String.raw`pay\u{200b}pal`],
    ['a byte order mark', '\ufeffa', String.raw`\u{feff}a`],
    ['a soft hyphen', 'a\u00adb', String.raw`a\u{ad}b`],
    ['a line separator', 'a\u2028b\u2029c', String.raw`a\u{2028}b\u{2029}c`],
    ['tag characters', 'a\u{e0041}b', String.raw`a\u{e0041}b`],
    ['a lone surrogate', 'a\ud800b', 'a\ufffdb'],
  ] as const)('makes one harmless line of %s', (_, text, line) => {
    expect(plainLine(text)).toBe(line ?? text);
  });

  test.each([
    ['that just fits', 'x'.repeat(10), 'x'.repeat(10)],
    ['that is one too long', 'x'.repeat(11), `${'x'.repeat(10)}… (+1 characters)`],
    [
      'that is cut inside a pair',
      `${'x'.repeat(9)}😀😀`,
      `${'x'.repeat(9)}\ufffd… (+3 characters)`,
    ],
  ] as const)('cuts a text %s', (_, text, line) => {
    expect(plainLine(text, 10)).toBe(line);
  });
});

describe('quoted', () => {
  test.each([
    ['Save', '"Save"'],
    ['say "hi"', String.raw`"say \"hi\""`],
    ['back\\slash', String.raw`"back\\slash"`],
    ['a\nb', String.raw`"a\nb"`],
    ['', '""'],
  ])('puts %j in quotes it cannot leave', (text, expected) => {
    expect(quoted(text)).toBe(expected);
  });
});
