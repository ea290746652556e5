import type { CDPSession } from 'playwright-core';

import { allOver, nodeIn, type EngineHandle } from './engines.ts';

/** How deep closed roots may be nested in one another. */
const MAX_ROUNDS = 8;

/** Asks about the elements that may host a closed shadow root, and hands the engine the roots there are. */
export async function revealClosedRoots(cdp: CDPSession, engine: EngineHandle): Promise<boolean> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const hosts = await waitingHosts(cdp, engine);
    const closed = await allOver(hosts.map(async host => await closedRootsOf(cdp, host)));
    const roots = await Promise.all(
      closed.flat().map(async root => await nodeIn(cdp, engine, root)),
    );
    const found = roots.filter(root => root !== undefined);
    if (found.length === 0) return round > 0;
    const { result } = await cdp.send('Runtime.callFunctionOn', {
      objectId: engine.sight,
      functionDeclaration: 'function (...roots) { return this.reveal(roots); }',
      arguments: found.map(objectId => ({ objectId })),
      returnByValue: true,
    });
    if (result.value === 0) return true;
  }
  return true;
}

async function waitingHosts(cdp: CDPSession, { sight }: EngineHandle): Promise<string[]> {
  const { result: list } = await cdp.send('Runtime.callFunctionOn', {
    objectId: sight,
    functionDeclaration: 'function () { return this.hosts(); }',
  });
  if (list.objectId === undefined) return [];
  const { result } = await cdp.send('Runtime.getProperties', {
    objectId: list.objectId,
    ownProperties: true,
  });
  return result.map(({ value }) => value?.objectId).filter(id => id !== undefined);
}

/** The roots of inputs and the like are the browser's own and of another type. */
async function closedRootsOf(cdp: CDPSession, host: string): Promise<number[]> {
  const { node } = await cdp.send('DOM.describeNode', { objectId: host });
  return (node.shadowRoots ?? [])
    .filter(({ shadowRootType }) => shadowRootType === 'closed')
    .map(({ backendNodeId }) => backendNodeId);
}
