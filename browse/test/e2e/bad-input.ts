import { afterAll, afterEach, beforeAll, expect, setDefaultTimeout } from 'bun:test';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Browse, Ran } from '../support/browse.ts';
import { trackProjects } from '../support/process-tree.ts';

/** What the command line may end with; see `FAILURES`. */
const EXIT_CODES = [0, 1, 2, 3, 4, 5, 6, 7];

/**
 * A daemon for the tests of one file. After each of them the same process still answers, nothing it was asked ended
 * as a bug, and in the end no process is left.
 */
export async function startWatched(): Promise<Browse> {
  setDefaultTimeout(60_000);
  const projects = trackProjects();
  const browse = await projects.start();
  let pid = 0;
  let known = 0;
  beforeAll(async () => {
    expect(await browse('url')).toMatchObject({ code: 0 });
    ({ pid } = browse.state());
  });
  afterEach(async () => {
    const status = await browse('status');
    expect({ code: status.code, pid: browse.state().pid }).toEqual({ code: 0, pid });
    const bugs = bugsOf(browse);
    const fresh = bugs.slice(known);
    known = bugs.length;
    expect(fresh).toEqual([]);
  });
  afterAll(async () => {
    await browse[Symbol.asyncDispose]();
    await projects.expectNothingLeft();
  });
  return browse;
}

/** The lines of the daemon's log that speak of a bug. */
const bugsOf = ({ stateFile }: Browse): string[] =>
  readFileSync(join(dirname(stateFile), 'browse-daemon.log'), 'utf8')
    .split('\n')
    .filter(line => /\bbug in\b|\binternal\b/.test(line));

/** Either an answer and nothing else, or one clear error: what happened, what to type, and a known exit code. */
export function expectAnswerOrError({ stdout, stderr, code }: Ran): void {
  expect(EXIT_CODES).toContain(code);
  if (code === 0) expect(stderr).toBe('');
  else
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^Cannot [^\n]+\n\S[^\n]*\n$/),
    });
}
