import { receiptIndexes } from '@fulfilment/idempotency';
import { deadLetterIndexes, RETRIED_LETTERS_END, shardLeaseIndexes } from '@fulfilment/messaging';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import { CHANGES_BY_ACTOR, EVENT_EXPIRY, EVENTS_OF_RECORDS, INDEXES } from './database/webhook-indexes.ts';

/** The store of the service, and the migrations to it. An applied one never changes: a new index or field has a migration of its own. */
export const SCHEMA: StoreSchema = {
  service: 'webhooks',
  needs: 1,
  dispensable: [EVENT_EXPIRY],
  migrations: [
    baseline([...deadLetterIndexes, ...shardLeaseIndexes, ...INDEXES]),
    { number: 2, name: 'retried-letters-end', steps: RETRIED_LETTERS_END },
    { number: 3, name: 'events-by-record', steps: [{ type: 'create_index', index: EVENTS_OF_RECORDS }] },
    { number: 4, name: 'kept-replies', steps: receiptIndexes.map((index) => ({ type: 'create_index' as const, index })) },
    { number: 5, name: 'changes-by-actor', steps: [{ type: 'create_index', index: CHANGES_BY_ACTOR }] },
  ],
};
