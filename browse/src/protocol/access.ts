/** What a token may be allowed to do. */
export type Scope = 'read' | 'write' | 'admin' | 'meta' | 'control';
