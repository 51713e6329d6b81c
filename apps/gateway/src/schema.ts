import { receiptIndexes } from '@fulfilment/idempotency';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import { AUDIT_BY_ACTOR, INDEXES } from './accounts/account-documents.ts';
import { MEMBER_INDEXES, SINGLE_SIGN_ON_INDEXES } from './members/member-documents.ts';

/** The store of the service, and the migrations to it. An applied one never changes: a new index or field has a migration of its own. */
export const SCHEMA: StoreSchema = {
  service: 'gateway',
  needs: 1,
  migrations: [
    baseline([...INDEXES, ...MEMBER_INDEXES, ...SINGLE_SIGN_ON_INDEXES]),
    { number: 2, name: 'kept-replies', steps: receiptIndexes.map((index) => ({ type: 'create_index' as const, index })) },
    { number: 3, name: 'audit-by-actor', steps: [{ type: 'create_index', index: AUDIT_BY_ACTOR }] },
  ],
};
