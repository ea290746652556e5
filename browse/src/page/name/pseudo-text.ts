import { attr, isShadowRoot, sheetsOf, tag, treeScope } from '#page/dom.ts';

/** Text that the style sheet puts before and after an element's own. */
export interface PseudoText {
  readonly before: (element: Element) => string;
  readonly after: (element: Element) => string;
}

/** Sheets already searched. A sheet that gained or lost rules is searched again. */
export type KnownSheets = WeakMap<
  CSSStyleSheet,
  { readonly rules: number; readonly makes: boolean }
>;

interface PageSheets {
  readonly sheets: KnownSheets;
  readonly hasShadows: boolean;
}

/** Asking for a pseudo-element's style is slow, so it is asked only where some rule makes one. */
export function createPseudoText(document: Document, registry: PageSheets): PseudoText {
  let known: boolean | undefined;
  const inDocument = (): boolean =>
    (known ??= sheetsOf(document).some(sheet => makesPseudo(sheet, registry.sheets)));
  const read = (element: Element, which: '::before' | '::after'): string => {
    const isQuotation = tag(element) === 'q';
    if (!isQuotation && !inDocument() && !(registry.hasShadows && isShadowRoot(treeScope(element))))
      return '';
    return contentOf(element, which);
  };
  return {
    before: element => read(element, '::before'),
    after: element => read(element, '::after'),
  };
}

function makesPseudo(sheet: CSSStyleSheet, sheets: KnownSheets): boolean {
  const rules = rulesOf(sheet);
  if (!rules) return true;
  const before = sheets.get(sheet);
  if (before?.rules === rules.length) return before.makes;
  const makes = mentionsPseudo(rules);
  sheets.set(sheet, { rules: rules.length, makes });
  return makes;
}

/** Undefined for a sheet of another origin, which may say anything. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | undefined {
  try {
    return sheet.disabled ? undefined : sheet.cssRules;
  } catch {
    // The browser refuses: the sheet is of another origin.
    return undefined;
  }
}

function mentionsPseudo(rules: CSSRuleList): boolean {
  for (const rule of rules) {
    if (rule instanceof CSSStyleRule && /:(before|after)/.test(rule.selectorText)) return true;
    if (rule instanceof CSSImportRule) {
      const imported = rule.styleSheet && rulesOf(rule.styleSheet);
      if (!imported || mentionsPseudo(imported)) return true;
    }
    if ('cssRules' in rule && rule.cssRules instanceof CSSRuleList && mentionsPseudo(rule.cssRules))
      return true;
  }
  return false;
}

function contentOf(element: Element, which: '::before' | '::after'): string {
  const style = getComputedStyle(element, which);
  const { content } = style;
  if (content === 'none' || content === 'normal' || content === '') return '';
  if (style.display === 'none' || style.visibility !== 'visible') return '';
  const text = textIn(element, content);
  return text !== '' && style.display !== 'inline' ? ` ${text} ` : text;
}

/** Numbers of counters cannot be read; what stands between them is left out with them. */
const PART =
  /(?:url|counters?)\([^)]*\)|"((?:[^"\\]|\\.)*)"|attr\(\s*([\w-]+)[^)]*\)|(open|close)-quote/g;

/** The strings in a `content` value, or its alternative text. Icon glyphs say nothing. */
function textIn(element: Element, content: string): string {
  const alternative = alternativeOf(content);
  let text = '';
  for (const part of (alternative ?? content).matchAll(PART)) text += partText(element, part);
  if (alternative !== undefined) text = ` ${text} `;
  return text.replace(/[\uE000-\uF8FF]/g, '');
}

function partText(
  element: Element,
  [, literal, attribute, quote]: readonly (string | undefined)[],
): string {
  if (attribute) return attr(element, attribute) ?? '';
  if (quote) return quote === 'open' ? '“' : '”';
  return unescape(literal ?? '');
}

function alternativeOf(content: string): string | undefined {
  const slash = content
    .replace(/"(?:[^"\\]|\\.)*"/g, quoted => '_'.repeat(quoted.length))
    .indexOf('/');
  return slash < 0 ? undefined : content.slice(slash + 1);
}

function unescape(literal: string): string {
  return literal.replace(/\\([\da-f]{1,6}) ?|\\(.)/gi, (_, code?: string, plain?: string) =>
    code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : (plain ?? ''),
  );
}
