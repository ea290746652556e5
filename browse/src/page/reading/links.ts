import { attr, isDocument, isElement, queryAll, rootElement, tag, type Scope } from '#page/dom.ts';
import { nextChild, openVisit, type Visit } from '#page/tree/visit.ts';
import { contentName, nameOf } from '#page/name/accessible.ts';
import { shadowsBelow } from '#page/shadows.ts';
import type { View } from '#page/view.ts';
import { isVisible } from '#page/visible.ts';
import type { LinksAnswer } from '#page/wire.ts';

const LINKS = 'a,area[href]';

/** Every link that shows, once for each text and address. */
export function linksOf(view: View, scope: Scope): LinksAnswer['links'] {
  const seen = new Set<string>();
  const links: { text: string; href: string }[] = [];
  for (const element of linkElements(view, scope)) {
    const href = addressOf(element);
    if (href === undefined || !isVisible(element)) continue;
    const text = nameOf(view, element, 'link').text || contentName(view, element);
    const key = `${href}\n${text}`;
    if (!seen.has(key)) links.push({ text, href });
    seen.add(key);
  }
  return links;
}

function linkElements(view: View, scope: Scope): Iterable<Element> {
  if (shadowsBelow(scope).length === 0) return queryAll(scope, LINKS);
  const root = isDocument(scope) ? rootElement(scope) : scope;
  if (!root) return [];
  return flatLinks(view, isElement(root) ? root : root.host);
}

function flatLinks(view: View, root: Element): Element[] {
  const found: Element[] = [];
  let visit: Visit | null = openVisit(view, null, root, tag(root));
  while (visit) {
    const node = nextChild(visit);
    if (!node) visit = visit.parent;
    else if (isElement(node)) {
      if (isLink(node)) found.push(node);
      visit = openVisit(view, visit, node, tag(node));
    }
  }
  return found;
}

const isLink = (element: Element): boolean => tag(element) === 'a' || tag(element) === 'area';

/** Absolute. Undefined when there is none or it cannot be read. */
function addressOf(element: Element): string | undefined {
  if (element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)
    return element.hasAttribute('href') ? element.href : undefined;
  const raw = attr(element, 'href') ?? attr(element, 'xlink:href');
  if (raw === null) return undefined;
  return URL.parse(raw, element.baseURI)?.href ?? raw;
}
