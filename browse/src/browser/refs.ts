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

/** `@e1` has a role; `@c1` has none and can be clicked nevertheless. */
type Letter = 'e' | 'c';

/** Beyond this many, the oldest refs are forgotten; their numbers stay used. */
const MAX_REFS = 200_000;

/** One tab's refs: an element keeps its number for life, and no number is given out twice. */
export class Refs {
  readonly #entries = new Map<string, RefEntry>();
  readonly #byElement = new Map<string, string>();
  readonly #documents = new WeakMap<Frame, string>();
  readonly #last: Record<Letter, number> = { e: 0, c: 0 };

  /** The ref of an element, a new one if it has none, remembered under what it is called now. */
  assign(frame: Frame, described: Pick<Described, 'document' | 'local' | 'role' | 'name'>): string {
    const { document, local, role, name } = described;
    if (this.#documents.get(frame) !== document) this.#replaceDocument(frame, document);
    const key = `${document}.${local}`;
    const ref = this.#byElement.get(key) ?? this.#next(role === 'generic' ? 'c' : 'e');
    this.#byElement.set(key, ref);
    this.#entries.set(ref, { ref, frame, id: { document, local }, role, name });
    return ref;
  }

  /** What a ref stands for; undefined when it was never given out or its document is gone. */
  find(ref: string): RefEntry | undefined {
    return this.#entries.get(ref);
  }

  /** Whether this ref was ever given out in this tab. */
  wasGiven(ref: string): boolean {
    const [, letter, number = 0] = /^@([ec])(\d+)$/.exec(ref) ?? [];
    if (letter !== 'e' && letter !== 'c') return false;
    return Number(number) >= 1 && Number(number) <= this.#last[letter];
  }

  #next(letter: Letter): string {
    return `@${letter}${++this.#last[letter]}`;
  }

  /** A frame holds one document at a time: the refs of the one before are over. */
  #replaceDocument(frame: Frame, document: string): void {
    this.#documents.set(frame, document);
    for (const entry of this.#entries.values()) if (entry.frame === frame) this.#drop(entry);
    for (const entry of this.#entries.values()) {
      if (this.#entries.size <= MAX_REFS) break;
      this.#drop(entry);
    }
  }

  #drop({ ref, id }: RefEntry): void {
    this.#entries.delete(ref);
    this.#byElement.delete(`${id.document}.${id.local}`);
  }
}
