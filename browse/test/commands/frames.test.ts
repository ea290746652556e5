import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { openPage, refOf } from '../support/open-page.ts';
import { inside, refIn, treeOf } from '../support/shown.ts';
import type { Site } from '../support/site.ts';
import { serve } from '../support/site.ts';

const browse = await startBrowse();
afterAll(async () => await browse[Symbol.asyncDispose]());

const INNER = `<label>Card <input></label><button onclick="this.textContent = 'Paid'">Pay</button>`;

/** Opens a page with one frame of the kind named. */
async function openFramed(kind: string): Promise<Site> {
  const frames: Readonly<Record<string, string>> = {
    'same-origin': '<iframe src="/inner" title="Checkout"></iframe>',
    srcdoc: `<iframe srcdoc="${INNER.replaceAll('"', '&quot;')}" title="Checkout"></iframe>`,
    'cross-origin': `<iframe title="Checkout"></iframe><script>
      document.querySelector('iframe').src = location.href.replace('127.0.0.1', 'localhost') + 'inner'</script>`,
  };
  const site = await openPage(browse, {
    '/': `<button>Outside</button>${frames[kind]}<button>After</button>`,
    '/inner': INNER,
  });
  await browse('wait', 'text=Pay');
  return site;
}

describe.each(['same-origin', 'srcdoc', 'cross-origin'])('a %s frame', kind => {
  test('is a node of the snapshot with its content below it', async () => {
    await using _site = await openFramed(kind);

    const { stdout } = await browse('snapshot', '-i');

    expect(
      treeOf(stdout)
        .split('\n')
        .map(line => line.replace(/@e\d+/, '@e')),
    ).toEqual([
      '@e [button] "Outside"',
      '@e [iframe] "Checkout"',
      '  @e [textbox] "Card"',
      '  @e [button] "Pay"',
      '@e [button] "After"',
    ]);
  });

  test('shares one space of refs with the page', async () => {
    await using _site = await openFramed(kind);

    const { stdout } = await browse('snapshot', '-i');

    const refs = [...stdout.matchAll(/@e\d+/g)].map(([ref]) => ref);
    expect(new Set(refs).size).toBe(5);
    expect(refs.length).toBe(5);
  });

  test('is clicked and filled through refs, and reports the effect', async () => {
    await using _site = await openFramed(kind);
    const { stdout } = await browse('snapshot', '-i');
    const [field, button] = [refIn(stdout, '[textbox]'), refIn(stdout, '[button] "Pay"')];

    const filled = await browse('fill', field, '4111');
    const clicked = await browse('click', button);

    expect(filled.stdout).toContain(`Filled ${field}`);
    expect(clicked.stdout).toContain(`Clicked ${button}\n`);
    expect(inside(clicked.stdout)).toContain(`~ ${button} [button] "Paid"`);
    expect(inside((await browse('snapshot', '-i')).stdout)).toContain('[textbox] "Card": 4111');
  });

  test('gets the keyboard when one of its fields has the focus', async () => {
    await using _site = await openFramed(kind);
    await browse('click', await refOf(browse, '[textbox] "Card"'));

    await browse('type', '42');

    expect(inside((await browse('snapshot', '-i')).stdout)).toMatch(/\[textbox\] "Card".*: 42$/m);
  });

  test('ends its refs when it leaves the page', async () => {
    await using _site = await openFramed(kind);
    const ref = await refOf(browse, '[button] "Pay"');
    await browse('js', `document.querySelector('iframe').remove()`);

    const { code, stderr } = await browse('click', ref);

    expect(code).toBe(5);
    expect(stderr).toContain(`Cannot use ${ref}: `);
    expect(stderr).toContain('was [button] "Pay"');
  });
});

