import type { Refs } from '#browser/refs.ts';

import { withAncestors } from './ancestors.ts';
import { compareShots, type Difference, type Step } from './compare-shots.ts';
import { lineText } from './line-text.ts';
import { Printout } from './printout.ts';
import { footer, moreLines } from './render.ts';
import { heardLines } from './shape.ts';
import type { Shot } from './shot.ts';

const LISTED_REFS = 20;

/**
 * A unified diff of two captures: what changed, under the lines that stayed around it. Undefined when they have too
 * little in common.
 */
export function printDifference(refs: Refs, before: Shot, after: Shot): Printout | undefined {
  const difference = compareShots(before, after);
  if (!difference) return undefined;
  const shown = withAncestors<Step>(
    difference.steps,
    ({ line }) => line.depth,
    ({ sign }) => sign !== ' ',
  );
  const body = shown.length === 0 ? [`unchanged: ${after.lines.length} lines as before`] : shown;
  return new Printout(refs, {
    url: after.url,
    toldAt: index => {
      const step = body[index];
      return typeof step === 'object' && step.sign !== '-' ? step.line : undefined;
    },
    count: body.length,
    lineAt: index => {
      const step = body[index];
      return typeof step === 'object' ? `${step.sign} ${lineText(step.line, after)}` : (step ?? '');
    },
    heard: () => heardSteps(shown),
    footer: rest =>
      footer(after, [
        ...(shown.length > 0 ? [summary(difference)] : []),
        ...renumbering(difference),
        ...moreLines(rest),
      ]),
  });
}

/** Of what changed, alerts and live regions. */
function heardSteps(steps: readonly Step[]): number[] {
  const heard = heardLines(steps.map(({ line }) => line));
  return [...heard].filter(index => steps[index]?.sign === '+');
}

const summary = ({ added, removed, changed }: Difference): string =>
  `${added} added, ${removed} removed, ${changed} changed since the previous snapshot`;

function renumbering({ renumbered }: Difference): string[] {
  if (renumbered.length === 0) return [];
  const listed = renumbered.slice(0, LISTED_REFS).map(([was, is]) => `${was}→${is}`);
  const more = renumbered.length - listed.length;
  const tail = more > 0 ? `, and ${more} more` : '';
  return [`replaced by elements that read the same: ${listed.join(' ')}${tail}`];
}
