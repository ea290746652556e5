import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { BINARY, startBrowse } from '../../browse/test/support/browse.ts';
import { runProcess } from './run-process.ts';
import type { Samples } from './samples.ts';
import { addSample, floorOf } from './samples.ts';
import { placeOf } from './warm.ts';

const SCRIPT = fileURLToPath(new URL('bare-script.ts', import.meta.url));

/** The daemon's own switches; see browse/src/browser/launch.ts. */
const SWITCHES = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
];

export interface ColdSetting {
  readonly samples: Samples;
  readonly executable: string;
  readonly url: string;
  readonly reps: number;
}

const WARM_UPS = 2;

/**
 * Measures the first page of a project in which nothing runs yet, beside a bare Playwright script as a process.
 * Both are over when the page is shown: the command when it ends, the script when it prints, so that what it takes to
 * end a browser is in neither.
 */
export async function measureCold({ samples, executable, url, reps }: ColdSetting): Promise<void> {
  await using scriptHome = await startBrowse();
  const script = [process.execPath, SCRIPT, url, executable, ...SWITCHES, ...sandboxSwitch()];
  for (let round = -WARM_UPS; round < reps; round++) {
    await using browse = await startBrowse();
    const cold = await runProcess([BINARY, 'goto', url], placeOf(browse));
    await browse('stop');
    const bare = await runProcess(script, placeOf(scriptHome));
    process.stderr.write(round < 0 ? 'w' : '.');
    if (round < 0) continue;
    addSample(samples, 'cold start', cold.ms);
    addSample(samples, floorOf('cold start'), bare.firstOutput);
    addSample(samples, 'cold start, script until its end', bare.ms);
  }
  process.stderr.write('\n');
}

function sandboxSwitch(): string[] {
  const isContainer = existsSync('/.dockerenv') || existsSync('/run/.containerenv');
  return process.platform === 'linux' && (process.getuid?.() === 0 || isContainer)
    ? ['--no-sandbox']
    : [];
}
