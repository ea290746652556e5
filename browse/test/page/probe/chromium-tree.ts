import type { CDPSession } from 'playwright-core';

/** One element as Chromium's accessibility tree has it. */
export interface TheirNode {
  readonly role: string;
  readonly name: string;
  readonly description: string;
  readonly value: string | undefined;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly isIgnored: boolean;
}

/**
 * Chromium's own tree, by the position of each element in the order of the markup, shadow trees before
 * what their hosts hold. Undefined where Chromium has no node.
 */
export async function chromiumTree(devtools: CDPSession): Promise<(TheirNode | undefined)[]> {
  await devtools.send('Accessibility.enable');
  const { nodes } = await devtools.send('Accessibility.getFullAXTree');
  const byId = new Map<number | undefined, TheirNode>();
  for (const node of nodes)
    byId.set(node.backendDOMNodeId, {
      role: String(node.role?.value ?? ''),
      name: String(node.name?.value ?? ''),
      description: String(node.description?.value ?? ''),
      value: node.value === undefined ? undefined : String(node.value.value),
      properties: new Map((node.properties ?? []).map(({ name, value }) => [name, value.value])),
      isIgnored: node.ignored,
    });
  return (await elementIds(devtools)).map(id => byId.get(id));
}

type DomNode = Awaited<ReturnType<typeof getRoot>>;

const getRoot = async (devtools: CDPSession) =>
  (await devtools.send('DOM.getDocument', { depth: -1, pierce: true })).root;

async function elementIds(devtools: CDPSession): Promise<number[]> {
  const ids: number[] = [];
  const visit = (node: DomNode): void => {
    if (node.nodeType === 1) ids.push(node.backendNodeId);
    for (const shadow of node.shadowRoots ?? [])
      if (shadow.shadowRootType === 'open') visit(shadow);
    for (const child of node.children ?? []) visit(child);
  };
  visit(await getRoot(devtools));
  return ids;
}
