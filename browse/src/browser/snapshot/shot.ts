import type { Target } from '#core/target.ts';
import type { NodeDetails, Omitted } from '#page/wire.ts';

/** One line of a snapshot with its ref; empty for text and structure without an element. */
export interface Line {
  readonly depth: number;
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly states: string;
  readonly value: string | undefined;
  readonly details: NodeDetails | undefined;
}

/** What of a page is looked at, and which of its lines are kept. */
export interface Aspect {
  readonly interactive: boolean;
  /** Also what can be clicked without a role. */
  readonly clickable: boolean;
  readonly urls: boolean;
  readonly boxes: boolean;
  /** Only what is on screen. */
  readonly viewport: boolean;
  /** Leave out structure that has neither a name nor a value. */
  readonly compact: boolean;
  /** Deepest level shown, 0 for the top one. */
  readonly depth: number | undefined;
  readonly scope: Target | undefined;
}

/** A capture of a tab, all frames in one ref space. */
export interface Shot {
  readonly url: string;
  readonly title: string;
  /** Of the main frame, or of the frame that the scope is in; another one after a navigation. */
  readonly document: string;
  readonly aspect: Aspect;
  readonly lines: readonly Line[];
  readonly omitted: Omitted;
  /** The page was too slow to be read to its end. */
  readonly isCut: boolean;
  /** A modal dialog is open; what it covers was left out. */
  readonly isModal: boolean;
  /** Frames that are on the page and gave no answer in time. */
  readonly silentFrames: number;
}
