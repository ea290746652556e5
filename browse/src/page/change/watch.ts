import type { Census } from './census.ts';
import type { Looks } from './looks.ts';
import type { SnapshotNode } from '#page/wire.ts';
import type { Canvases } from './canvases.ts';
import type { Calm } from './calm.ts';
import type { Foresight } from './foresight.ts';
import type { Recorder } from './recorder.ts';

/** What was recorded since watching began, and what the page was like then. */
export interface Watch {
  readonly id: string;
  readonly document: Document;
  readonly recorder: Recorder;
  readonly census: Census;
  readonly looks: Looks;
  readonly canvases: Canvases;
  readonly calm: Calm;
  readonly foresight: Foresight;
  /** `performance.now()`. */
  readonly startedAt: number;
  readonly target: Element | undefined;
  /** How the target was described, interactive or not, by its number. */
  readonly before: Readonly<Record<number, SnapshotNode>>;
}
