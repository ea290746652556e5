import { rmSync } from 'node:fs';

import { writePrivateFile } from '#platform/private-files.ts';
import { ownIdentity } from '#platform/processes.ts';
import type { DaemonState } from '#platform/state-file.ts';
import { readDaemonState } from '#platform/state-file.ts';
import { VERSION } from '#platform/version.ts';

const LOOK_EVERY_MS = 1_000;

type Whereabouts = Omit<DaemonState, 'version' | 'pid' | 'startTime'>;

/** The state file as long as it is this daemon's: what the command line finds it by. */
export class Registration {
  readonly #stateFile: string;
  readonly #instance: string;
  readonly #watch: NodeJS.Timeout;

  /**
   * Writes the state file. `onLost` is called when it is gone or another daemon's: nobody can find this one any
   * more, for example after `git clean`.
   */
  constructor(
    stateFile: string,
    where: Whereabouts,
    onLost: () => void,
    lookEvery = LOOK_EVERY_MS,
  ) {
    this.#stateFile = stateFile;
    this.#instance = where.instance;
    const state: DaemonState = { ...ownIdentity(), version: VERSION, ...where };
    writePrivateFile(stateFile, `${JSON.stringify(state)}\n`);
    this.#watch = setInterval(() => {
      if (!this.#isOwn()) onLost();
    }, lookEvery);
    this.#watch.unref();
  }

  /** Takes the state file away, unless it is another daemon's by now. */
  withdraw(): void {
    clearInterval(this.#watch);
    if (this.#isOwn()) rmSync(this.#stateFile, { force: true });
  }

  #isOwn(): boolean {
    return readDaemonState(this.#stateFile)?.instance === this.#instance;
  }
}
