import { chmod, cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';

const ROOT = resolve(import.meta.dir, '../..');
export const BUN_VERSION = (await Bun.file(join(ROOT, '.bun-version')).text()).trim();

/** All that is on the PATH of a checkout under test, beside what the test itself puts there. */
const BASIC_TOOLS =
  'cat chmod cmp cp cut dirname find grep head ln mkdir mv perl readlink rm sed sh sha256sum shasum sleep tail timeout uname'.split(
    ' ',
  );
export const UNPACKERS = ['unzip', 'python3', 'bsdtar'];

/** A Bun of the right version that finds no packages to install. */
const STAND_IN_BUN = `case $1 in
  --version) echo ${BUN_VERSION} ;;
  install) ;;
  *) exec '${process.execPath}' "$@" ;;
esac`;

/** Stand-ins for what a machine may have, as shell scripts. */
const TOOLS: Readonly<Record<string, { name: string; script: (bin: string) => string }>> = {
  bun: { name: 'bun', script: () => STAND_IN_BUN },
  'old-bun': { name: 'bun', script: () => 'echo 1.0.0' },
  chromium: { name: 'chromium', script: () => 'exit 0' },
  'broken-chromium': { name: 'chromium', script: () => 'exit 1' },
  root: { name: 'id', script: () => 'echo 0' },
  'sudo-user': { name: 'id', script: () => 'echo 1000' },
  'apt-get': {
    name: 'apt-get',
    script: bin => `case "$*" in
      *install*) printf '#!/bin/sh\\nexit 0\\n' >'${bin}/chromium' && chmod +x '${bin}/chromium' ;;
    esac`,
  },
};

/** Leaves one line in builds.log and a program that prints its arguments. */
const STAND_IN_BUILD = `
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('builds.log', 'built\\n');
mkdirSync('browse/dist', { recursive: true });
writeFileSync('browse/dist/browse', '#!/bin/sh\\n[ $# = 0 ] || printf "[%s]" "$@"\\n', { mode: 0o755 });
`;

/** The real scripts around a program of a few lines, with a PATH and a home of their own. */
export async function freshCheckout({ tools }: { tools: readonly string[] }) {
  const folder = await mkdtemp(join(tmpdir(), 'browse-setup-'));
  const bin = join(folder, 'path');
  const write = (path: string, text: string) => Bun.write(join(folder, path), text);
  const writeProgram = async (path: string, script: string) => {
    await write(path, `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, path), 0o755);
  };

  await cp(join(ROOT, 'bin'), join(folder, 'bin'), { recursive: true });
  for (const file of ['setup', '.bun-version']) await cp(join(ROOT, file), join(folder, file));
  await write('package.json', '{"name":"stand-in"}\n');
  await write(
    'bun.lock',
    '{"lockfileVersion":1,"workspaces":{"":{"name":"stand-in"}},"packages":{}}\n',
  );
  await write('browse/src/main.ts', '');
  await write('scripts/build.ts', STAND_IN_BUILD);
  await write(
    'node_modules/playwright-core/browsers.json',
    JSON.stringify({ browsers: [{ name: 'chromium-headless-shell', revision: '7' }] }, null, 2),
  );
  await write(
    'node_modules/playwright-core/cli.js',
    "console.log('Error: getaddrinfo ENOTFOUND'); process.exit(1);",
  );

  await mkdir(join(folder, 'home'));
  await mkdir(bin);
  for (const name of [...BASIC_TOOLS, ...(tools.includes('curl') ? ['curl', ...UNPACKERS] : [])]) {
    const found = Bun.which(name);
    if (found !== null) await symlink(found, join(bin, name));
  }
  if (!tools.includes('root')) await writeProgram('path/id', 'echo 1000');
  for (const tool of tools) {
    const standIn = TOOLS[tool];
    if (standIn) await writeProgram(`path/${standIn.name}`, standIn.script(bin));
  }

  return {
    folder,
    write,
    writeProgram,
    async run(script: string, { args = [], ...variables }: RunOptions = {}) {
      const run = Bun.spawn([join(folder, script), ...args], {
        cwd: '/',
        env: { PATH: bin, HOME: join(folder, 'home'), ...variables },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      });
      const [stdout, stderr, code] = await Promise.all([
        new Response(run.stdout).text(),
        new Response(run.stderr).text(),
        run.exited,
      ]);
      return { code, stdout, stderr };
    },
    async builds() {
      const log = await Bun.file(join(folder, 'builds.log')).text();
      return log.trim().split('\n').length;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly BROWSE_BUN_MIRROR?: string;
  readonly GSTACK_CHROMIUM_PATH?: string;
  readonly PLAYWRIGHT_BROWSERS_PATH?: string;
}

/** Bun's releases as their mirror serves them: sums, and for any platform an archive with a stand-in. */
export function serveRelease({ sum, status = 200 }: { sum?: string; status?: number }) {
  const platforms = ['linux', 'darwin'].flatMap(os =>
    ['x64', 'aarch64', 'x64-musl', 'aarch64-musl'].map(machine => `bun-${os}-${machine}`),
  );
  const archives = new Map(
    platforms.map(name => [name, zip(`${name}/bun`, `#!/bin/sh\n${STAND_IN_BUN}\n`)]),
  );
  const sums = [...archives].map(([name, archive]) => {
    const real = new Bun.CryptoHasher('sha256').update(archive).digest('hex');
    return `${sum ?? real}  ${name}.zip\n`;
  });

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const [, release, file = ''] = new URL(request.url).pathname.split('/');
      const archive = archives.get(file.replace(/\.zip$/, ''));
      if (status !== 200 || release !== `bun-v${BUN_VERSION}`) {
        return new Response('nothing', { status: status === 200 ? 404 : status });
      }
      return new Response(file === 'SHASUMS256.txt' ? sums.join('') : archive);
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** A ZIP archive of one file, stored as it is. */
function zip(path: string, text: string): Buffer<ArrayBuffer> {
  const name = Buffer.from(path);
  const body = Buffer.from(text);
  const shared = Buffer.alloc(26);
  shared.writeUInt16LE(20, 0);
  shared.writeUInt32LE(crc32(body), 10);
  shared.writeUInt32LE(body.length, 14);
  shared.writeUInt32LE(body.length, 18);
  shared.writeUInt16LE(name.length, 22);
  const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, body]);
  const central = Buffer.concat([
    Buffer.from('PK\x01\x02\x14\x00'),
    shared,
    Buffer.alloc(14),
    name,
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from('PK\x05\x06'), end]);
}
