import { decideBatch, type BatchDecision, type Outcome } from '../domain/decide-batch.ts';
import type { Limits } from '../domain/working-set.ts';
import type { SkuRecord } from '@fulfilment/contracts';
import { movementsOf } from './ledger.ts';
import { loadWorkingSet, type Queued } from './load-working-set.ts';
import type { Announce, StockStore } from './ports.ts';
import { repeatableIds } from './repeatable-ids.ts';
import { toSkuRecord } from './sku-record.ts';

/** What came of one command, as its caller needs it. */
export type CommittedOutcome = Exclude<Outcome, { type: 'sku' }> | { readonly type: 'sku'; readonly record: SkuRecord };

export interface Committed {
  /** Of the first commands; the others are still to be committed. */
  readonly outcomes: readonly CommittedOutcome[];
  /** SKUs whose backorders were filled as far as one transaction goes, and not to their end. None where a fill did nothing. */
  readonly stillFilling: readonly string[];
}

/** Commits the first of the commands of one tenant, as many as one transaction carries. */
export type CommitBatch = (tenant: string, queued: readonly Queued[]) => Promise<Committed>;

export interface CommitBatchOptions {
  readonly store: StockStore;
  readonly announce: Announce;
  readonly limits: Limits;
}

export function makeCommitBatch({ store, announce, limits }: CommitBatchOptions): CommitBatch {
  return async (tenant, queued) => {
    const ids = repeatableIds();
    const decided = await store.transact(tenant, async ({ read, write }) => {
      ids.rewind();
      const { commands, workingSet } = await loadWorkingSet(read, queued, limits);
      const decision = decideBatch(workingSet, commands, { limits, newId: ids.next });
      const { skuChanges, allocationChanges, pathOf } = decision;
      const messages = announce({ tenant, skuChanges, allocationChanges, pathOf, newId: ids.next });
      const movements = skuChanges.flatMap((change) => movementsOf(change, ids.next));
      await write({ ...decision, movements, messages });
      return decision;
    });
    const onlyFills = queued.every(({ command }) => command.type === 'fill');
    const goesOn = !onlyFills || decided.allocations.length > 0;
    return { outcomes: outcomesOf(decided), stillFilling: goesOn ? stillFilling(decided) : [] };
  };
}

function outcomesOf({ outcomes, pathOf }: BatchDecision): CommittedOutcome[] {
  return outcomes.map((outcome) =>
    outcome.type === 'sku' ? { type: 'sku', record: toSkuRecord(outcome.sku, pathOf) } : outcome,
  );
}

function stillFilling({ skus }: BatchDecision): string[] {
  return skus.filter(({ filling }) => filling).map(({ code }) => code);
}
