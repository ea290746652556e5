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
const getPreviousElement = accessor(Element.prototype, 'previousElementSibling');
const getFirstElementChild = accessor(Element.prototype, 'firstElementChild');
const getParentNode = accessor(Node.prototype, 'parentNode');
const getIsConnected = accessor(Node.prototype, 'isConnected');
const getOwnerDocument = accessor(Node.prototype, 'ownerDocument');
const getTextContent = accessor(Node.prototype, 'textContent');
const getLocalName = accessor(Element.prototype, 'localName');
const getShadowRoot = accessor(Element.prototype, 'shadowRoot');
const getAssignedSlot = accessor(Element.prototype, 'assignedSlot');
const getTextSlot = accessor(Text.prototype, 'assignedSlot');
const getClientWidth = accessor(Element.prototype, 'clientWidth');
const getClientHeight = accessor(Element.prototype, 'clientHeight');
const getClientLeft = accessor(Element.prototype, 'clientLeft');
const getClientTop = accessor(Element.prototype, 'clientTop');
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
const getDescriptionTargets = accessor(Element.prototype, 'ariaDescribedByElements');
const getActiveDescendant = accessor(Element.prototype, 'ariaActiveDescendantElement');
const getAdoptedSheets = accessor(Document.prototype, 'adoptedStyleSheets');

const getContentWindow = accessor(HTMLIFrameElement.prototype, 'contentWindow');
const getObjectWindow = accessor(HTMLObjectElement.prototype, 'contentWindow');
const getFrameWindow = accessor(HTMLFrameElement.prototype, 'contentWindow');

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

/** False for null too, as for every node that is no element. */
export const isElement = (node: Node | null): node is Element =>
  node !== null && getNodeType.call(node) === 1;
/** False for CDATA sections and comments. */
export const isText = (node: Node | null): node is Text =>
  node !== null && getNodeType.call(node) === 3;
/** Also true of a document of another window, which `instanceof` is not. */
export const isDocument = (node: Node): node is Document => getNodeType.call(node) === 9;
/** Open or closed. */
export const isShadowRoot = (node: Node | null): node is ShadowRoot => node instanceof ShadowRoot;

/** In the light tree: comments and white space are children as well. */
export const firstChild = (node: Node): ChildNode | null => getFirstChild.call(node);
/** In the light tree. Costs less than `firstChild` where that is a text nobody has asked for yet. */
export const firstElement = (element: Element): Element | null =>
  getFirstElementChild.call(element);
/** In the light tree, whatever its node type. */
export const nextSibling = (node: Node): ChildNode | null => getNextSibling.call(node);
/** In the light tree, whatever its node type. */
export const previousSibling = (node: Node): ChildNode | null => getPreviousSibling.call(node);
/** The nearest sibling before it that is an element. */
export const previousElement = (element: Element): Element | null =>
  getPreviousElement.call(element);
/** In the light tree; the parent of what is at the top of a shadow tree is the shadow root. */
export const parentNode = (node: Node): ParentNode | null => getParentNode.call(node);
/** In the document, shadow trees included. */
export const isConnected = (node: Node): boolean => getIsConnected.call(node);
/** In this document's tree or in a shadow tree of it, rather than in a document that scripts made or a frame holds. */
export const isIn = (document: Document, node: Node): boolean =>
  getIsConnected.call(node) && getOwnerDocument.call(node) === document;
/** The text of a text node or comment; empty for an element. */
export const dataOf = (node: Node): string => getNodeValue.call(node) ?? '';
/** All text in the light tree below, drawn or not, scripts included. */
export const textContent = (node: Node): string => getTextContent.call(node) ?? '';
/** Itself included; not across the border of a shadow tree. */
export const contains = (node: Node, other: Node): boolean =>
  nodeMethods.contains.call(node, other);

/** On the wrapper of a host, which this world has for itself, so no page comes across it. */
const CLOSED = Symbol('closed shadow root');
type Host = Element & { [CLOSED]?: ShadowRoot };

/** The open one, or a closed one that was revealed. */
export const shadowRoot = (element: Host): ShadowRoot | null =>
  getShadowRoot.call(element) ?? element[CLOSED] ?? null;

/** On the wrapper of an element that `aria-owns` moved. */
const OWNER = Symbol('owner');
type Owned = Element & { [OWNER]?: WeakRef<Element> };

