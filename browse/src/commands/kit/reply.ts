/** Who wrote the output: `page` output is wrapped as untrusted, `own` output passes. */
export type Origin = 'own' | 'page';

/** What a command answers. Who wrote `text` is the command's `origin`; `page` was always written by a page. */
export interface Reply {
  readonly text: string;
  /** Set where one call's text has another author than the command's `origin` says. */
  readonly origin?: Origin;
  /** Lines that a page wrote, shown after `text`. */
  readonly page?: string;
  /** The URL of the page that wrote them. */
  readonly source?: string;
  /** The same answer as data, for callers that asked for JSON. */
  readonly data?: unknown;
}

/** A plain answer, optionally with the same as data. */
export const reply = (text: string, data?: unknown): Reply => ({
  text,
  ...(data !== undefined && { data }),
});

/** An answer that the page at `source` wrote. */
export const pageReply = (source: string, text: string, data?: unknown): Reply => ({
  text,
  source,
  ...(data !== undefined && { data }),
});
