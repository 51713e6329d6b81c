import { type BatchDecision, decideBatch } from './domain/decide-batch.ts';
import type { Limits } from './domain/working-set.ts';
import type { CommittedOutcome } from './committed-outcome.ts';
import { movementsOf } from '../ledger/ledger.ts';
import { loadWorkingSet, type Queued } from './load-working-set.ts';
import type { Announce, StockStore } from './stock-ports.ts';
import { presentOutcomes } from './present-outcomes.ts';
import { repeatableIds } from './repeatable-ids.ts';

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
    const { decision, outcomes } = await store.transact(tenant, async ({ read, write }) => {
      ids.rewind();
      const { commands, workingSet, earlier } = await loadWorkingSet(read, queued, limits);
      const decided = decideBatch(workingSet, commands, { limits, newId: ids.next });
      const { skuChanges, allocationChanges, scanAnswers, pathOf } = decided;
      const messages = announce({ tenant, skuChanges, allocationChanges, scanAnswers, pathOf, newId: ids.next });
      const entries = new Map(skuChanges.map((change) => [change, movementsOf(change, ids.next)]));
      const presented = presentOutcomes(commands, decided.outcomes, {
        pathOf,
        earlier,
        // What does not stand is told all the same, and leaves no entry.
        entriesOf: (change) => entries.get(change) ?? movementsOf(change, ids.next),
      });
      const movements = [...entries.values()].flat();
      const newAnswers = scanAnswers.flatMap(({ answer, isNew }) => (isNew ? [answer] : []));
      await write({ ...decided, movements, messages, receipts: presented.receipts, scanAnswers: newAnswers });
      return { decision: decided, outcomes: presented.outcomes };
    });
    const onlyFills = queued.every(({ command }) => command.type === 'fill');
    const goesOn = !onlyFills || decision.allocations.length > 0;
    return { outcomes, stillFilling: goesOn ? stillFilling(decision) : [] };
  };
}

function stillFilling({ skus }: BatchDecision): string[] {
  return skus.filter(({ filling }) => filling).map(({ code }) => code);
}
