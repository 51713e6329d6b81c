import { isRetryable } from './app-error.ts';

/**
 * Runs a batch so that an item that fails does not fail the others: a batch that throws is bisected until that item stands alone.
 * Items run in their order, one batch after the other; a batch that throws must have had no effect.
 *
 * @param run gets at least one item and returns a result for each, or for the first of them only: the rest then runs again.
 * @returns the outcome of each item, in their order; after a retryable error, which all share, every item left has that outcome.
 */
export async function isolate<Item, Result>(
  items: readonly Item[],
  run: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  let size = items.length;
  while (settled.length < items.length) {
    const batch = items.slice(settled.length, settled.length + size);
    try {
      for (const value of await runChecked(batch, run)) settled.push({ status: 'fulfilled', value });
      size = items.length;
    } catch (reason) {
      if (isRetryable(reason)) while (settled.length < items.length) settled.push({ status: 'rejected', reason });
      else if (batch.length > 1) size = Math.ceil(batch.length / 2);
      else {
        settled.push({ status: 'rejected', reason });
        size = items.length;
      }
    }
  }
  return settled;
}

async function runChecked<Item, Result>(
  batch: readonly Item[],
  run: (batch: readonly Item[]) => Promise<readonly Result[]>,
): Promise<readonly Result[]> {
  const results = await run(batch);
  if (results.length === 0 || results.length > batch.length)
    throw new Error(`A batch of ${batch.length} items got ${results.length} results`);
  return results;
}
