import { afterEach, describe, expect, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';

import { findProject } from '#platform/project.ts';

import { temporaryFolder } from '../support/temporary.ts';

const before = process.env['BROWSE_STATE_FILE'];
afterEach(() => {
  if (before === undefined) delete process.env['BROWSE_STATE_FILE'];
  else process.env['BROWSE_STATE_FILE'] = before;
});

describe('a project', () => {
  test('is the folder itself when no ancestor is under git', () => {
    using folder = temporaryFolder();

    const { logFile, ...project } = findProject(folder.path);

    expect(project).toEqual({
      root: folder.path,
      stateDirectory: folder.at('.gstack'),
      stateFile: folder.at('.gstack', 'browse.json'),
      lockFile: folder.at('.gstack', 'browse.lock'),
    });
    expect(logFile('daemon')).toBe(folder.at('.gstack', 'browse-daemon.log'));
    expect(logFile('network')).toBe(folder.at('.gstack', 'browse-network.log'));
  });

  test('is the nearest ancestor with a .git folder', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('.git'));
    mkdirSync(folder.at('inner', '.git'), { recursive: true });
    mkdirSync(folder.at('inner', 'a', 'b'), { recursive: true });

    expect(findProject(folder.at('inner', 'a', 'b')).root).toBe(folder.at('inner'));
    expect(findProject(folder.at('inner')).root).toBe(folder.at('inner'));
    expect(findProject(folder.path).root).toBe(folder.path);
  });

  test('is a worktree, whose .git is a file', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('.git'));
    mkdirSync(folder.at('worktree', 'src'), { recursive: true });
    writeFileSync(folder.at('worktree', '.git'), 'gitdir: elsewhere\n');

    expect(findProject(folder.at('worktree', 'src')).root).toBe(folder.at('worktree'));
  });

  test.each([
    ['an absolute path', '/elsewhere/state.json', '/elsewhere/state.json', '/elsewhere/state.lock'],
    ['a path without .json', '/elsewhere/state', '/elsewhere/state', '/elsewhere/state.lock'],
  ])('keeps its files at %s of BROWSE_STATE_FILE', (_, value, stateFile, lockFile) => {
    using folder = temporaryFolder();
    process.env['BROWSE_STATE_FILE'] = value;

    expect(findProject(folder.path)).toMatchObject({ root: folder.path, stateFile, lockFile });
  });

  test('reads a relative BROWSE_STATE_FILE from the directory of the call', () => {
    using folder = temporaryFolder();
    mkdirSync(folder.at('.git'));
    mkdirSync(folder.at('sub'));
    process.env['BROWSE_STATE_FILE'] = './mine/b.json';

    expect(findProject(folder.at('sub')).stateFile).toBe(folder.at('sub', 'mine', 'b.json'));
  });

  test('takes an empty BROWSE_STATE_FILE for none', () => {
    using folder = temporaryFolder();
    process.env['BROWSE_STATE_FILE'] = '';

    expect(findProject(folder.path).stateFile).toBe(folder.at('.gstack', 'browse.json'));
  });
});
