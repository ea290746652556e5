import type { CDPSession } from 'playwright-core';

/** CDP `Runtime.ExecutionContextDescription`, with what Chromium puts in `auxData`. */
interface Context {
  readonly id: number;
  readonly name: string;
  readonly auxData?: { readonly frameId?: string; readonly isDefault?: boolean };
}

/** CDP `Page.FrameTree`. */
export interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string; readonly urlFragment?: string };
  readonly childFrames?: readonly FrameTree[];
}

/** A session with the frames of one process, and the worlds there are in them. */
export interface Target {
  readonly cdp: CDPSession;
  readonly contexts: ReadonlyMap<number, Context>;
  /** Frame (CDP `Page.FrameId`) → the execution context that its page engine lives in, or will. */
  readonly engineContexts: ReadonlyMap<string, number>;
  /** Contexts that are known to hold an engine. */
  readonly equipped: Set<number>;
}

/** Playwright names the worlds of its content scripts so. */
const ENGINE_WORLD = '__playwright_utility_world_';

/** Logged objects would be kept for a console that nobody looks at; they are let go after this many messages. */
const RELEASE_EVERY = 100;

/**
 * Follows the worlds of a session's frames from now on. The session must be neither detached nor told
 * `Runtime.disable`: frames without scripts would no longer get a world (Chromium, force main world initialization),
 * and Playwright would wait for one forever.
 */
export async function openTarget(cdp: CDPSession): Promise<Target> {
  const contexts = new Map<number, Context>();
  const engineContexts = new Map<string, number>();
  const equipped = new Set<number>();
  let logged = 0;
  cdp.on('Runtime.executionContextCreated', ({ context }: { readonly context: Context }) => {
    contexts.set(context.id, context);
    const frame = context.auxData?.frameId;
    const isEngines = context.name.startsWith(ENGINE_WORLD);
    if (isEngines && frame !== undefined) engineContexts.set(frame, context.id);
  });
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId: id }) => {
    const frame = contexts.get(id)?.auxData?.frameId;
    if (frame !== undefined && engineContexts.get(frame) === id) engineContexts.delete(frame);
    contexts.delete(id);
    equipped.delete(id);
  });
  cdp.on('Runtime.executionContextsCleared', () => {
    contexts.clear();
    engineContexts.clear();
    equipped.clear();
  });
  cdp.on('Runtime.consoleAPICalled', () => {
    if (++logged % RELEASE_EVERY !== 0) return;
    // A page that has gone by now took its objects along.
    cdp.send('Runtime.releaseObjectGroup', { objectGroup: 'console' }).catch(() => undefined);
  });
  await cdp.send('Runtime.enable');
  return { cdp, contexts, engineContexts, equipped };
}