/** Lets `ownerOf` answer with the owner for as long as it refers to the element. */
export function noteOwner(element: Owned, owner: Element): void {
  element[OWNER] = new WeakRef(owner);
}

/** What gained it through `aria-owns`, as far as that was noted and still holds. */
export function ownerOf(element: Owned): Element | null {
  const owner = element[OWNER]?.deref();
  const id = CSS.escape(attr(element, 'id') ?? '');
  return owner && id && isConnected(owner) && matches(owner, `[aria-owns~="${id}"]`) ? owner : null;
}

/** Lets `shadowRoot` answer with a closed root from now on. */
export function revealRoot(closed: ShadowRoot): void {
  const host: Host = closed.host;
  host[CLOSED] = closed;
}

/** Nothing but text, and possibly nothing, is directly inside. */
export const hasOnlyText = (element: Element): boolean =>
  getFirstElementChild.call(element) === null && shadowRoot(element) === null;

/** The local name: lower case in HTML, without a prefix in XML. */
export const tag = (element: Element): string => getLocalName.call(element);
/** Null when the attribute is absent, which an empty one is not. */
export const attr = (element: Element, name: string): string | null =>
  getAttribute.call(element, name);
/** Whether the attribute is there, empty or not. */
export const hasAttr = (element: Element, name: string): boolean =>
  hasAttribute.call(element, name);
/** Far quicker than asking for any one of them: most elements have none. */
export const hasAttributes = (element: Element): boolean => hasAnyAttribute.call(element);
/** Qualified names, in the order of the markup. */
export const attributeNames = (element: Element): string[] =>
  elementMethods.getAttributeNames.call(element);
/** Throws a `SyntaxError` for a selector that cannot be read. */
export const matches = (element: Element, selector: string): boolean =>
  elementMatches.call(element, selector);
/** The element itself or the nearest around it in its own tree. Throws as `matches` does. */
export const closest = (element: Element, selector: string): Element | null =>
  elementMethods.closest.call(element, selector);
/** What `aria-labelledby` or its reflection refers to, in order; what cannot be found is left out. */
export const labelTargets = (element: Element): readonly Element[] =>
  getLabelTargets.call(element) ?? [];
/** What `aria-describedby` or its reflection refers to, in order; what cannot be found is left out. */
export const descriptionTargets = (element: Element): readonly Element[] =>
  getDescriptionTargets.call(element) ?? [];
/** What `aria-activedescendant` or its reflection refers to. */
export const activeDescendant = (element: Element): Element | null =>
  getActiveDescendant.call(element);
/** What an `iframe`, a `frame` or an `object` shows; null for other elements, and for an `object` that shows no document. */
export function contentWindow(element: Element): Window | null {
  if (element instanceof HTMLObjectElement) return getObjectWindow.call(element);
  if (element instanceof HTMLIFrameElement) return getContentWindow.call(element);
  return element instanceof HTMLFrameElement ? getFrameWindow.call(element) : null;
}
/** CSS pixels inside the border; 0 for an inline box. */
export const clientWidth = (element: Element): number => getClientWidth.call(element);
/** CSS pixels inside the border; 0 for an inline box. */
export const clientHeight = (element: Element): number => getClientHeight.call(element);
/** The widths of the left and the top border, in CSS pixels. */
export const borderOf = (element: Element): { readonly left: number; readonly top: number } => ({
  left: getClientLeft.call(element),
  top: getClientTop.call(element),
});
/** One rectangle a box, in CSS pixels of the viewport: an inline element has one a line. */
export const rectsOf = (element: Element): DOMRectList =>
  elementMethods.getClientRects.call(element);
/** Around all its boxes, in CSS pixels of the viewport; empty when it has none. */
export const rectOf = (element: Element): DOMRect =>
  elementMethods.getBoundingClientRect.call(element);
/** Around what is drawn of a text, in CSS pixels of the viewport. */
export function textRect(text: Text): DOMRect {
  const range = documentMethods.createRange.call(document);
  range.selectNodeContents(text);
  return range.getBoundingClientRect();
}
/** Markup of the light tree inside, secrets and all. */
export const innerHtml = (element: Element): string => getInnerHtml.call(element);
/** Markup of the light tree with the element itself, secrets and all. */
export const outerHtml = (element: Element): string => getOuterHtml.call(element);
/** What is drawn, lines and all (HTML, the innerText getter). Forces layout; shadow trees are not in it. */
export const innerText = (element: HTMLElement): string => getInnerText.call(element);
/** Can be edited itself, or is in something that can. */
export const isContentEditable = (element: HTMLElement): boolean => getIsEditable.call(element);

