import { findAlerts } from './alerts.ts';
import { Calm } from './calm.ts';
import { lookAtCanvases, redrawn } from './canvases.ts';
import { rewritten, takeCensus } from './census.ts';
import type { Changes } from './compare.ts';
import { Foresight } from './foresight.ts';
import { findChanges } from './find-changes.ts';
import { lookAround } from './looks.ts';
import { describe, nodeFor, toSnapshotNode } from '#page/tree/node.ts';
import { pageText } from './page-text.ts';
import { looksDifferent } from './pictures.ts';
import { Recorder } from './recorder.ts';
import type { Registry } from '#page/registry.ts';
import { diffText } from './text-diff.ts';
import { queryAll, tag, titleOf } from '#page/dom.ts';
import { oneLine } from '#page/one-line.ts';
import { Unrest } from './unrest.ts';
import type { View } from '#page/view.ts';
import type { Watch } from './watch.ts';
import type { Described, EffectAnswer, EffectFact, PulseAnswer } from '#page/wire.ts';

const MAX_LISTED = 20;
const MAX_SAID = 300;
const NATIVE_FIELDS = new Set(['input', 'select', 'textarea']);
/** By then handlers have run, and what they put off to the next frame. */
const TWO_FRAMES_MS = 34;
const MAX_TITLE = 200;

/** Tells what an action did: what the document was like before it, and what came of it. */
export class Watcher {
  readonly #document: Document;
  readonly #registry: Registry;
  readonly #unrest: Unrest;
  #watch: Watch | undefined;
  /** What the last report found, good while nothing more has happened. */
  #found: (Found & { readonly version: number; readonly text: string }) | undefined;
  /** The recorder's version as of the last report. */
  #reported: number | undefined;
  /** The document's when watching last began. */
  #watchedId: string | undefined;
  #hasStartedInThisTask = false;

  constructor(document: Document, registry: Registry) {
    this.#document = document;
    this.#registry = registry;
    this.#unrest = new Unrest(document);
  }

