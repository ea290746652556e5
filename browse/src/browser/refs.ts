import type { Frame } from 'playwright-core';

import type { Described, ElementId } from '#page/wire.ts';

/** What an element was called when it was last shown. */
export interface Called {
  readonly role: string;
  readonly name: string;
}

/** What a ref stands for. */
export interface RefEntry extends Called {
  readonly ref: string;
  readonly frame: Frame;
  readonly id: ElementId;
}

/** Beyond this many in one tab, the oldest are forgotten; their numbers stay used. */
const MAX_REFS = 200_000;
/** Of so many refs, the last whose frames left, it is still known what they were called. */
const MAX_LEFT = 10_000;

/** `@e1` has a role; `@c1` has none and can be clicked nevertheless. */
type Letter = 'e' | 'c';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The refs of one document by the numbers of its elements. */
interface DocumentRefs {
  readonly id: string;
  readonly byLocal: Map<number, Mutable<RefEntry>>;
}

/** A ref, and what a caller reads beside it. */
export type Told = Pick<RefEntry, 'ref' | 'role' | 'name'>;

/** One tab's refs: an element keeps its number for life, and no number is given out twice. */
export class Refs {
  readonly #last: Record<Letter, number> = { e: 0, c: 0 };
  /** In the order in which they were given out. */
  readonly #given = new Map<string, Mutable<RefEntry>>();
  /** Of elements whose frame left the page. */
  readonly #left = new Map<string, Called>();
  readonly #documents = new WeakMap<Frame, DocumentRefs>();

  /**
   * The ref of an element, a new one if it has none. What it was called when it was last shown stays: whoever uses the ref
   * knows no other name, so `tell` alone replaces it.
   */
  assign(frame: Frame, described: Pick<Described, 'document' | 'local' | 'role' | 'name'>): string {
    const { document, local, role, name } = described;
    const refs = this.#documentOf(frame, document);
    const known = refs.byLocal.get(local);
    if (known) return known.ref;
    const letter = role === 'generic' ? 'c' : 'e';
    const ref = refOf(letter, ++this.#last[letter]);
    const entry = { ref, frame, id: { document, local }, role, name };
    refs.byLocal.set(local, entry);
    this.#given.set(ref, entry);
    if (this.#given.size > MAX_REFS) this.#forgetOldest();
    // Its answer may come after it left.
    if (frame.isDetached()) this.leave(frame);
    return ref;
  }

  /** The caller is shown what an element is called now. */
  tell({ ref, role, name }: Told): void {
    const entry = this.#given.get(ref);
    if (!entry) return;
    entry.role = role;
    entry.name = name;
  }

  /** What a ref stands for; undefined when it was never given out, or its document or frame is gone. */
  find(ref: string): RefEntry | undefined {
    return this.#given.get(canonical(ref));
  }

  /** What the element was called, of a ref whose frame left the page not too long ago. */
  left(ref: string): Called | undefined {
    return this.#left.get(canonical(ref));
  }

  /** Whether this ref was ever given out in this tab. */
  wasGiven(ref: string): boolean {
    const read = readRef(ref);
    return read !== undefined && read[1] >= 1 && read[1] <= this.#last[read[0]];
  }

  /** The frame left the page: its refs are over. */
  leave(frame: Frame): void {
    for (const { ref, role, name } of this.#documents.get(frame)?.byLocal.values() ?? []) {
      this.#given.delete(ref);
      this.#left.set(ref, { role, name });
    }
    this.#documents.delete(frame);
    for (const ref of this.#left.keys()) {
      if (this.#left.size <= MAX_LEFT) return;
      this.#left.delete(ref);
    }
  }

  /** A frame holds one document at a time: the refs of the one before are over. */
  #documentOf(frame: Frame, id: string): DocumentRefs {
    const known = this.#documents.get(frame);
    if (known?.id === id) return known;
    for (const { ref } of known?.byLocal.values() ?? []) this.#given.delete(ref);
    const fresh: DocumentRefs = { id, byLocal: new Map() };
    this.#documents.set(frame, fresh);
    return fresh;
  }

  #forgetOldest(): void {
    const [oldest] = this.#given.values();
    if (!oldest) return;
    this.#given.delete(oldest.ref);
    this.#documents.get(oldest.frame)?.byLocal.delete(oldest.id.local);
  }
}

const REF = /^@([ec])(\d{1,15})$/;

function readRef(ref: string): readonly [letter: Letter, number: number] | undefined {
  const [, letter, number] = REF.exec(ref) ?? [];
  return letter === 'e' || letter === 'c' ? [letter, Number(number)] : undefined;
}

const refOf = (letter: Letter, number: number): string => `@${letter}${number}`;

/** As it was given out: without leading zeros. */
function canonical(ref: string): string {
  const read = readRef(ref);
  return read ? refOf(...read) : ref;
}
