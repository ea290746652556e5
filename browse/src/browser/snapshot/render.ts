import { nodeText } from '#browser/node-text.ts';
import { plainLine, quoted } from '#core/plain-line.ts';
import { maskUrl } from '#core/secrets.ts';

import type { Line, Shot } from './take.ts';

/** How much of a capture is printed at once. */
export interface Budget {
  readonly lines: number;
  readonly characters: number;
}

export const DEFAULT_BUDGET: Budget = { lines: 400, characters: 24_000 };

export interface Shaping {
  /** Deepest level shown, 0 for the top one. */
  readonly depth: number | undefined;
  /** Leave out structure that has neither a name nor a value. */
  readonly compact: boolean;
}

/** The capture with the lines that the shaping flags leave; the others count as left out. */
export function shape(shot: Shot, { depth, compact }: Shaping): Shot {
  const lifted = compact ? withoutEmptyStructure(shot.lines) : shot.lines;
  const lines = lifted.filter(line => depth === undefined || line.depth <= depth);
  const elements = shot.omitted.elements + lifted.length - lines.length;
  return { ...shot, lines, omitted: { ...shot.omitted, elements } };
}

/** Structure such as lists and groups says nothing by itself; what stands in it moves up one level. */
const STRUCTURE = new Set([
  'generic',
  'group',
  'list',
  'listitem',
  'row',
  'rowgroup',
  'none',
  'paragraph',
  'table',
]);

function withoutEmptyStructure(lines: readonly Line[]): Line[] {
  const lifted: number[] = [];
  return lines.flatMap(line => {
    while (lifted.length > 0 && (lifted.at(-1) ?? 0) >= line.depth) lifted.pop();
    const depth = line.depth - lifted.length;
    if (STRUCTURE.has(line.role) && line.name === '' && line.states === '' && !line.value) {
      lifted.push(line.depth);
      return [];
    }
    return [{ ...line, depth }];
  });
}

/**
 * Prints the next lines of a capture within the budget, and a footer: where this is, what was left out, and
 * the command that shows it. Moves the capture's mark forward.
 */
export function render(shot: Shot, budget: Budget): string {
  const body: string[] = [];
  let characters = 0;
  while (shot.shown < shot.lines.length && body.length < budget.lines) {
    const line = shot.lines[shot.shown];
    if (!line) break;
    const text = lineText(line);
    characters += text.length + 1;
    if (characters > budget.characters && body.length > 0) break;
    body.push(text);
    shot.shown++;
  }
  if (shot.lines.length === 0) body.push('(nothing to show)');
  return [...body, ...footer(shot)].join('\n');
}

function lineText({ depth, ref, role, name, states, value }: Line): string {
  const indent = '  '.repeat(Math.min(depth, 40));
  if (role === 'text') return `${indent}${quoted(name, 500)}`;
  return `${indent}${ref === '' ? '' : `${ref} `}${nodeText({ role, name, states, ...(value !== undefined && { value }) })}`;
}

function footer({ url, title, lines, shown, omitted, isModal, isCut }: Shot): string[] {
  const rest = lines.length - shown;
  const parts = [
    ...(isCut ? ['the page was too large to be read to its end in time'] : []),
    ...(isModal ? ['a dialog is open; the page behind it is left out'] : []),
    ...(rest > 0 ? [`${rest} more lines: \`browse snapshot --more\``] : []),
    ...(omitted.texts + omitted.elements > 0
      ? [
          `left out ${omitted.texts} texts and ${omitted.elements} other elements: \`browse snapshot\` or \`browse text\``,
        ]
      : []),
  ];
  return [
    '',
    `${plainLine(maskUrl(url), 200)} · ${plainLine(title, 100)}`,
    ...(parts.length > 0 ? [parts.join(' · ')] : []),
  ];
}
