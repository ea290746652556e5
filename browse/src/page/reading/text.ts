import { innerText, isDocument, rootElement, bodyOf, textContent, type Scope } from '#page/dom.ts';
import { flatText } from './flat-text.ts';
import { shadowsBelow } from '#page/shadows.ts';
import { chosenLabels } from '#page/values.ts';
import type { View } from '#page/view.ts';
import { isRendered } from '#page/visible.ts';

/** What a person sees there, lines and all. */
export function visibleText(view: View, scope: Scope): string {
  const element = isDocument(scope) ? (bodyOf(scope) ?? rootElement(scope)) : scope;
  if (!element) return '';
  if (element instanceof ShadowRoot) return flatText(view, element.host);
  const field = fieldText(view, element);
  if (field !== undefined) return field;
  if (!isRendered(element)) return '';
  if (shadowsBelow(element).length > 0) return flatText(view, element);
  return element instanceof HTMLElement ? innerText(element) : textContent(element);
}

function fieldText(view: View, element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) return chosenLabels(element);
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField ? view.registry.secrets.shown(element, element.value, view.labelsOf) : undefined;
}
