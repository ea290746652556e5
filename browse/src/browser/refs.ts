import type { Frame } from 'playwright-core';

import type { Described, ElementId } from '#page/wire.ts';

/** What a ref stands for, and what it was called when it was last shown. */
export interface RefEntry {
  readonly ref: string;
  readonly frame: Frame;
  readonly id: ElementId;
  readonly role: string;
  readonly name: string;
}

/** Beyond this many in one document, those of its oldest elements are forgotten; their numbers stay used. */
const MAX_REFS = 200_000;

/** `@e1` has a role; `@c1` has none and can be clicked nevertheless. */
type Letter = 'e' | 'c';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The refs of one document by the numbers of its elements. */
interface DocumentRefs {
  readonly id: string;
  readonly byLocal: (Mutable<RefEntry> | undefined)[];
  remembered: number;
  /** Below this number all are forgotten. */
  oldest: number;
}

/** One tab's refs: an element keeps its number for life, and no number is given out twice. */
export class Refs {
  /** By number, from 1. */
  readonly #given: Readonly<Record<Letter, (RefEntry | undefined)[]>> = {
    e: [undefined],
    c: [undefined],
  };
  readonly #documents = new WeakMap<Frame, DocumentRefs>();

  /** The ref of an element, a new one if it has none, remembered under what it is called now. */
  assign(frame: Frame, described: Pick<Described, 'document' | 'local' | 'role' | 'name'>): string {
    const { document, local, role, name } = described;
    const refs = this.#documentOf(frame, document);
    const known = refs.byLocal[local];
    if (known) {
      known.role = role;
      known.name = name;
      return known.ref;
    }
    const letter = role === 'generic' ? 'c' : 'e';
    const series = this.#given[letter];
    const ref = `@${letter}${series.length}`;
    const entry = { ref, frame, id: { document, local }, role, name };
    refs.byLocal[local] = entry;
    series.push(entry);
    if (++refs.remembered > MAX_REFS) this.#forgetOldest(refs);
    return ref;
  }

  /** What a ref stands for; undefined when it was never given out or its document is gone. */
  find(ref: string): RefEntry | undefined {
    const read = readRef(ref);
    return read && this.#given[read[0]][read[1]];
  }

  /** Whether this ref was ever given out in this tab. */
  wasGiven(ref: string): boolean {
    const read = readRef(ref);
    return read !== undefined && read[1] >= 1 && read[1] < this.#given[read[0]].length;
  }

  /** A frame holds one document at a time: the refs of the one before are over. */
  #documentOf(frame: Frame, id: string): DocumentRefs {
    const known = this.#documents.get(frame);
    if (known?.id === id) return known;
    for (const entry of known?.byLocal ?? []) if (entry) this.#drop(entry);
    const fresh: DocumentRefs = { id, byLocal: [], remembered: 0, oldest: 0 };
    this.#documents.set(frame, fresh);
    return fresh;
  }

  #forgetOldest(refs: DocumentRefs): void {
    let oldest: RefEntry | undefined;
    while (!oldest && refs.oldest < refs.byLocal.length) oldest = refs.byLocal[refs.oldest++];
    if (!oldest) return;
    refs.byLocal[oldest.id.local] = undefined;
    refs.remembered--;
    this.#drop(oldest);
  }

  #drop({ ref }: RefEntry): void {
    const read = readRef(ref);
    if (read) this.#given[read[0]][read[1]] = undefined;
  }
}

const REF = /^@([ec])(\d{1,15})$/;

function readRef(ref: string): readonly [letter: Letter, number: number] | undefined {
  const [, letter, number] = REF.exec(ref) ?? [];
  return letter === 'e' || letter === 'c' ? [letter, Number(number)] : undefined;
}