describe('a frame within a frame', () => {
  test('is part of the same tree and can be clicked', async () => {
    await using _site = await openPage(browse, {
      '/': '<iframe src="/middle" width="600" height="400"></iframe>',
      '/middle': '<button>Middle</button><iframe src="/inner"></iframe>',
      '/inner': INNER,
    });
    await browse('wait', 'text=Pay');
    const { stdout } = await browse('snapshot', '-i');

    const clicked = await browse('click', refIn(stdout, '[button] "Pay"'));

    expect(treeOf(stdout)).toMatch(/^    @e\d+ \[button\] "Pay"$/m);
    expect(inside(clicked.stdout)).toContain('[button] "Paid"');
  });
});

describe('a frame that navigates', () => {
  test('ends its own refs and leaves those of the page alone', async () => {
    await using site = await openPage(browse, {
      '/': '<button>Outside</button><iframe src="/inner"></iframe>',
      '/inner': INNER,
      '/next': '<button>Next</button>',
    });
    await browse('wait', 'text=Pay');
    const { stdout } = await browse('snapshot', '-i');
    await browse(
      'js',
      `document.querySelector('iframe').src = ${JSON.stringify(site.at('/next'))}`,
    );
    await browse('wait', 'text=Next');

    const within = await browse('click', refIn(stdout, '[button] "Pay"'));
    const outside = await browse('click', refIn(stdout, '[button] "Outside"'));

    expect([within.code, outside.code]).toEqual([5, 0]);
    expect(within.stderr).toContain('its page navigated since (was [button] "Pay")');
  });
});

describe('an open shadow root', () => {
  const SHADOW = `<my-card></my-card><script>
    customElements.define('my-card', class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML =
          '<slot></slot><button>Buy</button><input aria-label="Amount">';
        this.shadowRoot.querySelector('button').onclick = event => { event.target.textContent = 'Bought' };
      }
    });
  </script>`;

  test('shows in the snapshot and is clicked and filled through refs', async () => {
    await using _site = await openPage(browse, SHADOW);
    const { stdout } = await browse('snapshot', '-i');

    const clicked = await browse('click', refIn(stdout, '[button] "Buy"'));
    const filled = await browse('fill', refIn(stdout, '[textbox] "Amount"'), '12');

    expect(inside(clicked.stdout)).toContain('[button] "Bought"');
    expect(filled.code).toBe(0);
    expect(inside((await browse('snapshot', '-i')).stdout)).toContain('[textbox] "Amount"');
    expect(inside((await browse('snapshot', '-i')).stdout)).toContain(': 12');
  });

  test('is reached by text and CSS too', async () => {
    await using _site = await openPage(browse, SHADOW);

    const { code } = await browse('click', 'my-card button');

    expect(code).toBe(0);
    expect(inside((await browse('text')).stdout)).toContain('Bought');
  });
});

describe('a frame whose document never comes', () => {
  test.each([
    [['snapshot', '-i'], '[button] "Outside"'],
    [['text'], 'Words'],
    [['links'], '(no links)'],
    [['text', '#words'], 'Words'],
    [['wait', '#words'], '#words is visible'],
    [['wait', '--text', 'Words'], 'Text "Words" is visible'],
    [['click', 'text=Outside'], 'Clicked text=Outside'],
  ])('does not keep the page from answering %p', async (words, answer) => {
    const never = Promise.withResolvers<Response>();
    await using site = await serve({
      '/': '<button>Outside</button><p id="words">Words</p><iframe src="/never"></iframe>',
      '/never': async () => await never.promise,
    });
    await browse('goto', site.url);

    const { stdout, code } = await browse(...words);
    never.resolve(new Response(''));

    expect(code).toBe(0);
    expect(stdout).toContain(answer);
  });

  test('does not hide that nothing on the page matches', async () => {
    const never = Promise.withResolvers<Response>();
    await using site = await serve({
      '/': '<p>Words</p><iframe src="/never"></iframe>',
      '/never': async () => await never.promise,
    });
    await browse('goto', site.url);

    const text = await browse('text', '#none');
    const wait = await browse('wait', '#none', '--timeout', '600');
    never.resolve(new Response(''));

    expect(text.code).toBe(5);
    expect(wait.stderr).toContain('#none is still not visible');
  });
});
