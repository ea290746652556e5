import { afterAll, describe, expect, test } from 'bun:test';

import { startAgent } from './patterns/agent.ts';

const agent = await startAgent();
afterAll(async () => await agent[Symbol.asyncDispose]());

describe('a menu button', () => {
  test('opens a menu of checkboxes and radios by mouse', async () => {
    const button = (await agent.open('menu-button')).the('button', 'View');

    const opened = await agent.act('click', button.ref);
    expect(opened.changed('button', 'View')).toMatchObject({
      ref: button.ref,
      states: expect.arrayContaining(['expanded']),
    });
    expect(opened.added('menuitemradio', 'Small text').states).toContain('checked');
    expect(opened.added('menuitem', 'Print').states).toContain('disabled');
    expect(opened.at).toBe('menuitemcheckbox "Show ruler"');

    const ruler = opened.added('menuitemcheckbox', 'Show ruler');
    const checked = await agent.act('click', ruler.ref);
    expect(checked.changed('menuitemcheckbox', 'Show ruler').states).toContain('checked');

    const large = await agent.act('click', opened.added('menuitemradio', 'Large text').ref);
    expect(large.changed('menuitemradio', 'Large text').states).toContain('checked');
    expect(large.changed('menuitemradio', 'Small text').states).not.toContain('checked');

    const view = await agent.look();
    expect(view.the('menuitemcheckbox', 'Show ruler')).toMatchObject({
      ref: ruler.ref,
      states: expect.arrayContaining(['checked']),
    });
  });

  test('opens a submenu when the mouse is over its item', async () => {
    const button = (await agent.open('menu-button')).the('button', 'View');
    const opened = await agent.act('click', button.ref);

    const hovered = await agent.act('hover', opened.added('menuitem', 'Export as').ref);
    expect(hovered.changed('menuitem', 'Export as').states).toContain('expanded');

    const exported = await agent.act('click', hovered.added('menuitem', 'Markdown').ref);
    expect(exported.said).toContain('Exported Markdown');
    expect(exported.changed('button', 'View').states).toContain('collapsed');
    expect((await agent.look()).names('menuitem')).toEqual([]);
  });

  test('is walked through by keyboard, submenu and all', async () => {
    await agent.open('menu-button');
    await agent.act('press', 'Tab');

    const opened = await agent.act('press', 'ArrowDown');
    expect(opened.changed('button', 'View').states).toContain('expanded');
    expect(opened.at).toBe('menuitemcheckbox "Show ruler"');
    const ruler = opened.added('menuitemcheckbox', 'Show ruler');
    const checked = await agent.act('press', 'Space');
    expect(checked.changed('menuitemcheckbox', 'Show ruler')).toMatchObject({
      ref: ruler.ref,
      states: expect.arrayContaining(['checked']),
    });

    expect((await agent.act('press', 'End')).at).toBe('menuitem "Print"');
    expect((await agent.act('press', 'ArrowUp')).at).toBe('menuitem "Export as"');
    const deeper = await agent.act('press', 'ArrowRight');
    expect(deeper.changed('menuitem', 'Export as').states).toContain('expanded');
    expect(deeper.at).toBe('menuitem "PDF"');

    const back = await agent.act('press', 'ArrowLeft');
    expect(back.removed('menuitem', 'PDF').ref).toBe(deeper.added('menuitem', 'PDF').ref);
    expect(back.at).toBe('menuitem "Export as"');
    await agent.act('press', 'ArrowRight');
    const exported = await agent.act('press', 'Enter');
    expect(exported.said).toContain('Exported PDF');
    expect(exported.at).toBe('button "View"');
  });

  test('is closed by Escape and gives the focus back', async () => {
    const button = (await agent.open('menu-button')).the('button', 'View');
    const opened = await agent.act('click', button.ref);

    const closed = await agent.act('press', 'Escape');

    expect(closed.changed('button', 'View').states).toContain('collapsed');
    expect(closed.removed('menuitem', 'Print').ref).toBe(opened.added('menuitem', 'Print').ref);
    expect((await agent.look()).the('button', 'View')).toMatchObject({
      ref: button.ref,
      states: expect.arrayContaining(['focused']),
    });
  });
});

