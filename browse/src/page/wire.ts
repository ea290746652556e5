/**
 * What the daemon asks the page engine and what comes back. Both sides import types from here, and `ENGINE`.
 * A question travels as the selector `ref=:<name>:<base64url of JSON options>`; the answer is the
 * `textContent` of the one detached element that selector matches: JSON on one line, and for answers with a `text`
 * that text as it is below it, because escaping a whole page twice costs as much as reading it.
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
  /** What is said of it beyond its name (accname 1.2). Absent when there is nothing more. */
  readonly description?: string;
}

/** Left, top, width and height in CSS pixels of the frame's own viewport. */
export type Box = readonly [x: number, y: number, width: number, height: number];

/** What only some lines of a snapshot have, or only those that were asked for. */
export interface NodeDetails {
  /** What the author says of it beyond its name. */
  readonly description?: string;
  /** Of a cell, where it is in its table, from 1. */
  readonly cell?: readonly [row: number, column: number];
  /** Where a link leads. */
  readonly url?: string;
  /** Of an iframe what is inside its border and padding, where its document begins. */
  readonly box?: Box;
  /** Of an iframe: which of the document's frames it holds (HTML, the indices of a window). */
  readonly frame?: number;
  /** It can be acted on; told together with boxes. */
  readonly operable?: true;
  /** A popover or dialog lies over it, so that it cannot be clicked. */
  readonly covered?: true;
}

/**
 * One line of a snapshot as a tuple, because ten thousand objects cost more to parse than to find.
 * `local` is 0 for plain text. `depth` starts at 0 below the scope. A line with details but no value has `null` there.
 */
export type SnapshotNode = readonly [
  depth: number,
  local: number,
  role: string,
  name: string,
  states: string,
  value?: string | null,
  details?: NodeDetails,
];

export interface SnapshotOptions {
  /** Only what can be acted on, plus alerts, live regions, open dialogs (with their text) and frames. */
  readonly interactive: boolean;
  /** Also what has no role and can be clicked nevertheless. */
  readonly clickable?: boolean;
  /** Tell where links lead. */
  readonly urls?: boolean;
  /** Tell where each element is. */
  readonly boxes?: boolean;
  /** Only what meets this part of the frame's viewport; alerts, live regions and dialogs wherever they are. */
  readonly viewport?: Box | 'whole';
  /** Milliseconds after which the walk stops where it is; 8 000 unless told. */
  readonly within?: number;
}

/** How much of the page a snapshot does not show. */
export interface Omitted {
  readonly texts: number;
  readonly elements: number;
  /** Elements without a role whose markup says that they can be clicked, unless `clickable` asked for them. */
  readonly clickables: number;
  /** Elements outside the viewport, where only that was asked for. */
  readonly outside: number;
}

export interface SnapshotAnswer {
  readonly document: string;
  readonly title: string;
  /** Which of its parent's frames this one is. Absent at the top and in a shadow tree. */
  readonly frame?: number;
  readonly nodes: readonly SnapshotNode[];
  readonly omitted: Omitted;
  /** What was taken for the viewport. */
  readonly viewport?: Box;
  /** A modal dialog is open: the page behind it is out of reach and left out. */
  readonly modal?: true;
  /** The time ran out: what comes later in the document is missing, and `omitted` counts what was reached. */
  readonly cut?: true;
  /** How many elements may host a closed shadow root, which the debugger can tell. */
  readonly hosts?: number;
}

/** The global of the engine's world that holds it, for the debugger to call. */
export const ENGINE = 'browseEngine';

interface DescribeOptions {
  /** Start recording effects in this document, before anything is done to the element. */
  readonly watch?: boolean;
}

/** The element a selector matched, as an action needs to know it. */
export interface DescribeAnswer extends Described {
  readonly tag: string;
  /** The control a label labels or the select an option belongs to: where a click really goes. */
  readonly routed?: Described & { readonly why: 'label' | 'option' };
  /** Something else that can be operated may be inside it, and be what a click in its middle meets. */
  readonly holdsOthers?: true;
  /** A control of this name takes the place of a property that Playwright reads of the form around the element. */
  readonly clobbered?: string;
}

interface SeekOptions {
  /** Chosen by the asker; `found` answers for the last one only. */
  readonly search: number;
}

interface FoundOptions extends DescribeOptions, SeekOptions {}

/** What `seek` came across. Recording starts only when it was one element. */
export interface FoundAnswer {
  readonly total: number;
  /** The first five. */
  readonly first: readonly DescribeAnswer[];
}

export interface ResolveOptions {
  readonly id: ElementId;
  readonly watch?: boolean;
}

/** Asked with a ref instead of a selector. */
export type ResolveAnswer =
  | { readonly state: 'here'; readonly element: DescribeAnswer }
  | { readonly state: 'gone' }
  | { readonly state: 'navigated' };

export interface CoverAnswer {
  /** What would receive a click aimed at the middle of the element, if not the element. */
  readonly by?: Described;
}

/** Asked of an element that holds others, once it is in view. Empty when its middle is as good as any point of it. */
export interface AimAnswer {
  /** A point of its own, in CSS pixels from the corner of its padding box. */
  readonly at?: { readonly x: number; readonly y: number };
  /** What lies in its middle, where no point of it is its own. */
  readonly by?: Described;
}

