import { afterAll, describe, expect, test } from 'bun:test';

import { startAgent } from './patterns/agent.ts';

const agent = await startAgent();
afterAll(async () => await agent[Symbol.asyncDispose]());

describe('tabs that show their panel when they get the focus', () => {
  test('are changed by mouse', async () => {
    const before = await agent.open('tabs-automatic');
    expect(before.the('tab', 'General').states).toContain('selected');

    const changed = await agent.act('click', before.the('tab', 'Privacy').ref);
    expect(changed.changed('tab', 'Privacy').states).toContain('selected');
    expect(changed.changed('tab', 'General').states).not.toContain('selected');
    expect(changed.removed('textbox', 'Nickname').ref).toBe(before.the('textbox', 'Nickname').ref);
    const share = changed.added('checkbox', 'Share usage data');

    const ticked = await agent.act('click', share.ref);
    expect(ticked.changed('checkbox', 'Share usage data').states).toContain('checked');
    const back = await agent.act('click', before.the('tab', 'General').ref);
    expect(back.added('textbox', 'Nickname').ref).toBe(before.the('textbox', 'Nickname').ref);
  });

  test('are changed by keyboard', async () => {
    await agent.open('tabs-automatic');

    expect((await agent.act('press', 'Tab')).at).toBe('tab "General"');
    const changed = await agent.act('press', 'ArrowLeft');
    expect(changed.at).toBe('tab "Billing"');
    expect(changed.changed('tab', 'Billing').states).toContain('selected');
    expect(changed.added('link', 'Invoices').ref).toMatch(/^@/);

    expect((await agent.act('press', 'Tab')).at).toBe('link "Invoices"');
  });
});

describe('tabs that wait for Enter', () => {
  test('are changed by mouse', async () => {
    const billing = (await agent.open('tabs-manual')).the('tab', 'Billing');

    const changed = await agent.act('click', billing.ref);

    expect(changed.changed('tab', 'Billing').states).toContain('selected');
    expect((await agent.look()).the('tab', 'Billing').ref).toBe(billing.ref);
  });

  test('are changed by keyboard, focus first and panel second', async () => {
    await agent.open('tabs-manual');

    await agent.act('press', 'Tab');
    const moved = await agent.act('press', 'ArrowRight');
    expect(moved.at).toBe('tab "Privacy"');
    expect((await agent.look()).the('tab', 'General').states).toContain('selected');
    const changed = await agent.act('press', 'Enter');

    expect(changed.changed('tab', 'Privacy').states).toContain('selected');
    expect(changed.added('checkbox', 'Share usage data').ref).toMatch(/^@/);
  });
});

describe('a modal dialog element', () => {
  test('is opened, filled and saved by mouse', async () => {
    const button = (await agent.open('dialog-modal')).the('button', 'Edit address');

    const opened = await agent.act('click', button.ref);
    const dialog = opened.added('dialog', 'Address');
    const street = opened.added('textbox', 'Street');
    expect(opened.at).toBe('textbox "Street"');
    const view = await agent.look();
    expect(view.the('dialog', 'Address').ref).toBe(dialog.ref);
    expect(view.has('link', 'Elsewhere')).toBe(false);

    const filled = await agent.act('fill', street.ref, 'Oak Avenue');
    expect(filled.changed('textbox', 'Street')).toMatchObject({
      ref: street.ref,
      value: 'Oak Avenue',
    });
    const saved = await agent.act('click', opened.added('button', 'Save address').ref);
    expect(saved.removed('dialog', 'Address').ref).toBe(dialog.ref);
    expect(saved.said.join('\n')).toContain('Oak Avenue');
    expect((await agent.look()).the('button', 'Edit address').ref).toBe(button.ref);
  });

  test('is opened, filled and saved by keyboard', async () => {
    await agent.open('dialog-modal');

    await agent.act('press', 'Tab');
    const opened = await agent.act('press', 'Enter');
    expect(opened.at).toBe('textbox "Street"');
    await agent.act('press', 'Control+a');
    await agent.act('type', 'Birch Road');
    const saved = await agent.act('press', 'Enter');

    expect(saved.removed('dialog', 'Address').ref).toBe(opened.added('dialog', 'Address').ref);
    expect(saved.said.join('\n')).toContain('Birch Road');
  });

  test('is closed by Escape and gives the focus back', async () => {
    const button = (await agent.open('dialog-modal')).the('button', 'Edit address');
    await agent.act('click', button.ref);

    const closed = await agent.act('press', 'Escape');

    expect(closed.removed('dialog', 'Address').ref).toMatch(/^@/);
    expect(closed.at).toBe('button "Edit address"');
  });

  test('is named when it covers what is clicked', async () => {
    const view = await agent.open('dialog-modal');
    await agent.act('click', view.the('button', 'Edit address').ref);

    const { stderr, code } = await agent.browse(
      'click',
      view.the('link', 'Elsewhere').ref,
      '--timeout',
      '1500',
    );

    expect(code).toBe(1);
    expect(stderr).toContain('[dialog] "Address" covers it');
  });
});

