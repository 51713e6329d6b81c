import { receiptIndexes } from '@fulfilment/idempotency';
import { deadLetterIndexes, RELAY_MEMBERS, RETRIED_LETTERS_END, shardLeaseIndexes } from '@fulfilment/messaging';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import { NAMED } from './scans/location-names-store.ts';
import { CLIENT_SCAN_IDS, RETIRED_CLIENT_SCAN_IDS, SCAN_INDEXES } from './scans/scan-documents.ts';

const CLIENT_IDS_OF_DEVICES = 3;

/** The store of the service, and the migrations to it. An applied one never changes: a new index or field has a migration of its own. */
export const SCHEMA: StoreSchema = {
  service: 'scans',
  needs: CLIENT_IDS_OF_DEVICES,
  members: RELAY_MEMBERS,
  migrations: [
    baseline([...deadLetterIndexes, ...shardLeaseIndexes, ...receiptIndexes, ...SCAN_INDEXES]),
    { number: 2, name: 'retried-letters-end', steps: RETRIED_LETTERS_END },
    {
      number: CLIENT_IDS_OF_DEVICES,
      name: 'client-scan-ids-of-devices',
      // Code of before would take the scan of another device for a repeat, or not be held to one by an index.
      minReader: CLIENT_IDS_OF_DEVICES,
      minWriter: CLIENT_IDS_OF_DEVICES,
      steps: [
        { type: 'create_index', index: CLIENT_SCAN_IDS },
        { type: 'drop_index', index: RETIRED_CLIENT_SCAN_IDS },
      ],
    },
    { number: 4, name: 'location-names', steps: [{ type: 'create_index', index: NAMED }] },
  ],
};