describe('a menubar', () => {
  test('is operated by mouse', async () => {
    const view = await agent.open('menubar');
    expect(view.names('menuitem')).toEqual(['File', 'Edit', 'About']);

    const opened = await agent.act('click', view.the('menuitem', 'Edit').ref);
    expect(opened.changed('menuitem', 'Edit').states).toContain('expanded');
    const done = await agent.act('click', opened.added('menuitem', 'Copy').ref);

    expect(done.said.join('\n')).toContain('Copy');
    expect(done.changed('menuitem', 'Edit').states).toContain('collapsed');
    expect((await agent.look()).the('menuitem', 'Edit').ref).toBe(view.the('menuitem', 'Edit').ref);
  });

  test('is operated by keyboard, from one menu into the next', async () => {
    await agent.open('menubar');

    expect((await agent.act('press', 'Tab')).at).toBe('menuitem "File"');
    expect((await agent.act('press', 'ArrowRight')).at).toBe('menuitem "Edit"');
    const opened = await agent.act('press', 'ArrowDown');
    expect(opened.changed('menuitem', 'Edit').states).toContain('expanded');
    expect(opened.at).toBe('menuitem "Cut"');
    const next = await agent.act('press', 'ArrowLeft');
    expect(next.changed('menuitem', 'Edit').states).toContain('collapsed');
    expect(next.changed('menuitem', 'File').states).toContain('expanded');
    expect(next.at).toBe('menuitem "New"');
    expect((await agent.act('press', 'ArrowDown')).at).toBe('menuitem "Save"');
    const done = await agent.act('press', 'Enter');

    expect(done.said.join('\n')).toContain('Save');
    expect(done.at).toBe('menuitem "File"');
  });

  test('tells of no text that was there before a menu opened', async () => {
    const view = await agent.open('menubar');

    const opened = await agent.act('click', view.the('menuitem', 'Edit').ref);

    expect(opened.said).toEqual([]);
  });
});

describe('a toolbar', () => {
  test('toggles and chooses by mouse', async () => {
    const view = await agent.open('toolbar');
    const bold = view.the('button', 'Bold');

    expect((await agent.act('click', bold.ref)).changed('button', 'Bold').states).toContain(
      'pressed',
    );
    const right = await agent.act('click', view.the('radio', 'Right').ref);
    expect(right.changed('radio', 'Right').states).toContain('checked');
    expect(right.changed('radio', 'Left').states).not.toContain('checked');
    const wrap = await agent.act('click', view.the('checkbox', 'Wrap').ref);
    expect(wrap.changed('checkbox', 'Wrap').states).toContain('checked');

    const after = await agent.look();
    expect(after.the('button', 'Bold')).toMatchObject({
      ref: bold.ref,
      states: expect.arrayContaining(['pressed']),
    });
    expect(after.the('button', 'Italic').states).not.toContain('pressed');
  });

  test('toggles and chooses by keyboard', async () => {
    const view = await agent.open('toolbar');
    expect(view.the('checkbox', 'Wrap').states).toContain('mixed');

    expect((await agent.act('press', 'Tab')).at).toBe('button "Bold"');
    expect((await agent.act('press', 'ArrowRight')).at).toBe('button "Italic"');
    const pressed = await agent.act('press', 'Space');
    expect(pressed.changed('button', 'Italic').states).toContain('pressed');
    await agent.act('press', 'ArrowRight');
    expect((await agent.act('press', 'ArrowRight')).at).toBe('radio "Centre"');
    const chosen = await agent.act('press', 'Enter');
    expect(chosen.changed('radio', 'Centre').states).toContain('checked');
    expect((await agent.act('press', 'End')).at).toBe('checkbox "Wrap"');
    const wrapped = await agent.act('press', 'Space');
    expect(wrapped.changed('checkbox', 'Wrap').states).toContain('checked');
    expect((await agent.act('press', 'Tab')).at).toBe('textbox "Text"');
    expect((await agent.act('press', 'Shift+Tab')).at).toBe('checkbox "Wrap"');
  });

  test('refuses to click what is disabled', async () => {
    const copy = (await agent.open('toolbar')).the('button', 'Copy');
    expect(copy.states).toContain('disabled');

    const { stderr, code } = await agent.browse('click', copy.ref, '--timeout', '1000');

    expect(code).toBe(1);
    expect(stderr).toContain('disabled');
  });
});
