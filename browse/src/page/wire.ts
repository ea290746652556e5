/**
 * What the daemon asks the page engine and what comes back. Both sides import only types from here.
 * A question travels as the selector `ref=:<name>:<base64url of JSON options>`; the answer is the
 * `textContent` of the one detached element that selector matches.
 */

/** An element inside one document: `ref=<document>.<local>` is its selector. */
export interface ElementId {
  /** Random per document: an answer from another document can never be taken for this one's. */
  readonly document: string;
  /** Counts up from 1 in its document and is never given to another element. */
  readonly local: number;
}

/** What a node is called: enough to show it, and to notice that it has become something else. */
export interface Described extends ElementId {
  readonly role: string;
  readonly name: string;
  /** ARIA and native states, space separated: `checked level=2 disabled`. Empty when none. */
  readonly states: string;
  /** What a field holds, password-like values already masked. Absent when it holds none. */
  readonly value?: string;
}

/**
 * One line of a snapshot as a tuple, because ten thousand objects cost more to parse than to find.
 * `local` is 0 for plain text. `depth` starts at 0 below the scope.
 */
export type SnapshotNode = readonly [
  depth: number,
  local: number,
  role: string,
  name: string,
  states: string,
  value?: string,
];

export interface SnapshotOptions {
  /** Only what can be acted on, plus alerts, live regions, open dialogs (with their text) and frames. */
  readonly interactive: boolean;
  /** In the interactive tree too: what looks clickable although its role says nothing of it. */
  readonly clickable?: boolean;
}

export interface SnapshotAnswer {
  readonly document: string;
  readonly url: string;
  readonly title: string;
  readonly nodes: readonly SnapshotNode[];
  /** What `interactive` left out. */
  readonly omitted: { readonly texts: number; readonly elements: number };
  /** A modal dialog is open: the page behind it is out of reach and left out. */
  readonly modal?: true;
}

interface DescribeOptions {
  /** Start recording effects in this document, before anything is done to the element. */
  readonly watch?: boolean;
}

/** The element a selector matched, as an action needs to know it. */
export interface DescribeAnswer extends Described {
  readonly tag: string;
  /** `type` of an input, lower case. */
  readonly type?: string;
  /** Password-like: what it holds is never shown. */
  readonly secret?: true;
  /** A `select`'s options, at most 100. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Text can be typed into it now: an enabled field or editable box, never a `select`. */
  readonly editable: boolean;
  /** The control a label labels or the select an option belongs to: where a click really goes. */
  readonly routed?: Described & {
    readonly why: 'label' | 'option';
    /** The control itself is not drawn, as when a label is styled in its place: act on the label. */
    readonly undrawn?: true;
  };
}

export interface ResolveOptions {
  readonly id: ElementId;
  readonly watch?: boolean;
}

/** Asked with a ref instead of a selector. */
export type ResolveAnswer =
  | { readonly state: 'here'; readonly element: DescribeAnswer }
  /** With what it was called when it was last described. */
  | { readonly state: 'gone'; readonly was?: Described }
  | { readonly state: 'navigated' };

/** The element, if any, that would receive a click aimed at the middle of this one. */
export interface CoverAnswer {
  readonly by?: Described;
  /** What `by` looks like in a selector, `div#cookies.overlay`: a bare box has no role or name to tell it by. */
  readonly css?: string;
  readonly outsideViewport?: true;
  readonly invisible?: true;
}

export interface FieldAnswer {
  /** The real content, never masked here: the daemon compares it with what it wrote. */
  readonly value: string;
  readonly secret?: true;
  readonly checked?: boolean;
  readonly selected?: readonly { readonly value: string; readonly label: string }[];
}

export interface EffectAnswer {
  readonly document: string;
  readonly url: string;
  /** False when nothing was being watched in this document: it is a new one. */
  readonly watched: boolean;
  /** Milliseconds since the last mutation or field event; a large number when there was none. */
  readonly quiet: number;
  /** Interactive elements that came into view, at most 20. */
  readonly added: readonly Described[];
  /** Locals of interactive elements that left or were hidden, at most 20. Only those that were given a local before. */
  readonly removed: readonly Described[];
  /** Elements whose role, name, states or value differ from when watching began, at most 20. */
  readonly changed: readonly Described[];
  /** Texts of alerts, statuses and live regions that appeared or changed. */
  readonly alerts: readonly { readonly role: string; readonly text: string }[];
  /** Where the focus moved to. */
  readonly focused?: Described;
  /** Something visible changed that none of the lists above names, for example plain text. */
  readonly other: boolean;
  /** Lines of visible text that appeared and that no list above says, at most 5, 120 characters each. */
  readonly appeared: readonly string[];
  /** How many entries each list lost to its cap. */
  readonly more: number;
}

export interface TextAnswer {
  readonly url: string;
  readonly text: string;
}

export interface LinksAnswer {
  readonly url: string;
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

/** Question name → options and answer. `resolve` is asked of a frame; the others of any scope element. */
export interface Questions {
  readonly snapshot: { readonly options: SnapshotOptions; readonly answer: SnapshotAnswer };
  readonly describe: { readonly options: DescribeOptions; readonly answer: DescribeAnswer };
  readonly resolve: { readonly options: ResolveOptions; readonly answer: ResolveAnswer };
  readonly cover: { readonly options: Record<string, never>; readonly answer: CoverAnswer };
  readonly field: { readonly options: Record<string, never>; readonly answer: FieldAnswer };
  readonly watch: {
    readonly options: Record<string, never>;
    readonly answer: { readonly document: string };
  };
  readonly effect: { readonly options: Record<string, never>; readonly answer: EffectAnswer };
  readonly text: { readonly options: Record<string, never>; readonly answer: TextAnswer };
  readonly html: { readonly options: Record<string, never>; readonly answer: TextAnswer };
  readonly links: { readonly options: Record<string, never>; readonly answer: LinksAnswer };
}
