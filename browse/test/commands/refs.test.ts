import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside, refIn, treeOf } from '../support/shown.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

/** People who count how often they were messaged, in a list that can be sorted the other way round. */
const PEOPLE = `
  <ul>${['Ada', 'Ben', 'Cleo']
    .map(name => `<li><button onclick="this.dataset.hits = 1">${name}</button></li>`)
    .join('')}</ul>
  <script>
    const turn = () => { const list = document.querySelector('ul'); list.append(...[...list.children].reverse()) };
    const hit = () => [...document.querySelectorAll('[data-hits]')].map(each => each.textContent).join() || 'nobody';
  </script>`;

describe('a ref', () => {
  test('stays the same from one snapshot to the next', async () => {
    await using _site = await openPage(browse, PEOPLE);
    const first = await browse('snapshot', '-i');

    const second = await browse('snapshot', '-i');

    expect(second.stdout).toBe(first.stdout);
  });

  test('is the same with and without the flags of a snapshot', async () => {
    await using _site = await openPage(browse, PEOPLE);
    const ref = await refOf(browse, '[button] "Ben"');

    const answers = await Promise.all([
      browse('snapshot'),
      browse('snapshot', '-c'),
      browse('snapshot', '-s', 'ul'),
    ]);

    expect(answers.map(({ stdout }) => refIn(stdout, '[button] "Ben"'))).toEqual([ref, ref, ref]);
  });

  test('follows its element through a new order', async () => {
    await using _site = await openPage(browse, PEOPLE);
    const ref = await refOf(browse, '[button] "Ada"');
    await browse('js', 'turn()');

    const { code } = await browse('click', ref);

    expect(code).toBe(0);
    expect(inside((await browse('js', 'hit()')).stdout)).toBe('Ada');
    expect(await refOf(browse, '[button] "Ada"')).toBe(ref);
  });

  test('does not pass to another element of the same name', async () => {
    await using _site = await openPage(browse, PEOPLE);
    const ref = await refOf(browse, '[button] "Ada"');
    await browse(
      'js',
      `document.querySelector('li').innerHTML = '<button onclick="this.dataset.hits = 1">Ada</button>'; 0`,
    );

    const { code, stderr } = await browse('click', ref);

    expect(code).toBe(5);
    expect(stderr).toBe(
      `Cannot use ${ref}: its element left the page (was [button] "Ada")\nRun \`browse snapshot -i\` to get fresh refs.\n`,
    );
    expect(inside((await browse('js', 'hit()')).stdout)).toBe('nobody');
  });

  test('comes back to life with its element', async () => {
    await using _site = await openPage(browse, PEOPLE);
    const ref = await refOf(browse, '[button] "Ada"');
    await browse('js', `window.kept = document.querySelector('li'); kept.remove()`);
    const gone = await browse('click', ref);
    await browse('js', `document.querySelector('ul').append(kept)`);

    const back = await browse('click', ref);

    expect([gone.code, back.code]).toEqual([5, 0]);
  });

  test.each(['click', 'hover', 'text', 'html'])(
    'that navigation ended is refused by %s with the cause',
    async command => {
      await using site = await openPage(browse, PEOPLE);
      const ref = await refOf(browse, '[button] "Ada"');
      await browse('goto', site.url);

      const { code, stderr, stdout } = await browse(command, ref);

      expect(code).toBe(5);
      expect(stdout).toBe('');
      expect(stderr).toBe(
        `Cannot use ${ref}: its page navigated since (was [button] "Ada")\nRun \`browse snapshot -i\` to get fresh refs.\n`,
      );
    },
  );

  test('of a page before the last snapshot is refused with the cause', async () => {
    await using site = await openPage(browse, PEOPLE);
    const ref = await refOf(browse, '[button] "Ada"');
    await browse('goto', site.url);
    await browse('snapshot', '-i');

    const { code, stderr } = await browse('click', ref);

    expect(code).toBe(5);
    expect(stderr).toContain(`Cannot use ${ref}: the page it was on is gone`);
  });

  test('survives a change of the address without a load', async () => {
    await using _site = await openPage(browse, PEOPLE);
    const ref = await refOf(browse, '[button] "Ada"');
    await browse('js', `history.pushState({}, '', '/elsewhere')`);

    const { code } = await browse('click', ref);

    expect(code).toBe(0);
  });

  test.each([
    ['name', `target.textContent = 'Delete all'`, 'was [button] "Save", now [button] "Delete all"'],
    ['role', `target.setAttribute('role', 'link')`, 'was [button] "Save", now [link] "Save"'],
  ])('whose %s changed is refused with what it was and is', async (_, change, sentence) => {
    await using _site = await openPage(
      browse,
      `<button onclick="this.dataset.hits = 1">Save</button><script>const target = document.querySelector('button')</script>`,
    );
    const ref = await refOf(browse, '[button] "Save"');
    await browse('js', change);

    const { code, stderr } = await browse('click', ref);

    expect(code).toBe(5);
    expect(stderr).toBe(
      `Cannot use ${ref}: ${sentence}\nRun \`browse snapshot -i\` to get fresh refs.\n`,
    );
    expect(inside((await browse('js', 'target.dataset.hits ?? "no"')).stdout)).toBe('no');
  });

  test('whose name changed is used all the same with --force', async () => {
    await using _site = await openPage(
      browse,
      `<button onclick="this.textContent = 'Clicked'">Save</button>`,
    );
    const ref = await refOf(browse, '[button] "Save"');
    await browse('js', `document.querySelector('button').textContent = 'Delete'`);

    const { code } = await browse('click', ref, '--force');

    expect(code).toBe(0);
    expect((await browse('text')).stdout).toContain('Clicked');
  });

  test('may be used again once a new snapshot has shown what its element is called now', async () => {
    await using _site = await openPage(browse, '<button>Save</button>');
    const ref = await refOf(browse, '[button] "Save"');
    await browse('js', `document.querySelector('button').textContent = 'Send'`);
    await browse('snapshot', '-i');

    const { code } = await browse('click', ref);

    expect(code).toBe(0);
  });

  test('whose value changed is still the same', async () => {
    await using _site = await openPage(browse, '<input aria-label="Name" value="a">');
    const ref = await refOf(browse, '[textbox] "Name"');
    await browse('js', `document.querySelector('input').value = 'b'`);

    const { code } = await browse('fill', ref, 'c');

    expect(code).toBe(0);
  });

  test('shows a name of the page on one line in an error', async () => {
    await using _site = await openPage(
      browse,
      '<button aria-label="A&#10;B\u202e&quot;" onclick="this.remove()">x</button>',
    );
    const { stdout } = await browse('snapshot', '-i');
    const ref = refIn(treeOf(stdout), '[button]');
    await browse('click', ref);

    const { stderr } = await browse('click', ref);

    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(stderr).not.toContain('\u202e');
  });

  test('belongs to its tab', async () => {
    await using _site = await openPage(browse, '<button>Save</button>');
    const { stdout } = await browse('newtab');
    const tab = /tab (\d+)/.exec(stdout)?.[1] ?? '';

    const { code, stderr } = await browse('click', '@e1', '--tab', tab);

    expect(code).toBe(5);
    expect(stderr).toContain(`no snapshot of tab ${tab} gave out this ref`);
  });

  test('in an effect line can be used at once', async () => {
    await using _site = await openPage(
      browse,
      `<button onclick="document.body.insertAdjacentHTML('beforeend', '<button>More</button>')">Add</button>`,
    );
    const { stdout } = await browse('click', await refOf(browse, '[button] "Add"'));

    const { code } = await browse('click', refIn(stdout, '+ '));

    expect(code).toBe(0);
  });
});