  /**
   * Starts afresh, once a task: a question asked of every match of a selector reaches all of them in
   * one task, and the first match is the target.
   */
  start(view: View, target?: Element): void {
    if (this.#hasStartedInThisTask) return;
    this.#hasStartedInThisTask = true;
    queueMicrotask(() => (this.#hasStartedInThisTask = false));
    this.#release();
    this.#reported = undefined;
    this.#watchedId = this.#registry.id;
    const startedAt = performance.now();
    const calm = new Calm(this.#unrest.restless(startedAt));
    const canvases = lookAtCanvases(this.#document);
    const census = takeCensus(view, this.#document);
    const shadows = this.#registry.shadowRoots();
    for (const shadow of shadows) this.#unrest.observe(shadow);
    const node = target && nodeFor(view, target);
    this.#watch = {
      id: this.#registry.id,
      document: this.#document,
      startedAt,
      census,
      calm,
      canvases,
      foresight: new Foresight(),
      looks: lookAround(this.#document, target),
      recorder: new Recorder(this.#document, shadows, {
        restless: calm.restless,
        onExpired: () => this.#release(),
        onShadow: shadow => this.#registry.noticeShadow(shadow),
        onInput: () => {
          for (const canvas of redrawn(canvases)) canvases.delete(canvas);
        },
      }),
      target,
      before: node ? { [node[1]]: node } : {},
    };
  }

  /** Whether the page has come to rest, and if it was still for so many milliseconds, what stirred before. */
  pulse(view: View, still: number): PulseAnswer {
    const watch = this.#current();
    if (!watch) return {};
    const { recorder, foresight, startedAt } = watch;
    recorder.keep();
    recorder.settle();
    const { quiet, version } = recorder;
    const { inputAt } = recorder.events;
    const calmFor = foresight.calmFor((inputAt ?? startedAt) + TWO_FRAMES_MS);
    const isDue = quiet !== undefined && quiet >= still && version !== this.#reported;
    return {
      ...(isDue && { effect: this.report(view) }),
      ...(quiet !== undefined && { quiet }),
      ...(calmFor > 0 && { calmFor }),
      ...(inputAt !== undefined && { sinceInput: Math.round(performance.now() - inputAt) }),
    };
  }

  /** Lets go of every element: a page that is left alone is to keep none alive. */
  #release(): void {
    this.#watch?.recorder.stop();
    this.#watch?.foresight.stop();
    this.#keepFound();
    this.#found = undefined;
    this.#watch = undefined;
  }

  #current(): Watch | undefined {
    return this.#watch?.id === this.#registry.id ? this.#watch : undefined;
  }

  /** What the last report said is what the caller knows by now, so the next one compares with that. */
  #keepFound(): void {
    for (const described of this.#found?.changes.changed ?? [])
      this.#registry.remember(described.local, toSnapshotNode(described));
  }

  /** May be asked again and again: it tells all that happened since the start. */
  report(view: View): EffectAnswer {
    const watch = this.#current();
    if (!watch) return this.#watchedId === this.#registry.id ? EXPIRED : UNWATCHED;
    const { census, recorder } = watch;
    recorder.keep();
    recorder.settle();
    this.#unrest.forgetFrom(watch.startedAt);
    this.#reported = recorder.version;
    const text = pageText(this.#document, this.#registry.shadowRoots());
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
    const { census, recorder, looks, calm } = watch;
    const touched = recorder.touched();
    const changes = findChanges(view, watch, touched);
    const shown = [...changes.added, ...changes.changed].map(({ local }) => local);
    const regions = [...census.live.keys(), ...this.#elements(shown)];
    const alerts = findAlerts(view, watch, touched, regions);
    const byItself = calm.said();
    const diff = diffText(census.text, text, {
      saidNow: [
        ...this.#textsOf([...changes.added, ...changes.changed]),
        ...alerts.map(alert => alert.text),
        ...byItself,
      ],
      saidBefore: [...this.#textsOf([...changes.removed, ...changes.were]), ...byItself],
      counting: calm.counting(),
    });
    const isOther = diff.isUnaccounted || looksDifferent(touched, looks, calm.restless);
    return { changes, alerts, appeared: diff.appeared, isOther };
  }

  #answer(view: View, watch: Watch, found: Found): EffectAnswer {
    const { changes, alerts, appeared, isOther } = found;
    const { census } = watch;
    const active = view.active === census.active ? view.focused : view.active;
    const wasActive = view.active === census.active ? census.focused : census.active;
    const moved = active && active !== wasActive ? describe(view, active) : undefined;
    const title = titleNow(watch);
    const lists = [changes.added, changes.removed, changes.changed, alerts];
    return {
      watched: true,
      added: changes.added.slice(0, MAX_LISTED),
      removed: changes.removed.slice(0, MAX_LISTED),
      changed: changes.changed.slice(0, MAX_LISTED),
      alerts: alerts.slice(0, MAX_LISTED),
      ...(moved && { focused: moved }),
      facts: factsOf(watch, title),
      ...(title !== census.title && { title: oneLine(title, MAX_TITLE) }),
      other: isOther,
      appeared,
      more: lists.reduce((lost, { length }) => lost + Math.max(0, length - MAX_LISTED), 0),
    };
  }

  /** What a list says, so that it is not said again as text. The text of a page holds no value of a native field. */
  #textsOf(described: readonly Described[]): string[] {
    return described.slice(0, MAX_SAID).flatMap(({ local, name, value }) => {
      const element = value === undefined ? undefined : this.#registry.elementOf(local);
      return value === undefined || (element && NATIVE_FIELDS.has(tag(element)))
        ? [name]
        : [name, value];
    });
  }

  #elements(locals: readonly number[]): Element[] {
    return locals
      .map(local => this.#registry.elementOf(local))
      .filter(element => element !== undefined);
  }
}

const UNWATCHED: EffectAnswer = {
  watched: false,
  added: [],
  removed: [],
  changed: [],
  alerts: [],
  facts: [],
  other: false,
  appeared: [],
  more: 0,
};

/** What happened since is not known: that nothing did must not be said. */
const EXPIRED: EffectAnswer = { ...UNWATCHED, watched: true, other: true };

/** A title that counts by itself is as it was. */
function titleNow({ document, census, calm }: Watch): string {
  const title = titleOf(document);
  const [element] = queryAll(document, 'title');
  return element && calm.explains(element, census.title, title) ? census.title : title;
}

function factsOf({ recorder, census, canvases }: Watch, title: string): EffectFact[] {
  const { events } = recorder;
  const { isPlaying, isPaused } = events.mediaTurned();
  const facts: readonly (readonly [EffectFact, boolean])[] = [
    ['scrolled', events.hasScrolled()],
    ['title changed', title !== census.title],
    ['canvas redrawn', redrawn(canvases).length > 0],
    ['playing', isPlaying],
    ['paused', isPaused],
  ];
  return facts.filter(([, holds]) => holds).map(([fact]) => fact);
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
