import { isRetryable } from './app-error.ts';

/** Options of {@link isolate}. */
export interface IsolateOptions {
  /** True for an error that every item of the batch shares, so that halves would only fail later; {@link isRetryable} by default. */
  readonly failsAll?: (error: unknown) => boolean;
}

/**
 * Runs a batch so that an item that fails does not fail the others: a batch that throws is bisected until the item stands alone.
 * Items run in their order, one batch after the other; a batch that throws must have had no effect.
 *
 * @param run gets at least one item and returns a result for each, or for the first of them only: the rest then runs again.
 * @returns the outcome of each item, in their order.
 */
export async function isolate<Item, Result>(
  items: readonly Item[],
  run: (batch: readonly Item[]) => Promise<readonly Result[]>,
  { failsAll = isRetryable }: IsolateOptions = {},
): Promise<readonly PromiseSettledResult<Result>[]> {
  const runSome = async (batch: readonly Item[]): Promise<readonly PromiseSettledResult<Result>[]> => {
    try {
      const results = await run(batch);
      if (results.length === 0 || results.length > batch.length)
        throw new Error(`A batch of ${batch.length} items got ${results.length} results`);
      return results.map((value) => ({ status: 'fulfilled', value }));
    } catch (reason) {
      if (batch.length === 1 || failsAll(reason)) return batch.map(() => ({ status: 'rejected', reason }));
      return runSome(batch.slice(0, Math.ceil(batch.length / 2)));
    }
  };
  const settled: PromiseSettledResult<Result>[] = [];
  while (settled.length < items.length) settled.push(...(await runSome(items.slice(settled.length))));
  return settled;
}
