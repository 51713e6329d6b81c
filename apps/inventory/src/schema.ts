import { receiptIndexes } from '@fulfilment/idempotency';
import { deadLetterIndexes, outboxIndexes, RELAY_MEMBERS, RETRIED_LETTERS_END, shardLeaseIndexes } from '@fulfilment/messaging';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import { ALLOCATIONS, BASELINE_INDEXES, REFERENCES, RETIRED_INDEXES, SKUS, STANDING_SKUS } from './stock/inventory-indexes.ts';
import { STOCK_VALIDATORS } from './stock/stock-validators-store.ts';

/** The store of the service, and the migrations to it. An applied one never changes: a new index or field has a migration of its own. */
export const SCHEMA: StoreSchema = {
  service: 'inventory',
  needs: 2,
  members: RELAY_MEMBERS,
  revisions: { [SKUS]: 'revision', [ALLOCATIONS]: 'revision' },
  migrations: [
    baseline(
      [...deadLetterIndexes, ...shardLeaseIndexes, ...receiptIndexes, ...outboxIndexes, ...BASELINE_INDEXES],
      RETIRED_INDEXES,
    ),
    { number: 2, name: 'standing-by-sku', steps: [{ type: 'create_index', index: STANDING_SKUS }, ...RETRIED_LETTERS_END] },
    { number: 3, name: 'stock-validators', steps: STOCK_VALIDATORS },
    { number: 4, name: 'entries-by-reference', steps: [{ type: 'create_index', index: REFERENCES }] },
  ],
};
