import type { CDPSession } from 'playwright-core';

import { allOver, evaluateIn, nodeIn, type EngineHandle } from './engines.ts';
import type { FrameTree } from './target.ts';

/** Events of a press. What takes keys has a `tabindex`, which says enough. */
const PRESSES = new Set([
  'click',
  'dblclick',
  'mousedown',
  'mouseup',
  'pointerdown',
  'pointerup',
  'touchend',
  'touchstart',
]);
/** Handed over at once, in document order; the next look goes on with those left over. */
const MAX_FRESH = 2000;

/** Tells the engines of one process which elements listen for a press. */
export async function tellListeners(
  cdp: CDPSession,
  engines: readonly EngineHandle[],
): Promise<boolean> {
  const heard = await allOver(
    engines.map(async engine => ({ engine, numbers: await listenersIn(cdp, engine) })),
  );
  const order = await framesInnerFirst(cdp);
  heard.sort((one, other) => order.indexOf(one.engine.frame) - order.indexOf(other.engine.frame));
  // What a document holds is reported with what its frames hold, so the inner ones go first.
  const claimed = new Set<number>();
  const learnt = heard.map(async ({ engine, numbers }) => {
    const own = numbers.filter(number => !claimed.has(number));
    for (const number of own) claimed.add(number);
    return await tellEngine(cdp, engine, own);
  });
  return (await allOver(learnt)).includes(true);
}

async function framesInnerFirst(cdp: CDPSession): Promise<string[]> {
  const ordered = ({ frame, childFrames = [] }: FrameTree): string[] => [
    ...childFrames.flatMap(ordered),
    frame.id,
  ];
  const { frameTree } = await cdp.send('Page.getFrameTree');
  return ordered(frameTree);
}

/** The page's own scripts have listeners of their own only, so their document is asked, and no script is run. */
async function listenersIn(
  cdp: CDPSession,
  { pageContext: contextId, group }: EngineHandle,
): Promise<number[]> {
  const document = await evaluateIn(cdp, { contextId, group, expression: 'document' });
  if (document === undefined) return [];
  const { listeners } = await cdp.send('DOMDebugger.getEventListeners', {
    objectId: document,
    depth: -1,
    pierce: true,
  });
  const numbers = listeners
    .filter(({ type }) => PRESSES.has(type))
    .map(({ backendNodeId }) => backendNodeId)
    .filter(number => number !== undefined);
  return [...new Set(numbers)];
}

async function tellEngine(
  cdp: CDPSession,
  engine: EngineHandle,
  numbers: readonly number[],
): Promise<boolean> {
  const asked = await cdp.send('Runtime.callFunctionOn', {
    objectId: engine.sight,
    functionDeclaration: 'function (numbers) { return this.unknown(numbers); }',
    arguments: [{ value: numbers }],
    returnByValue: true,
  });
  const unknown: readonly number[] = asked.result.value;
  const resolved = await Promise.all(
    unknown.slice(0, MAX_FRESH).map(async number => ({
      number,
      objectId: await nodeIn(cdp, engine, number),
    })),
  );
  const fresh = resolved.filter(({ objectId }) => objectId !== undefined);
  const { result } = await cdp.send('Runtime.callFunctionOn', {
    objectId: engine.sight,
    functionDeclaration:
      'function (numbers, fresh, ...nodes) { return this.listen(numbers, fresh, nodes); }',
    arguments: [
      { value: numbers },
      { value: fresh.map(({ number }) => number) },
      ...fresh.map(({ objectId }) => ({ objectId: objectId ?? '' })),
    ],
    returnByValue: true,
  });
  return result.value === true;
}
