/** One element as the engine would tell of it. */
export interface Probed {
  /** Its opening tag and the beginning of its text: how the list of differences names it. */
  readonly element: string;
  readonly tag: string;
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly states: string;
  readonly value: string | undefined;
  readonly cell: string | undefined;
  /** It has a line of its own in the full tree. */
  readonly isShown: boolean;
}
