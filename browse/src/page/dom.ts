/**
 * Reads of the DOM that a page cannot clobber. A `<form>` and the document answer `parentNode` or
 * `attributes` with a control or an image of that name; a getter taken from the prototype does not.
 */
function accessor<T extends object, K extends keyof T & string>(
  prototype: T,
  name: K,
): (this: T) => T[K] {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (!get) throw new Error(`Cannot read ${name}: it is no accessor`);
  return get;
}

const getNodeType = accessor(Node.prototype, 'nodeType');
const getNodeValue = accessor(Node.prototype, 'nodeValue');
const getFirstChild = accessor(Node.prototype, 'firstChild');
const getNextSibling = accessor(Node.prototype, 'nextSibling');
const getPreviousSibling = accessor(Node.prototype, 'previousSibling');
const getFirstElementChild = accessor(Element.prototype, 'firstElementChild');
const getParentNode = accessor(Node.prototype, 'parentNode');
const getIsConnected = accessor(Node.prototype, 'isConnected');
const getTextContent = accessor(Node.prototype, 'textContent');
const getLocalName = accessor(Element.prototype, 'localName');
const getShadowRoot = accessor(Element.prototype, 'shadowRoot');
const getAssignedSlot = accessor(Element.prototype, 'assignedSlot');
const getTextSlot = accessor(Text.prototype, 'assignedSlot');
const getClientWidth = accessor(Element.prototype, 'clientWidth');
const getClientHeight = accessor(Element.prototype, 'clientHeight');
const getInnerHtml = accessor(Element.prototype, 'innerHTML');
const getOuterHtml = accessor(Element.prototype, 'outerHTML');
const getInnerText = accessor(HTMLElement.prototype, 'innerText');
const getIsEditable = accessor(HTMLElement.prototype, 'isContentEditable');
const getDocumentElement = accessor(Document.prototype, 'documentElement');
const getBody = accessor(Document.prototype, 'body');
const getTitle = accessor(Document.prototype, 'title');
const getDoctype = accessor(Document.prototype, 'doctype');
const getDocumentFocus = accessor(Document.prototype, 'activeElement');
const getShadowFocus = accessor(ShadowRoot.prototype, 'activeElement');
const getStyleSheets = accessor(Document.prototype, 'styleSheets');
const getImplementation = accessor(Document.prototype, 'implementation');
const getLabelTargets = accessor(Element.prototype, 'ariaLabelledByElements');
const getActiveDescendant = accessor(Element.prototype, 'ariaActiveDescendantElement');
const getAdoptedSheets = accessor(Document.prototype, 'adoptedStyleSheets');

const nodeMethods = Node.prototype;
const elementMethods = Element.prototype;
const documentMethods = Document.prototype;
const fragmentMethods = DocumentFragment.prototype;
const {
  getAttribute,
  hasAttribute,
  hasAttributes: hasAnyAttribute,
  checkVisibility,
  matches: elementMatches,
} = elementMethods;

/** A document or a shadow root: what ids and focus are relative to. */
export type TreeScope = Document | ShadowRoot;
export type Scope = TreeScope | Element;

export const isElement = (node: Node | null): node is Element =>
  node !== null && getNodeType.call(node) === 1;
export const isText = (node: Node | null): node is Text =>
  node !== null && getNodeType.call(node) === 3;
export const isDocument = (node: Node): node is Document => getNodeType.call(node) === 9;
export const isShadowRoot = (node: Node | null): node is ShadowRoot => node instanceof ShadowRoot;

export const firstChild = (node: Node): ChildNode | null => getFirstChild.call(node);
export const nextSibling = (node: Node): ChildNode | null => getNextSibling.call(node);
export const previousSibling = (node: Node): ChildNode | null => getPreviousSibling.call(node);
export const parentNode = (node: Node): ParentNode | null => getParentNode.call(node);
export const isConnected = (node: Node): boolean => getIsConnected.call(node);
export const dataOf = (node: Node): string => getNodeValue.call(node) ?? '';
export const textContent = (node: Node): string => getTextContent.call(node) ?? '';
export const contains = (node: Node, other: Node): boolean =>
  nodeMethods.contains.call(node, other);

/** Nothing but text, and possibly nothing, is directly inside. */
export const hasOnlyText = (element: Element): boolean =>
  getFirstElementChild.call(element) === null && getShadowRoot.call(element) === null;

export const tag = (element: Element): string => getLocalName.call(element);
export const attr = (element: Element, name: string): string | null =>
  getAttribute.call(element, name);
