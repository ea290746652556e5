import type { Scope } from '#protocol/access.ts';

import type { ArgShape, ArgValues } from './args.ts';
import type { Contexts } from './context.ts';
import type { Origin, Reply } from './reply.ts';

export const CATEGORIES = [
  'navigation',
  'reading',
  'snapshot',
  'interaction',
  'visual',
  'script',
  'tabs',
  'logs',
  'server',
] as const;
type Category = (typeof CATEGORIES)[number];

/** Everything about a command. Parsing, usage, help, the manifest and the documents follow from it. */
export interface CommandSpec<
  On extends keyof Contexts,
  Args extends ArgShape,
  Flags extends ArgShape,
> {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** read: safe to retry · write: changes the page or the browser · meta: about the daemon or other commands. */
  readonly kind: 'read' | 'write' | 'meta';
  readonly category: Category;
  readonly description: string;
  readonly example: string;
  /** What the command acts on, and so what its context holds; `tab` waits for the tab, the others never do. */
  readonly on: On;
  /** The scope a token must hold. */
  readonly scope: Scope;
  /** A paired agent may run it over the tunnel. Absent means local only. */
  readonly tunnel?: true;
  readonly origin: Origin;
  /** Milliseconds after which the daemon gives up; `--timeout` overrides it. */
  readonly deadline: number;
  /** What the command line answers, without starting anything, while no daemon runs. */
  readonly whenStopped?: string;
  /** The call ends the daemon: the command line waits for that, and then starts it again or not. */
  readonly afterwards?: 'stopped' | 'started';
  readonly args?: Args;
  readonly flags?: Flags;
  readonly run: (
    context: Contexts[On],
    input: ArgValues<Args> & Partial<ArgValues<Flags>>,
  ) => Promise<Reply>;
}

/** A command with its types folded in. */
export interface Command extends Omit<
  CommandSpec<keyof Contexts, ArgShape, ArgShape>,
  'run' | 'on'
> {
  readonly aliases: readonly string[];
  readonly args: ArgShape;
  readonly flags: ArgShape;
  readonly run: Runner;
}

/** A command's body with the kind of context it wants. */
type Runner = {
  readonly [On in keyof Contexts]: {
    readonly on: On;
    readonly call: (context: Contexts[On], input: Input) => Promise<Reply>;
  };
}[keyof Contexts];

export type Input = Readonly<Record<string, unknown>>;

/** Declares one command. Leaving out what a command must state is a compile error. */
export function defineCommand<
  On extends keyof Contexts,
  const Args extends ArgShape = Record<never, never>,
  const Flags extends ArgShape = Record<never, never>,
>({ on, run, ...spec }: CommandSpec<On, Args, Flags>): Command {
  return {
    ...spec,
    aliases: spec.aliases ?? [],
    args: spec.args ?? {},
    flags: spec.flags ?? {},
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parser builds the input from these very args and flags
    run: { on, call: run } as unknown as Runner,
  };
}
