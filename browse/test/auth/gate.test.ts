import { describe, expect, test } from 'bun:test';

import { admitEffects } from '#auth/gate.ts';

import { temporaryFolder } from '../support/temporary.ts';
import { verdict } from '../support/verdict.ts';

describe('the gate', () => {
  test.each([
    ['a page of this machine', { kind: 'navigates', url: new URL('http://127.0.0.1/') }, 'ok'],
    [
      'a metadata service',
      { kind: 'navigates', url: new URL('http://169.254.169.254/') },
      'denied',
    ],
    ['a file elsewhere', { kind: 'navigates', url: new URL('file:///etc/passwd') }, 'denied'],
    [
      'a file of another machine',
      { kind: 'navigates', url: new URL('file://host/etc/passwd') },
      'denied',
    ],
    [
      'a file with a hidden slash',
      { kind: 'navigates', url: new URL('file:///tmp%2f..%2fetc') },
      'denied',
    ],
    ['reading elsewhere', { kind: 'reads-file', path: '/etc/passwd' }, 'denied'],
    ['writing elsewhere', { kind: 'writes-file', path: '/etc/cron.d/x' }, 'denied'],
  ] as const)('judges %s', async (_, effect, expected) => {
    using folder = temporaryFolder();
    const paths = {
      cwd: folder.path,
      temporary: folder.path,
      stateDirectory: folder.at('.gstack'),
    };

    expect(await verdict(admitEffects([effect], paths))).toBe(expected);
  });

  test('admits files of the directory and pages of them', async () => {
    using folder = temporaryFolder();
    const paths = {
      cwd: folder.path,
      temporary: folder.path,
      stateDirectory: folder.at('.gstack'),
    };

    const judged = admitEffects(
      [
        { kind: 'reads-file', path: folder.at('a') },
        { kind: 'writes-file', path: folder.at('b') },
        { kind: 'navigates', url: Bun.pathToFileURL(folder.at('c.html')) },
      ],
      paths,
    );

    expect(await verdict(judged)).toBe('ok');
  });

  test('refuses a call when one of its effects is refused', async () => {
    using folder = temporaryFolder();
    const paths = {
      cwd: folder.path,
      temporary: folder.path,
      stateDirectory: folder.at('.gstack'),
    };

    const judged = admitEffects(
      [
        { kind: 'reads-file', path: folder.at('a') },
        { kind: 'writes-file', path: folder.at('.gstack', 'browse.json') },
      ],
      paths,
    );

    expect(await verdict(judged)).toBe('denied');
  });
});
