/** What is public about one address of the daemon. */
export interface Address {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Who may call it: anybody on this machine, or whoever holds the token of the state file. */
  readonly auth: 'none' | 'root';
  readonly about: string;
}

/** Every address that the daemon answers. */
export const ROUTES = {
  health: {
    method: 'GET',
    path: '/health',
    auth: 'none',
    about: 'Say that the daemon lives, and its version',
  },
  command: { method: 'POST', path: '/command', auth: 'root', about: 'Run one command' },
  browser: {
    method: 'POST',
    path: '/browser',
    auth: 'root',
    about: 'Wait until the browser runs, or say why it cannot',
  },
} as const satisfies Record<string, Address>;
