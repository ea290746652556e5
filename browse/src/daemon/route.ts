/** One address of the daemon. */
export interface Route {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Who may call it. */
  readonly auth: 'none' | 'root';
  readonly handle: (request: Request) => Promise<Response>;
}
