import { receiptIndexes } from '@fulfilment/idempotency';
import { deadLetterIndexes, RELAY_MEMBERS, RETRIED_LETTERS_END, shardLeaseIndexes } from '@fulfilment/messaging';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import { SCAN_INDEXES } from './scans/scan-documents.ts';

/** The store of the service, and the migrations to it. An applied one never changes: a new index or field has a migration of its own. */
export const SCHEMA: StoreSchema = {
  service: 'scans',
  needs: 1,
  members: RELAY_MEMBERS,
  migrations: [
    baseline([...deadLetterIndexes, ...shardLeaseIndexes, ...receiptIndexes, ...SCAN_INDEXES]),
    { number: 2, name: 'retried-letters-end', steps: RETRIED_LETTERS_END },
  ],
};
