import { describe, expect, test } from 'bun:test';

import { openPage } from '../support/open-page.ts';
import { count, refIn } from '../support/shown.ts';
import { startWatched } from './bad-input.ts';

const browse = await startWatched();

describe('two hundred frames', () => {
  const INNER = `<button onclick="this.textContent = 'Done'">Button</button><p>Words</p>`;
  const frames = (count: number, attributes: string): string =>
    `<button>Top</button>${`<iframe ${attributes} width="60" height="40"></iframe>`.repeat(count)}`;

  test.each([
    ['of the same site', 'src="/inner"'],
    ['of srcdoc', `srcdoc="${INNER.replaceAll('"', '&quot;')}"`],
    ['in sandboxes', `sandbox="allow-scripts" srcdoc="${INNER.replaceAll('"', '&quot;')}"`],
  ])('%s are all shown and clicked into', async (_, attributes) => {
    await using _site = await openPage(browse, { '/': frames(200, attributes), '/inner': INNER });
    expect(await browse('wait', '--load')).toMatchObject({ code: 0 });

    const { stdout, code } = await browse('snapshot', '-i', '--all');
    const last = /@e\d+(?= \[button\] "Button"(?![^]*\[button\]))/.exec(stdout)?.[0] ?? '';
    const clicked = await browse('click', last);

    expect(code).toBe(0);
    expect(count(stdout, '[iframe]')).toBe(200);
    expect(count(stdout, '[button] "Button"')).toBe(200);
    expect(new Set(stdout.match(/@e\d+/g)).size).toBe(401);
    expect(clicked.stdout).toContain(`${last} [button] "Done"`);
  });

  test('of which half never answer leave the others shown', async () => {
    const never = Promise.withResolvers<Response>();
    await using _site = await openPage(browse, {
      '/': `${'<iframe src="/inner"></iframe>'.repeat(20)}${'<iframe src="/never"></iframe>'.repeat(20)}`,
      '/inner': INNER,
      '/never': async () => await never.promise,
    });
    expect(await browse('wait', 'text=Button')).toMatchObject({ code: 0 });
    const begun = Date.now();

    const { stdout, code } = await browse('snapshot', '-i', '--all');
    const took = Date.now() - begun;
    never.resolve(new Response(''));

    expect(code).toBe(0);
    expect(count(stdout, '[button] "Button"')).toBeGreaterThan(0);
    expect(took).toBeLessThan(5_000);
  });

  test('within each other, twenty deep, are shown down to the last', async () => {
    await using _site = await openPage(browse, {
      '/': '<button>Level 0</button><iframe src="/1" width="800" height="700"></iframe>',
      ...Object.fromEntries(
        Array.from({ length: 20 }, (_, index) => [
          `/${index + 1}`,
          `<button onclick="this.textContent = 'Done'">Level ${index + 1}</button>${
            index < 19
              ? `<br><iframe src="/${index + 2}" width="${780 - index * 20}" height="${660 - index * 30}"></iframe>`
              : ''
          }`,
        ]),
      ),
    });
    await browse('wait', 'text=Level 20');

    const { stdout, code } = await browse('snapshot', '-i');
    const clicked = await browse('click', refIn(stdout, '[button] "Level 20"'));

    expect(code).toBe(0);
    for (let level = 0; level <= 20; level++)
      expect(stdout).toContain(
        `${'  '.repeat(level)}${refIn(stdout, `"Level ${level}"`)} [button]`,
      );
    expect(clicked).toMatchObject({ code: 0, stderr: '' });
    expect(clicked.stdout).toContain('[button] "Done"');
  });
});
