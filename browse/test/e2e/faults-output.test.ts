import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';

import { BINARY, cleanEnvironment, runProgram } from '../support/browse.ts';
import { trackProjects } from '../support/process-tree.ts';

setDefaultTimeout(30_000);
const projects = trackProjects();
const browse = await projects.start();
beforeAll(async () => void (await browse('url')));
afterAll(async () => {
  await browse[Symbol.asyncDispose]();
  await projects.expectNothingLeft();
});

const LINES = `js 'Array.from({length:200000},(_,i)=>"line "+i).join("\\n")'`;

const shell = async (script: string) =>
  await runProgram(['bash', '-o', 'pipefail', '-c', script.replaceAll('browse ', `"${BINARY}" `)], {
    cwd: browse.directory,
    env: cleanEnvironment(browse.home),
  });

describe('the answer', () => {
  test('of 2 MB arrives whole through a pipe', async () => {
    const { stdout, code } = await browse('js', '"x".repeat(2_000_000)');

    expect(code).toBe(0);
    expect(stdout.split('\n')[1]).toBe('x'.repeat(2_000_000));
  });

  test('of 2 MB arrives whole when its reader is slow', async () => {
    const { stdout, code } = await shell(`browse js '"x".repeat(2000000)' | (sleep 0.3; wc -c)`);

    expect(code).toBe(0);
    expect(Number(stdout)).toBeGreaterThan(2_000_000);
  });

  test('may be cut off by its reader', async () => {
    const { stdout, stderr, code } = await shell(`browse ${LINES} | head -1`);

    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    expect(stdout).toStartWith('--- BEGIN UNTRUSTED EXTERNAL CONTENT');
  });

  test.each([
    ['closed standard output', 'browse url >&-', 0],
    ['closed standard error', 'browse nothing 2>&-', 2],
    ['closed standard input', 'browse url <&-', 0],
    ['a full disk', 'browse url >/dev/full', 1],
  ] as const)('survives %s', async (_, script, expected) => {
    const { code } = await shell(script);

    expect(code).toBe(expected);
    expect(await browse('url')).toMatchObject({ stdout: 'about:blank\n', code: 0 });
  });

  test('is all there is on standard output, so that it can be captured', async () => {
    const { stdout, stderr } = await shell(`where="$(browse url)" && echo "[$where]"`);

    expect({ stdout, stderr }).toEqual({ stdout: '[about:blank]\n', stderr: '' });
  });

  test('is cut to --max-output and says by how much', async () => {
    const { stdout } = await browse('js', '"x".repeat(5000)', '--max-output', '100');

    expect(stdout).toContain(`\n${'x'.repeat(100)}\n… 4900 more characters`);
  });
});

describe('--json', () => {
  test.each([
    ['usage found by the command line', ['click', '--json'], 2, 'usage'],
    ['usage found by the daemon', ['snapshot', '-d', 'x', '--json'], 2, 'usage'],
    ['a failed script', ['--json', 'js', 'throw new Error("no")'], 1, 'failed'],
    [
      'a timeout',
      ['js', 'await new Promise(() => {})', '--json', '--timeout', '200'],
      4,
      'timeout',
    ],
    ['an unknown ref', ['click', '@e999', '--json'], 5, 'not_found'],
    ['a denied address', ['goto', 'data:text/html,x', '--json'], 6, 'denied'],
  ] as const)('gives %s as one object on standard output', async (_, args, exit, code) => {
    const { stdout, stderr, code: actual } = await browse(...args);

    expect({ stderr, code: actual }).toEqual({ stderr: '', code: exit });
    expect(stdout.trimEnd()).not.toContain('\n');
    expect(JSON.parse(stdout)).toEqual({
      success: false,
      error: { code, message: expect.stringContaining('Cannot'), hint: expect.any(String) },
    });
  });

  test('gives an answer as one object with text and data', async () => {
    const { stdout } = await browse('url', '--json');

    expect(JSON.parse(stdout)).toEqual({
      success: true,
      data: { url: 'about:blank' },
      text: 'about:blank',
    });
  });

  test('behind -- is a word like any other', async () => {
    const { stderr, code } = await browse('url', '--', '--json');

    expect(code).toBe(2);
    expect(stderr).toContain('unexpected argument "--json"');
  });
});

describe('standard input', () => {
  test('is what - stands for', async () => {
    const { stdout, code } = await browse.run(['js', '-'], { stdin: '"read " + "from stdin"' });

    expect(code).toBe(0);
    expect(stdout).toContain('read from stdin');
  });

  test('of more than 16 MB is refused with exit 2', async () => {
    const { stderr, code } = await browse.run(['js', '-'], { stdin: ' '.repeat(17_000_000) });

    expect(code).toBe(2);
    expect(stderr).toBe(
      'Cannot send the command: its arguments exceed 16 MB\nPut the content into a file.\n',
    );
  });
});
