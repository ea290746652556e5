import type { Session } from '#browser/session.ts';
import type { Tab } from '#browser/tab.ts';
import type { Capture } from '#capture/capture.ts';

/** What every command may know of its call. */
export interface CallContext {
  readonly cwd: string;
  /** The caller asked for the first line of an effect only. */
  readonly quiet: boolean;
  /** Milliseconds the call may take, as `--timeout` or the command's own deadline say. */
  readonly deadline: number;
  /** Aborts when the deadline passes or the tab is closed. */
  readonly signal: AbortSignal;
  readonly capture: Capture;
  /** Whether the gate lets the caller read this file. */
  readonly admitsFile: (path: string) => boolean;
  /** A new path in the temporary folder for a file the caller did not name. */
  readonly newFile: (stem: string, extension: string) => string;
}

/** Acts on one tab, which nobody else acts on meanwhile. */
export interface TabContext extends CallContext {
  readonly session: Session;
  readonly tab: Tab;
}

/** Acts on the browser without waiting for any page. */
export interface BrowserContext extends CallContext {
  readonly session: Session;
  /** The tab the caller named, else the active one; throws `not_found` when it is not open. */
  readonly tab: () => Tab;
  /** The tab the caller named, if it did. */
  readonly namedTab: number | undefined;
}

/** Acts on the daemon alone, whatever the browser does. */
interface DaemonContext extends CallContext {
  readonly daemon: DaemonControl;
}

export interface Contexts {
  readonly tab: TabContext;
  readonly browser: BrowserContext;
  readonly daemon: DaemonContext;
}

/** One command that is running. */
export interface Running {
  readonly command: string;
  readonly tab: number | undefined;
  readonly since: number;
}

export interface Status {
  readonly pid: number;
  readonly port: number;
  readonly version: string;
  /** Milliseconds. */
  readonly uptime: number;
  readonly project: string;
  readonly browser: string;
  readonly tabs: readonly { readonly id: number; readonly url: string; readonly active: boolean }[];
  readonly running: readonly Running[];
  /** Bytes of the daemon's resident memory. */
  readonly memory: number;
}

/** The powers over the daemon that commands use. */
export interface DaemonControl {
  readonly status: () => Status;
  /** Ends the daemon and its browser once the reply is sent. */
  readonly stop: (reason: string) => Promise<void>;
  /** The help of one command, or of all. */
  readonly help: (name: string | undefined) => { readonly text: string; readonly data: unknown };
}
