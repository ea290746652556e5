/** A command as the command line and the documents know it: data only. */
export interface CommandManifest {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly category: string;
  readonly kind: string;
  readonly description: string;
  /** The words after `browse`. */
  readonly usage: string;
  readonly example: string;
  readonly scope: string;
  readonly tunnel: boolean;
  readonly origin: string;
  readonly on: string;
  /** Milliseconds. */
  readonly deadline: number;
  readonly whenStopped?: string;
  /** The call ends the daemon, and whether it is then started again. */
  readonly afterwards?: string;
  readonly args: readonly ArgumentManifest[];
  readonly flags: readonly FlagManifest[];
}

interface ArgumentManifest {
  readonly name: string;
  readonly about: string;
  readonly required: boolean;
  readonly many: boolean;
  readonly readsStdin: boolean;
  /** What its values may do outside the page: `navigates`, `reads-file`, `writes-file`, `runs-script`. */
  readonly does?: readonly string[];
  readonly choices?: readonly string[];
}

export interface FlagManifest {
  readonly name: string;
  readonly short?: string;
  readonly about: string;
  readonly takesValue: boolean;
  /** As for an argument. */
  readonly does?: readonly string[];
  readonly choices?: readonly string[];
}

export interface Manifest {
  readonly categories: readonly string[];
  readonly globalFlags: readonly FlagManifest[];
  readonly commands: readonly CommandManifest[];
}

/** The flags that go with every command, anywhere in the line. */
export const GLOBAL_FLAGS: readonly FlagManifest[] = [
  { name: 'tab', about: 'Act on this tab instead of the active one', takesValue: true },
  { name: 'json', about: 'Print exactly one JSON object', takesValue: false },
  { name: 'timeout', about: 'Milliseconds the command may take', takesValue: true },
  { name: 'max-output', about: 'Characters of output to keep', takesValue: true },
  { name: 'quiet', about: 'Print only the first line of an effect', takesValue: false },
  { name: 'help', short: 'h', about: 'Explain the command', takesValue: false },
  { name: 'version', about: 'Print version and commit', takesValue: false },
];
