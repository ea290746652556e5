import { notFound, usage } from '#core/errors.ts';
import { plainLine, quoted } from '#core/plain-line.ts';

/** What was there to choose from. */
export interface Listed {
  readonly listed: readonly string[];
  readonly total: number;
}

/** The target is nothing one could choose in. */
export const notAList = (typed: string): Error =>
  usage(
    `Cannot select in ${quoted(typed)}: it is not a list`,
    'Use `browse click` or `browse fill`.',
  );

/** No option is called so; the hint lists those there are. */
export function noOption(wanted: string, typed: string, { listed, total }: Listed): Error {
  const more = total > listed.length ? `, and ${total - listed.length} more` : '';
  return notFound(
    `Cannot select "${plainLine(wanted)}" in ${quoted(typed)}: no such option`,
    listed.length === 0
      ? 'It opened no list; use `browse click` and `browse snapshot -i`, or `browse fill` if it takes text.'
      : `Options: ${listed.map(label => quoted(label, 40)).join(', ')}${more}`,
  );
}
