import { findAlerts } from './alerts.ts';
import { pageText, rewritten, takeCensus } from './census.ts';
import type { Changes } from './compare.ts';
import { findChanges } from './find-changes.ts';
import { lookAround } from './looks.ts';
import { describe, nodeFor, toSnapshotNode } from '#page/tree/node.ts';
import { looksDifferent } from './pictures.ts';
import { Recorder } from './recorder.ts';
import type { Registry } from '#page/registry.ts';
import { diffText } from './text-diff.ts';
import type { View } from '#page/view.ts';
import type { Watch } from './watch.ts';
import type { Described, EffectAnswer } from '#page/wire.ts';

const MAX_LISTED = 20;
const NEVER_MS = 1_000_000;

/** Tells what an action did: what the document was like before it, and what came of it. */
export class Watcher {
  readonly #document: Document;
  readonly #registry: Registry;
  #watch: Watch | undefined;
  /** What the last report found, good while nothing more has happened. */
  #found: (Found & { readonly version: number; readonly text: string }) | undefined;
  #hasStartedInThisTask = false;

  constructor(document: Document, registry: Registry) {
    this.#document = document;
    this.#registry = registry;
  }

  /**
   * Starts afresh, once a task: a question asked of every match of a selector reaches all of them in
   * one task, and the first match is the target.
   */
  start(view: View, target?: Element): void {
    if (this.#hasStartedInThisTask) return;
    this.#hasStartedInThisTask = true;
    queueMicrotask(() => (this.#hasStartedInThisTask = false));
    this.#watch?.recorder.stop();
    this.#keepFound();
    this.#found = undefined;
    const census = takeCensus(view, this.#document);
    const node = target && nodeFor(view, target);
    this.#watch = {
      id: this.#registry.id,
      document: this.#document,
      census,
      looks: lookAround(this.#document, target),
      recorder: new Recorder(this.#document, this.#registry.shadowRoots()),
      target,
      before: node ? { [node[1]]: node } : {},
    };
  }

  /** What the last report said is what the caller knows by now, so the next one compares with that. */
  #keepFound(): void {
    for (const described of this.#found?.changes.changed ?? [])
      this.#registry.remember(described.local, toSnapshotNode(described));
  }

  /** May be asked again and again: it tells all that happened since the start. */
  report(view: View): EffectAnswer {
    const watch = this.#watch;
    if (watch?.id !== this.#registry.id) return this.#unwatched();
    const { census, recorder } = watch;
    recorder.settle();
    const text = pageText(this.#document);
    const rewrites = rewritten(census);
    const isTouched = recorder.version > 0 || text !== census.text || rewrites.length > 0;
    if (!isTouched) return this.#answer(view, watch, NOTHING_FOUND);
    const known = this.#found;
    if (known?.version === recorder.version && known.text === text && rewrites.length === 0)
      return this.#answer(view, watch, known);
    const found = this.#find(view, watch, text);
    this.#found = { ...found, version: recorder.version, text };
    return this.#answer(view, watch, found);
  }

  #find(view: View, watch: Watch, text: string): Found {
    const { census, recorder, looks } = watch;
    const touched = recorder.touched();
    const changes = findChanges(view, watch, touched);
    const shown = [...changes.added, ...changes.changed].map(({ local }) => local);
    const regions = [...census.live.keys(), ...this.#elements(shown)];
    const alerts = findAlerts(view, census, touched, regions);
    const diff = diffText(census.text, text, textsOf(changes, alerts));
    const isOther = diff.isUnaccounted || looksDifferent(touched, looks);
    return { changes, alerts, appeared: diff.appeared, isOther };
  }

  #answer(view: View, watch: Watch, found: Found): EffectAnswer {
    const { changes, alerts, appeared, isOther } = found;
    const { focused } = view;
    const moved = focused && focused !== watch.census.focused ? describe(view, focused) : undefined;
    const lists = [changes.added, changes.removed, changes.changed, alerts];
    return {
      watched: true,
      quiet: watch.recorder.quiet,
      added: changes.added.slice(0, MAX_LISTED),
      removed: changes.removed.slice(0, MAX_LISTED),
      changed: changes.changed.slice(0, MAX_LISTED),
      alerts: alerts.slice(0, MAX_LISTED),
      ...(moved && { focused: moved }),
      other: isOther,
      appeared,
      more: lists.reduce((lost, { length }) => lost + Math.max(0, length - MAX_LISTED), 0),
    };
  }

  #elements(locals: readonly number[]): Element[] {
    return locals
      .map(local => this.#registry.elementOf(local))
      .filter(element => element !== undefined);
  }

  #unwatched(): EffectAnswer {
    return {
      watched: false,
      quiet: NEVER_MS,
      added: [],
      removed: [],
      changed: [],
      alerts: [],
      other: false,
      appeared: [],
      more: 0,
    };
  }
}

interface Found {
  readonly changes: Changes;
  readonly alerts: EffectAnswer['alerts'];
  readonly appeared: readonly string[];
  readonly isOther: boolean;
}

const NOTHING_FOUND: Found = {
  changes: { added: [], removed: [], changed: [], were: [] },
  alerts: [],
  appeared: [],
  isOther: false,
};

const MAX_SAID = 300;

/** Everything the lists say, so that it is not said again as text. */
function textsOf(
  { added, removed, changed, were }: Changes,
  alerts: EffectAnswer['alerts'],
): string[] {
  const described: Described[] = [...added, ...removed, ...changed, ...were].slice(0, MAX_SAID);
  const names = described.flatMap(({ name, value }) =>
    value === undefined ? [name] : [name, value],
  );
  return [...names, ...alerts.map(({ text }) => text)];
}
