/** Milliseconds per name, in the order in which they were measured. */
export type Samples = Map<string, number[]>;

/** What was measured as `<name>` and, beside it, as `<name>/floor`. */
export const floorOf = (name: string): string => `${name}/floor`;

/** Runs something and keeps how long it took, unless this is a warm-up. */
export async function measure<T>(
  samples: Samples,
  name: string,
  { keep, run }: { readonly keep: boolean; readonly run: () => Promise<T> },
): Promise<T> {
  const start = performance.now();
  const result = await run();
  if (keep) addSample(samples, name, performance.now() - start);
  return result;
}

/** Keeps one measured value. */
export function addSample(samples: Samples, name: string, value: number): void {
  const list = samples.get(name) ?? [];
  list.push(value);
  samples.set(name, list);
}

/** The middle value; NaN of nothing. */
export function median(values: readonly number[] = []): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}