/** False under `display: none` and in skipped content; what is `visibility: hidden` has a box. */
export const hasBox = (element: Element): boolean => checkVisibility.call(element);
const VISIBLE: CheckVisibilityOptions = { visibilityProperty: true };
/** Has a box and is not `visibility: hidden`. Opacity and position do not count. */
export const hasVisibleBox = (element: Element): boolean => checkVisibility.call(element, VISIBLE);

/** Null in a document that lost its root. */
export const rootElement = (document: Document): HTMLElement | null =>
  getDocumentElement.call(document);
/** The `body` or `frameset`; null where there is none, as in SVG. */
export const bodyOf = (document: Document): HTMLElement | null => getBody.call(document);
/** As the tab shows it: white space collapsed. */
export const titleOf = (document: Document): string => getTitle.call(document);
/** Null in a document without one. */
export const doctypeOf = (document: Document): DocumentType | null => getDoctype.call(document);
/** In a document, the host where the focus is in a shadow tree; the body when nothing has it. */
export const focusedIn = (scope: TreeScope): Element | null =>
  isDocument(scope) ? getDocumentFocus.call(scope) : getShadowFocus.call(scope);
/** Linked, embedded and adopted ones, those of shadow trees aside. */
export const sheetsOf = (document: Document): CSSStyleSheet[] => [
  ...getStyleSheets.call(document),
  ...getAdoptedSheets.call(document),
];

/** The tree an element is in; an element that left the document is in none. */
export function treeScope(node: Node): TreeScope | null {
  const root = nodeMethods.getRootNode.call(node);
  return isDocument(root) || isShadowRoot(root) ? root : null;
}

/** In no tree: nothing in the page can come across it. */
export const createElement = (document: Document, name: string): HTMLElement =>
  documentMethods.createElement.call(document, name);

/** The first of that id in its tree; null for the empty id. */
export function byId(scope: TreeScope, id: string): Element | null {
  if (id === '') return null;
  return isDocument(scope)
    ? documentMethods.getElementById.call(scope, id)
    : fragmentMethods.getElementById.call(scope, id);
}

/**
 * In document order, inside one tree, as it was at the time. Throws a `SyntaxError` for a selector that
 * cannot be read.
 */
export function queryAll(scope: Scope, selector: string): NodeListOf<Element> {
  if (isElement(scope)) return elementMethods.querySelectorAll.call(scope, selector);
  return isDocument(scope)
    ? documentMethods.querySelectorAll.call(scope, selector)
    : fragmentMethods.querySelectorAll.call(scope, selector);
}

/** The topmost element at a point, in CSS pixels of the viewport; null outside it. */
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

/** A node is not told which slot of a closed root it is assigned to, so the slots are looked through. */
function closedSlotOf(node: Node, closed: ShadowRoot): Element | undefined {
  const slots = [...queryAll(closed, 'slot')].filter(slot => slot instanceof HTMLSlotElement);
  if (closed.slotAssignment === 'manual')
    return slots.find(slot => slot.assignedNodes().some(assigned => assigned === node));
  const wanted = (isElement(node) && attr(node, 'slot')) || '';
  return slots.find(slot => (attr(slot, 'name') ?? '') === wanted);
}

function inClosedSlot(node: Node, host: Host): Element | undefined {
  const closed = host[CLOSED];
  return closed && (isElement(node) || isText(node)) ? closedSlotOf(node, closed) : undefined;
}

/** The parent in the flattened tree: the slot a node is assigned to, the host of a shadow root. */
export function flatParent(node: Node): Element | null {
  const slot = slotOf(node);
  if (slot) return slot;
  const parent = parentNode(node);
  if (isElement(parent)) return inClosedSlot(node, parent) ?? parent;
  return isShadowRoot(parent) ? parent.host : null;
}

const ELEMENTS = NodeFilter.SHOW_ELEMENT;

/** Every element below a node of its own tree, the node itself aside. */
export function elementWalker(scope: Node): TreeWalker {
  return documentMethods.createTreeWalker.call(document, scope, ELEMENTS);
}

/** Every text below a node of its own tree, in document order. */
export function textWalker(scope: Node): TreeWalker {
  return documentMethods.createTreeWalker.call(document, scope, NodeFilter.SHOW_TEXT);
}
