import { receiptIndexes } from '@fulfilment/idempotency';
import { deadLetterIndexes, outboxIndexes, RELAY_MEMBERS, shardLeaseIndexes } from '@fulfilment/messaging';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import { ALLOCATIONS, BASELINE_INDEXES, RETIRED_INDEXES, SKUS } from './stock/inventory-indexes.ts';
import { STOCK_VALIDATORS } from './stock/stock-validators-store.ts';

/** The store of the service, and the migrations to it. An applied one never changes: a new index or field has a migration of its own. */
export const SCHEMA: StoreSchema = {
  service: 'inventory',
  needs: 1,
  members: RELAY_MEMBERS,
  revisions: { [SKUS]: 'revision', [ALLOCATIONS]: 'revision' },
  migrations: [
    baseline(
      [...deadLetterIndexes, ...shardLeaseIndexes, ...receiptIndexes, ...outboxIndexes, ...BASELINE_INDEXES],
      RETIRED_INDEXES,
    ),
    { number: 2, name: 'stock-validators', steps: STOCK_VALIDATORS },
  ],
};
