import { afterAll, describe, expect, test } from 'bun:test';

import { startAgent } from './patterns/agent.ts';

const agent = await startAgent();
afterAll(async () => await agent[Symbol.asyncDispose]());

describe('a tree', () => {
  test('is expanded level by level and collapsed by mouse', async () => {
    const src = (await agent.open('tree')).the('treeitem', 'src');
    expect(src.states).toEqual(expect.arrayContaining(['collapsed', 'level=1']));

    const first = await agent.act('click', src.ref);
    expect(first.changed('treeitem', 'src').states).toContain('expanded');
    const page = first.added('treeitem', 'page');
    expect(page.states).toEqual(expect.arrayContaining(['collapsed', 'level=2']));

    const second = await agent.act('click', page.ref);
    expect(second.changed('treeitem', 'page').states).toContain('expanded');
    const names = second.added('treeitem', 'names.ts');
    const chosen = await agent.act('click', names.ref);
    expect(chosen.changed('treeitem', 'names.ts').states).toContain('selected');
    expect(chosen.changed('treeitem', 'page').states).not.toContain('selected');

    const view = await agent.look();
    expect(view.names('treeitem')).toEqual([
      'src',
      'page',
      'roles.ts',
      'names.ts',
      'main.ts',
      'README',
    ]);
    expect(view.the('treeitem', 'names.ts').ref).toBe(names.ref);
  });

  test('keeps a parent open when a click lands on a leaf of its', async () => {
    const src = (await agent.open('tree')).the('treeitem', 'src');
    const opened = await agent.act('click', src.ref);

    await agent.act('click', opened.added('treeitem', 'main.ts').ref);

    expect((await agent.look()).the('treeitem', 'src')).toMatchObject({
      ref: src.ref,
      states: expect.arrayContaining(['expanded']),
    });
  });

  test('collapses the parent that was asked for, not the child under its middle', async () => {
    const src = (await agent.open('tree')).the('treeitem', 'src');
    const opened = await agent.act('click', src.ref);
    await agent.act('click', opened.added('treeitem', 'page').ref);

    const collapsed = await agent.act('click', src.ref);

    expect(collapsed.changed('treeitem', 'src').states).toContain('collapsed');
    expect((await agent.look()).names('treeitem')).toEqual(['src', 'README']);
  });

  test('is expanded, walked and collapsed by keyboard', async () => {
    await agent.open('tree');

    expect((await agent.act('press', 'Tab')).at).toBe('treeitem "src"');
    const opened = await agent.act('press', 'ArrowRight');
    expect(opened.changed('treeitem', 'src').states).toContain('expanded');
    expect(opened.added('treeitem', 'main.ts').states).toContain('level=2');
    expect((await agent.act('press', 'ArrowRight')).at).toBe('treeitem "page"');
    await agent.act('press', 'ArrowRight');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('treeitem "roles.ts"');
    const chosen = await agent.act('press', 'Enter');
    expect(chosen.changed('treeitem', 'roles.ts').states).toContain('selected');
    await agent.act('press', 'Home');
    const closed = await agent.act('press', 'ArrowLeft');

    expect(closed.changed('treeitem', 'src').states).toContain('collapsed');
    expect(closed.removed('treeitem', 'roles.ts').ref).toMatch(/^@/);
    expect((await agent.look()).names('treeitem')).toEqual(['src', 'README']);
  });
});

