import type { CDPSession } from 'playwright-core';

import { ENGINE } from '#page/wire.ts';

import type { Target } from './target.ts';

/** A page engine as the debugger reaches it. */
export interface EngineHandle {
  readonly frame: string;
  /** The execution context of the engine. */
  readonly context: number;
  /** The execution context of the page's own scripts. */
  readonly pageContext: number;
  /** The engine's `Sight`. */
  readonly sight: string;
  /** The object group of the look: what a handle of it gives belongs to it as well. */
  readonly group: string;
}

/** The engines of all frames that a session sees, with handles that are good until `group` is released. */
export async function enginesIn(target: Target, group: string): Promise<EngineHandle[]> {
  const { cdp, contexts, engineContexts } = target;
  const pageContexts = new Map(
    [...contexts.values()]
      .filter(({ auxData }) => auxData?.isDefault)
      .map(({ id, auxData }) => [auxData?.frameId, id]),
  );
  const engines = await Promise.all(
    [...engineContexts].map(async ([frame, context]): Promise<EngineHandle | undefined> => {
      const pageContext = pageContexts.get(frame);
      if (pageContext === undefined) return undefined;
      const expression = `globalThis.${ENGINE}?.sight`;
      const sight = await evaluateIn(cdp, { contextId: context, group, expression });
      return sight === undefined ? undefined : { frame, context, pageContext, sight, group };
    }),
  );
  return engines.filter(engine => engine !== undefined);
}

interface Evaluation {
  readonly contextId: number;
  readonly group: string;
  readonly expression: string;
}

/** The object an expression gives; undefined when it gives none, or its frame has just left. */
export async function evaluateIn(
  cdp: CDPSession,
  { contextId, group, expression }: Evaluation,
): Promise<string | undefined> {
  try {
    const { result } = await cdp.send('Runtime.evaluate', {
      contextId,
      expression,
      objectGroup: group,
    });
    return result.objectId;
  } catch {
    // Some frame of many is always navigating.
    return undefined;
  }
}

/** The object of the engine's world that stands for a node; undefined when the node is gone. */
export async function nodeIn(
  cdp: CDPSession,
  { context, group }: EngineHandle,
  backendNodeId: number,
): Promise<string | undefined> {
  try {
    const { object } = await cdp.send('DOM.resolveNode', {
      backendNodeId,
      executionContextId: context,
      objectGroup: group,
    });
    return object.objectId;
  } catch {
    // Pages take nodes away at any time.
    return undefined;
  }
}

/** Like `Promise.all`, but a failure is not told of before all are over: none goes on to make handles after it. */
export async function allOver<Value>(work: readonly Promise<Value>[]): Promise<Value[]> {
  await Promise.allSettled(work);
  return await Promise.all(work);
}
