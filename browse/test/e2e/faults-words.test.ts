import { afterAll, describe, expect, test } from 'bun:test';
import { existsSync, readdirSync } from 'node:fs';

import { expectFailure } from '../support/expect-failure.ts';
import { trackProjects } from '../support/process-tree.ts';

const projects = trackProjects();
const browse = await projects.start();
afterAll(async () => {
  await browse[Symbol.asyncDispose]();
  await projects.expectNothingLeft();
});

const leftNothing = (): boolean => readdirSync(browse.directory).length === 0;

describe('a line that cannot be understood', () => {
  test.each([
    ['an unknown command', ['gto', 'localhost'], 'Cannot run "gto": no such command', /goto/],
    ['a command that resembles none', ['xyzzy'], 'Cannot run "xyzzy"', /`browse help`/],
    ['an unknown flag', ['click', '@e1', '--duoble'], '--duoble: no such flag', /--double/],
    ['an unknown letter', ['snapshot', '-z'], 'Cannot use flag -z: no such flag', /^Usage: /],
    ['a flag before an unknown command', ['--jsn'], 'Cannot use flag --jsn', /help/],
    ['a command behind --', ['--', 'url'], 'it must stand before --', /`browse help`/],
    ['a missing argument', ['click'], '<target> is missing', /^Usage: browse click <target>/],
    ['a missing second argument', ['fill', '@e1'], '<value> is missing', /<target> <value>/],
    ['an argument too many', ['url', 'x'], 'unexpected argument "x"', /^Usage: browse url/],
    ['a flag without its value', ['snapshot', '-d'], '-d: it needs a value', /^Usage: /],
    ['a value for a switch', ['snapshot', '-i', '--all=1'], '--all: it takes no value', /Usage/],
    ['a tab that is no number', ['url', '--tab', 'two'], 'Cannot read --tab "two"', /\S/],
    ['a timeout of nothing', ['url', '--timeout', '0'], 'Cannot read --timeout "0"', /\S/],
    ['a global flag without a value', ['url', '--tab'], 'Cannot read --tab', /\S/],
    ['help for an unknown command', ['help', 'clik'], 'Cannot run "clik"', /click/],
  ] as const)(
    '%s exits 2, says what to type and starts nothing',
    async (_, args, message, hint) => {
      const ran = await browse(...args);

      expectFailure(ran, 2, message, hint);
      expect(leftNothing()).toBe(true);
    },
  );

  test('an unknown command is one JSON object when JSON was asked for', async () => {
    const { stdout, stderr, code } = await browse('--json', 'gto');

    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      success: false,
      error: {
        code: 'usage',
        message: 'Cannot run "gto": no such command',
        hint: expect.stringContaining('goto'),
      },
    });
  });
});

describe('a malformed environment variable', () => {
  test.each([
    ['BROWSE_IDLE_TIMEOUT', 'soon', 'must be a whole number from 0'],
    ['BROWSE_PORT', '65536', 'must be a whole number from 0 to 65535'],
    ['BROWSE_TAB', 'first', 'must be a tab id'],
    ['GSTACK_BROWSE_MAX_HTML_BYTES', '50MB', 'must be a whole number from 0'],
  ])('%s of "%s" exits 2 and starts nothing', async (name, value, wanted) => {
    const ran = await browse.run(['url'], { env: { [name]: value } });

    expectFailure(ran, 2, `Cannot read ${name} "${value}": ${wanted}`);
    expect(leftNothing()).toBe(true);
  });

  test('does not keep help away', async () => {
    expect(await browse.run(['help'], { env: { BROWSE_PORT: 'x' } })).toMatchObject({ code: 0 });
  });
});

describe('what needs no daemon', () => {
  test.each([
    ['--help', ['--help'], /^Usage: browse <command>/],
    ['-h', ['-h'], /^Usage: browse <command>/],
    ['no words at all', [], /^Usage: browse <command>/],
    ['help', ['help'], /^Usage: browse <command>/],
    ['help of a command that is called like a flag', ['help', 'tab'], /^Usage: browse tab <id>/],
    ['help click', ['help', 'click'], /^Usage: browse click <target>/],
    ['click --help', ['click', '--help'], /^Usage: browse click <target>/],
    ['help of an alias', ['help', 'open'], /^Usage: browse goto <url>/],
    ['help --json', ['help', '--json'], /^\{"success":true,"data":\{"categories"/],
    ['--version', ['--version'], /^browse \d+\.\d+\.\d+ \([\w-]+\)\n$/],
    ['status', ['status'], /^Status: stopped/],
    ['stop', ['stop'], /^Nothing runs here/],
    ['an alias of stop', ['quit'], /^Nothing runs here/],
  ] as const)('%s is answered without one', async (_, args, answer) => {
    const { stdout, stderr, code } = await browse(...args);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(answer);
    expect(leftNothing()).toBe(true);
  });

  test.each(['status', 'stop'])('%s says as JSON that nothing runs', async name => {
    const { stdout, code } = await browse(name, '--json');

    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ success: true, data: { running: false } });
    expect(existsSync(browse.stateFile)).toBe(false);
  });
});