describe('a data grid', () => {
  test('is sorted by its column headers by mouse', async () => {
    await agent.open('grid');
    const before = await agent.read();
    expect(before.the('columnheader', 'Date').states).toContain('sort=ascending');
    const tea = before.the('gridcell', 'Tea');

    const sorted = await agent.act('click', before.the('button', 'Amount').ref);
    expect(sorted.changed('columnheader', 'Amount').states).toContain('sort=ascending');
    expect(sorted.changed('columnheader', 'Date').states).not.toContain('sort=ascending');
    const reversed = await agent.act('click', before.the('button', 'Amount').ref);
    expect(reversed.changed('columnheader', 'Amount').states).toContain('sort=descending');

    const after = await agent.read();
    expect(after.names('row').slice(1)).toEqual([
      '2024-01-02 30 Rent',
      '2024-03-09 20 Books',
      '2024-02-05 10 Tea',
    ]);
    expect(after.the('gridcell', 'Tea').ref).toBe(tea.ref);
  });

  test('has its cells edited by mouse', async () => {
    await agent.open('grid');
    const before = await agent.read();
    const cell = before.the('gridcell', 'Tea');
    expect(before.the('gridcell', '10').states).toContain('readonly');

    const opened = await agent.act('click', cell.ref, '--double');
    const field = opened.added('textbox', 'Edit note');
    expect(field.value).toBe('Tea');
    await agent.act('fill', field.ref, 'Coffee');
    const finished = await agent.act('press', 'Enter');

    expect(finished.removed('textbox', 'Edit note').ref).toBe(field.ref);
    expect((await agent.read()).the('gridcell', 'Coffee').ref).toBe(cell.ref);
  });

  test('is walked and edited by keyboard', async () => {
    await agent.open('grid');

    expect((await agent.act('press', 'Tab')).at).toBe('button "Date"');
    await agent.act('press', 'End');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('gridcell "Rent"');
    const opened = await agent.act('press', 'Enter');
    expect(opened.at).toBe('textbox "Edit note"');
    const typed = await agent.act('type', 'Lease');
    expect(typed.changed('textbox', 'Edit note').value).toBe('Lease');
    const finished = await agent.act('press', 'Enter');
    expect(finished.at).toBe('gridcell "Lease"');

    await agent.act('press', 'F2');
    await agent.act('type', 'Nothing');
    await agent.act('press', 'Escape');
    expect((await agent.read()).the('gridcell', 'Lease').states).toContain('focused');
  });

  test('is sorted by keyboard', async () => {
    await agent.open('grid');
    await agent.act('press', 'Tab');
    await agent.act('press', 'ArrowRight');

    const sorted = await agent.act('press', 'Enter');

    expect(sorted.changed('columnheader', 'Amount').states).toContain('sort=ascending');
  });

  test('tells of no cell that came or went while the keyboard walks', async () => {
    await agent.open('grid');
    const view = await agent.read();
    await agent.act('click', view.the('gridcell', 'Tea').ref);

    const moved = await agent.act('press', 'ArrowDown');

    expect(moved.at).toBe('gridcell "Books"');
    expect(moved.text).not.toMatch(/^[+-] @/m);
  });
});

describe('a treegrid', () => {
  test('is expanded and collapsed by mouse', async () => {
    await agent.open('treegrid');
    const lunch = (await agent.read()).the('row', 'Lunch Ada');
    expect(lunch.states).toEqual(expect.arrayContaining(['collapsed', 'level=1']));

    const opened = await agent.act('click', lunch.ref);
    expect(opened.changed('row', 'Lunch Ada').states).toContain('expanded');
    expect(opened.text).toContain('Re: Re: Lunch');
    const view = await agent.read();
    expect(view.the('row', 'Lunch Ada').ref).toBe(lunch.ref);
    expect(view.the('row', 'Re: Lunch Bob').states).toContain('level=2');

    const closed = await agent.act('click', lunch.ref);
    expect(closed.changed('row', 'Lunch Ada').states).toContain('collapsed');
    expect((await agent.read()).has('row', 'Re: Lunch Bob')).toBe(false);
  });

  test('is expanded and walked by keyboard', async () => {
    await agent.open('treegrid');

    expect((await agent.act('press', 'Tab')).at).toBe('row "Lunch Ada"');
    const opened = await agent.act('press', 'ArrowRight');
    expect(opened.changed('row', 'Lunch Ada').states).toContain('expanded');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('row "Re: Lunch Bob"');
    expect((await agent.act('press', 'End')).at).toBe('row "Invoice Dora"');
    await agent.act('press', 'Home');
    const closed = await agent.act('press', 'ArrowLeft');

    expect(closed.changed('row', 'Lunch Ada').states).toContain('collapsed');
  });

  test('tells of no row that came or went while the keyboard walks', async () => {
    await agent.open('treegrid');
    await agent.act('press', 'Tab');

    const moved = await agent.act('press', 'ArrowDown');

    expect(moved.at).toBe('row "Invoice Dora"');
    expect(moved.text).not.toMatch(/^[+-] @/m);
  });

  test('shows every row that the keyboard reaches, not the tab stop alone', async () => {
    const view = await agent.open('treegrid');

    expect(view.names('row')).toEqual(expect.arrayContaining(['Lunch Ada', 'Invoice Dora']));
  });
});