export const hasAttr = (element: Element, name: string): boolean =>
  hasAttribute.call(element, name);
export const hasAttributes = (element: Element): boolean => hasAnyAttribute.call(element);
export const attributeNames = (element: Element): string[] =>
  elementMethods.getAttributeNames.call(element);
export const matches = (element: Element, selector: string): boolean =>
  elementMatches.call(element, selector);
export const closest = (element: Element, selector: string): Element | null =>
  elementMethods.closest.call(element, selector);
export const labelTargets = (element: Element): readonly Element[] =>
  getLabelTargets.call(element) ?? [];
export const activeDescendant = (element: Element): Element | null =>
  getActiveDescendant.call(element);
export const shadowRoot = (element: Element): ShadowRoot | null => getShadowRoot.call(element);
export const clientWidth = (element: Element): number => getClientWidth.call(element);
export const clientHeight = (element: Element): number => getClientHeight.call(element);
export const rectsOf = (element: Element): DOMRectList =>
  elementMethods.getClientRects.call(element);
export const innerHtml = (element: Element): string => getInnerHtml.call(element);
export const outerHtml = (element: Element): string => getOuterHtml.call(element);
export const innerText = (element: HTMLElement): string => getInnerText.call(element);
export const isContentEditable = (element: HTMLElement): boolean => getIsEditable.call(element);

export const hasBox = (element: Element): boolean => checkVisibility.call(element);
const VISIBLE: CheckVisibilityOptions = { visibilityProperty: true };
export const hasVisibleBox = (element: Element): boolean => checkVisibility.call(element, VISIBLE);

export const rootElement = (document: Document): HTMLElement | null =>
  getDocumentElement.call(document);
export const bodyOf = (document: Document): HTMLElement | null => getBody.call(document);
export const titleOf = (document: Document): string => getTitle.call(document);
export const doctypeOf = (document: Document): DocumentType | null => getDoctype.call(document);
export const focusedIn = (scope: TreeScope): Element | null =>
  isDocument(scope) ? getDocumentFocus.call(scope) : getShadowFocus.call(scope);
export const sheetsOf = (document: Document): CSSStyleSheet[] => [
  ...getStyleSheets.call(document),
  ...getAdoptedSheets.call(document),
];

/** The tree an element is in; an element that left the document is in none. */
export function treeScope(node: Node): TreeScope | null {
  const root = nodeMethods.getRootNode.call(node);
  return isDocument(root) || isShadowRoot(root) ? root : null;
}

export const createElement = (document: Document, name: string): HTMLElement =>
  documentMethods.createElement.call(document, name);

export function byId(scope: TreeScope, id: string): Element | null {
  if (id === '') return null;
  return isDocument(scope)
    ? documentMethods.getElementById.call(scope, id)
    : fragmentMethods.getElementById.call(scope, id);
}

export function queryAll(scope: Scope, selector: string): NodeListOf<Element> {
  if (isElement(scope)) return elementMethods.querySelectorAll.call(scope, selector);
  return isDocument(scope)
    ? documentMethods.querySelectorAll.call(scope, selector)
    : fragmentMethods.querySelectorAll.call(scope, selector);
}

export function elementAt(scope: TreeScope, x: number, y: number): Element | null {
  return isDocument(scope)
    ? documentMethods.elementFromPoint.call(scope, x, y)
    : ShadowRoot.prototype.elementFromPoint.call(scope, x, y);
}

/** Never runs the page's custom element reactions: the copy lives in a document without a window. */
export function inertCopy<T extends Node>(node: T): T {
  const inert = getImplementation.call(document).createHTMLDocument();
  return documentMethods.importNode.call<Document, [T, boolean], T>(inert, node, true);
}

function slotOf(node: Node): HTMLSlotElement | null {
  if (isElement(node)) return getAssignedSlot.call(node);
  return isText(node) ? getTextSlot.call(node) : null;
}

/** The parent in the flattened tree: the slot a node is assigned to, the host of a shadow root. */
export function flatParent(node: Node): Element | null {
  const parent = slotOf(node) ?? parentNode(node);
  if (parent === null || isElement(parent)) return parent;
  return isShadowRoot(parent) ? parent.host : null;
}

const ELEMENTS = NodeFilter.SHOW_ELEMENT;

export function elementWalker(scope: Node): TreeWalker {
  return documentMethods.createTreeWalker.call(document, scope, ELEMENTS);
}
