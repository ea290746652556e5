/** What happened in a page, as the three logs keep it. Times are milliseconds since the epoch. */
interface Entry {
  /** Counts up over all kinds and is never reused. */
  readonly id: number;
  readonly time: number;
  readonly tab: number;
}

export interface ConsoleEntry extends Entry {
  /** `log`, `warning`, `error`, `pageerror`, … */
  readonly type: string;
  readonly text: string;
  /** `url:line` where it was written. */
  readonly location: string;
}

export interface NetworkEntry extends Entry {
  readonly method: string;
  readonly url: string;
  /** `document`, `fetch`, `image`, … */
  readonly type: string;
  /** HTTP status, once there is one. */
  status?: number;
  failure?: string;
  /** Milliseconds from the request to its end. */
  duration?: number;
}

export interface DialogEntry extends Entry {
  /** `alert`, `confirm`, `prompt` or `beforeunload`. */
  readonly type: string;
  readonly message: string;
  /** What it was answered with. */
  readonly answer: string;
}
