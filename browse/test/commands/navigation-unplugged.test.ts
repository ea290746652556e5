import { afterAll, describe, expect, test } from 'bun:test';

import { startBrowse } from '../support/browse.ts';
import { unplug } from '../support/unplugged.ts';

// A gate that fails must not send anything, so these run where nothing can leave the machine.
const network = await unplug();
const isPossible = typeof network !== 'string';
if (!isPossible) console.warn(`skipped, because a network cannot be cut off here: ${network}`);
const browse = await startBrowse({}, isPossible ? network.launcher : []);
// The first answer of a daemon may say something about the sandbox besides.
if (isPossible) await browse('url');
afterAll(async () => {
  if (!isPossible) return;
  await browse[Symbol.asyncDispose]();
  await network[Symbol.asyncDispose]();
});

describe.skipIf(!isPossible)('goto', () => {
  test.each([
    'http://169.254.169.254/',
    'http://169.254.169.254./latest/meta-data/',
    'http://169.254.169.254:80/latest/',
    'http://user:pass@169.254.169.254/',
    '169.254.169.254',
    'http://2852039166/',
    'http://0xA9FEA9FE/',
    'http://0xa9.0xfe.0xa9.0xfe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.43518/',
    'http://%31%36%39.254.169.254/',
    'http://169。254。169。254/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[::169.254.169.254]/',
    'http://[fd00:ec2::254]/',
    'http://[FD00:EC2:0:0:0:0:0:254]/',
    'http://169.254.170.2/v2/credentials',
    'http://100.100.100.200/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal./',
    'https://metadata.google.internal/computeMetadata/v1/',
    'metadata.google.internal',
  ])('refuses the metadata address %s', async url => {
    const { code, stderr, stdout } = await browse('goto', url);

    expect(stderr).toContain('it is a cloud metadata service');
    expect(stderr.trimEnd().split('\n')).toHaveLength(2);
    expect(stdout).toBe('');
    expect(code).toBe(6);
  });

  test.each(['http://no-such-host.invalid/', 'http://192.0.2.1/'])(
    'fails with both lines for %s, which cannot be reached',
    async url => {
      await browse('url');

      const { code, stderr, stdout } = await browse('goto', url);

      const [message, hint, ...rest] = stderr.trimEnd().split('\n');
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(message).toStartWith('Cannot open the page: ');
      expect(hint).toMatch(/^(Check|Try)/);
      expect(rest).toEqual([]);
    },
  );
});

describe.skipIf(!isPossible)('newtab', () => {
  test('refuses a metadata address and opens no tab', async () => {
    const before = (await browse('tabs')).stdout;

    const { code } = await browse('newtab', 'http://169.254.169.254/');

    expect(code).toBe(6);
    expect((await browse('tabs')).stdout).toBe(before);
  });
});