export interface FieldAnswer {
  /** The real content, never masked here: the daemon compares it with what it wrote. */
  readonly value: string;
  readonly secret?: true;
  /** The type of an `input`, as the browser understands it. */
  readonly type?: string;
  /** Where an option stands in its list. */
  readonly index?: number;
  /** What is chosen in a `select`, at most 100. */
  readonly selected?: readonly {
    readonly index: number;
    readonly value: string;
    readonly label: string;
  }[];
}

interface OptionsOptions {
  readonly wanted: readonly string[];
}

/** Asked of a `select`; of anything else it is an error. */
export interface OptionsAnswer {
  readonly total: number;
  readonly multiple: boolean;
  /**
   * For each wanted word the index of the first option with that value, else with that label, else with
   * a label that differs in white space and case only; null when there is none.
   */
  readonly found: readonly (number | null)[];
  /** The first 20 labels, 200 characters each. */
  readonly listed: readonly string[];
}

interface PulseOptions {
  /** Milliseconds: once the page has been still for so long, what stirred is looked at in the same answer. */
  readonly still: number;
}

/** Whether a watched document has come to rest. */
export interface PulseAnswer {
  /**
   * Milliseconds since something last stirred that was not stirring before the action: a mutation, a field event, a
   * scroll. Absent while nothing did.
   */
  readonly quiet?: number;
  /** Milliseconds since the last input of the action reached the page; absent while none did. */
  readonly sinceInput?: number;
  /** Milliseconds for which no timer of the page will run, when that can be foreseen. */
  readonly calmFor?: number;
  /** What came of what stirred; absent while the page is not still, and when nothing stirred since the last time. */
  readonly effect?: EffectAnswer;
}

/** What came of an action that is no element. */
export type EffectFact = 'scrolled' | 'title changed' | 'canvas redrawn' | 'playing' | 'paused';

interface ChoicesOptions extends SeekOptions {
  readonly wanted: string;
}

/** The options of a list made by scripts, met by `seek`. */
export interface ChoicesAnswer {
  readonly total: number;
  /**
   * The first option with that value (`data-value` or `value`), else of that name, else of a name that differs in
   * white space and case only, else with such a text. Absent when there is none.
   */
  readonly found?: Described;
  /** The first 20 names, 200 characters each. */
  readonly listed: readonly string[];
}

export interface EffectAnswer {
  /** False when nothing was being watched in this document: it is a new one. */
  readonly watched: boolean;
  /** Interactive elements that came into view, at most 20. */
  readonly added: readonly Described[];
  /** Interactive elements that left or were hidden, as they were before, at most 20. Only those ever described. */
  readonly removed: readonly Described[];
  /** Elements whose role, name, states or value differ from when watching began, at most 20. */
  readonly changed: readonly Described[];
  /** Texts of alerts, statuses and live regions that appeared or changed. */
  readonly alerts: readonly { readonly role: string; readonly text: string }[];
  /** Where the focus moved to, or inside a widget that keeps it, which element is the active one now. */
  readonly focused?: Described;
  readonly facts: readonly EffectFact[];
  /** The document's title, when it is another one than before. */
  readonly title?: string;
  /** Something visible changed that none of the lists above names, for example plain text. */
  readonly other: boolean;
  /** Lines of visible text that appeared and that no list above says, at most 5, 120 characters each. */
  readonly appeared: readonly string[];
  /** How many entries each list lost to its cap. */
  readonly more: number;
}

/** Which document was asked. */
interface DocumentAnswer {
  readonly document: string;
}

export interface TextAnswer {
  readonly url: string;
  readonly text: string;
}

export interface LinksAnswer {
  readonly links: readonly { readonly text: string; readonly href: string }[];
}

/** Question name → options and answer. `resolve`, `found`, `choices`, `watch`, `pulse` and `effect` are asked of a frame; the others of any scope element. */
export interface Questions {
  readonly snapshot: { readonly options: SnapshotOptions; readonly answer: SnapshotAnswer };
  readonly describe: { readonly options: DescribeOptions; readonly answer: DescribeAnswer };
  /** Asked of every match of a selector; only the first is answered, so that whoever counts sees whether any is there. */
  readonly seek: { readonly options: SeekOptions; readonly answer: Record<string, never> };
  readonly found: { readonly options: FoundOptions; readonly answer: FoundAnswer };
  readonly choices: { readonly options: ChoicesOptions; readonly answer: ChoicesAnswer };
  readonly resolve: { readonly options: ResolveOptions; readonly answer: ResolveAnswer };
  readonly cover: { readonly options: Record<string, never>; readonly answer: CoverAnswer };
  readonly aim: { readonly options: Record<string, never>; readonly answer: AimAnswer };
  readonly field: { readonly options: Record<string, never>; readonly answer: FieldAnswer };
  readonly options: { readonly options: OptionsOptions; readonly answer: OptionsAnswer };
  readonly identify: { readonly options: Record<string, never>; readonly answer: DocumentAnswer };
  readonly watch: { readonly options: Record<string, never>; readonly answer: DocumentAnswer };
  readonly pulse: { readonly options: PulseOptions; readonly answer: PulseAnswer };
  readonly effect: { readonly options: Record<string, never>; readonly answer: EffectAnswer };
  readonly text: { readonly options: Record<string, never>; readonly answer: TextAnswer };
  readonly html: { readonly options: Record<string, never>; readonly answer: TextAnswer };
  readonly links: { readonly options: Record<string, never>; readonly answer: LinksAnswer };
}