describe('a modal dialog made by scripts', () => {
  test('is opened, filled and sent by mouse', async () => {
    const button = (await agent.open('dialog-custom')).the('button', 'Invite people');

    const opened = await agent.act('click', button.ref);
    expect(opened.added('dialog', 'Invite').ref).toMatch(/^@/);
    const email = opened.added('textbox', 'Email');
    await agent.act('fill', email.ref, 'ada@example.org');
    const sent = await agent.act('click', opened.added('button', 'Send').ref);

    expect(sent.removed('dialog', 'Invite').ref).toBe(opened.added('dialog', 'Invite').ref);
    expect((await agent.look()).the('button', 'Invite people')).toMatchObject({
      ref: button.ref,
      states: expect.arrayContaining(['focused']),
    });
  });

  test('says what appeared on the page although a field that left held the same', async () => {
    const view = await agent.open('dialog-custom');
    const opened = await agent.act('click', view.the('button', 'Invite people').ref);
    await agent.act('fill', opened.added('textbox', 'Email').ref, 'ada@example.org');

    const sent = await agent.act('click', opened.added('button', 'Send').ref);

    expect(sent.said).toContain('ada@example.org');
  });

  test('keeps the focus inside and is sent by keyboard', async () => {
    await agent.open('dialog-custom');

    await agent.act('press', 'Tab');
    const opened = await agent.act('press', 'Enter');
    expect(opened.at).toBe('textbox "Email"');
    const typed = await agent.act('type', 'bob@example.org');
    expect(typed.changed('textbox', 'Email').value).toBe('bob@example.org');
    expect((await agent.act('press', 'Shift+Tab')).at).toBe('button "Close"');
    expect((await agent.act('press', 'Tab')).at).toBe('textbox "Email"');
    expect((await agent.act('press', 'Tab')).at).toBe('button "Send"');
    const sent = await agent.act('press', 'Enter');

    expect(sent.removed('dialog', 'Invite').ref).toMatch(/^@/);
    expect(sent.at).toBe('button "Invite people"');
  });

  test('says that something covers what is clicked behind it', async () => {
    const view = await agent.open('dialog-custom');
    await agent.act('click', view.the('button', 'Invite people').ref);

    const { stderr, code } = await agent.browse(
      'click',
      view.the('link', 'Elsewhere').ref,
      '--timeout',
      '1500',
    );

    expect(code).toBe(1);
    expect(stderr).toContain('[dialog] "Invite" covers it');
  });
});

describe('an alert dialog', () => {
  test('is shown with its question and answered by mouse', async () => {
    const view = await agent.open('dialog-alert');

    const opened = await agent.act('click', view.the('button', 'Delete letter').ref);
    expect(opened.added('alertdialog', 'Delete?').ref).toMatch(/^@/);
    expect(opened.text).toContain('The letter cannot be brought back.');
    expect(opened.at).toBe('button "Keep it"');
    const asked = await agent.look();
    expect(asked.text).toContain('The letter cannot be brought back.');
    expect(asked.has('button', 'Compose')).toBe(false);

    const kept = await agent.act('click', opened.added('button', 'Keep it').ref);
    expect(kept.removed('alertdialog', 'Delete?').ref).toMatch(/^@/);
    expect((await agent.look()).the('button', 'Delete letter').ref).toBe(
      view.the('button', 'Delete letter').ref,
    );
  });

  test('is answered by keyboard', async () => {
    const view = await agent.open('dialog-alert');

    await agent.act('press', 'Tab');
    const opened = await agent.act('press', 'Enter');
    expect(opened.at).toBe('button "Keep it"');
    expect((await agent.act('press', 'Tab')).at).toBe('button "Yes, delete"');
    const deleted = await agent.act('press', 'Enter');

    expect(deleted.removed('alertdialog', 'Delete?').ref).toBe(
      opened.added('alertdialog', 'Delete?').ref,
    );
    expect(deleted.at).toBe('button "Compose"');
    const after = await agent.look();
    expect(after.has('button', 'Delete letter')).toBe(false);
    expect(after.the('button', 'Compose').ref).toBe(view.the('button', 'Compose').ref);
  });
});
