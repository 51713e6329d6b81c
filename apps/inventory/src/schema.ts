import { receiptIndexes } from '@fulfilment/idempotency';
import {
  blockIndexes,
  deadLetterIndexes,
  outboxIndexes,
  RELAY_MEMBERS,
  RETRIED_LETTERS_END,
  shardLeaseIndexes,
} from '@fulfilment/messaging';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import {
  ALLOCATIONS,
  BASELINE_INDEXES,
  COLD_LEDGER,
  COLD_MOVEMENTS,
  ENTRIES_BY_ORDER,
  GTINS,
  LOW_IN_WAREHOUSES,
  RANKED_ORDERS,
  RANKED_SKUS,
  REFERENCES,
  RESERVATION_INDEXES,
  RESERVATIONS_BY_WAREHOUSE,
  RETIRED_INDEXES,
  SKUS,
  STANDING_SKUS,
  ANNOUNCED_LOCATIONS,
  RETURNS_OF_ORDERS,
  UNSELLABLE,
} from './database/inventory-indexes.ts';
import {
  EDITS_VALIDATOR,
  PORTIONS_VALIDATOR,
  RESERVED_IN_WAREHOUSES_VALIDATOR,
  RESERVED_VALIDATOR,
  SELLABLE_VALIDATOR,
  SETTINGS_VALIDATOR,
  STOCK_VALIDATORS,
  WAREHOUSES_VALIDATORS,
} from './database/stock-validators-store.ts';
import type { AdmittedKind } from './stock/domain/admitted-kinds.ts';

/** The schema version from which on code reads cold storage, and the store has it. */
export const COLD_STORAGE = 5;
/** The schema version from which on messages may be written in blocks. */
export const MESSAGE_BLOCKS = 8;

/** The schema version from which on code knows of locations that are not sellable. */
export const UNSELLABLE_LOCATIONS = 7;

/** The schema version from which on code knows a kind of changes. */
export const KNOWN_FROM = {
  fulfilments: 10,
  edits: 11,
  reservations: 12,
  returns: 13,
  warehouses: 14,
  reservations_in_warehouses: 15,
  warehouse_settings: 16,
  unlinked: 17,
} as const satisfies Record<AdmittedKind, number>;

/** The compressor of documents that are rarely read: they take two thirds of what MongoDB's own leaves. */
const DENSE = { storageEngine: { wiredTiger: { configString: 'block_compressor=zstd' } } };

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
    {
      number: COLD_STORAGE,
      name: 'cold-ledger',
      steps: [
        { type: 'create_collection', collection: COLD_MOVEMENTS, options: DENSE },
        ...COLD_LEDGER.map((index) => ({ type: 'create_index' as const, index })),
      ],
    },
    { number: 6, name: 'gtins', steps: [{ type: 'create_index', index: GTINS }] },
    {
      number: UNSELLABLE_LOCATIONS,
      name: 'unsellable-locations',
      steps: [{ type: 'create_index', index: UNSELLABLE }, SELLABLE_VALIDATOR],
    },
    {
      number: MESSAGE_BLOCKS,
      name: 'outbox-blocks',
      steps: blockIndexes.map((index) => ({ type: 'create_index' as const, index })),
    },
    { number: 9, name: 'announced-locations', steps: [{ type: 'create_index', index: ANNOUNCED_LOCATIONS }] },
    {
      number: KNOWN_FROM.fulfilments,
      name: 'fulfilments',
      steps: [...ENTRIES_BY_ORDER.map((index) => ({ type: 'create_index' as const, index })), PORTIONS_VALIDATOR],
    },
    {
      number: KNOWN_FROM.edits,
      name: 'edits',
      steps: [...RANKED_ORDERS.map((index) => ({ type: 'create_index' as const, index })), EDITS_VALIDATOR],
    },
    {
      number: KNOWN_FROM.reservations,
      name: 'reservations',
      steps: [...RESERVATION_INDEXES.map((index) => ({ type: 'create_index' as const, index })), RESERVED_VALIDATOR],
    },
    { number: KNOWN_FROM.returns, name: 'returns', steps: [{ type: 'create_index', index: RETURNS_OF_ORDERS }] },
    { number: KNOWN_FROM.warehouses, name: 'warehouses', steps: [...WAREHOUSES_VALIDATORS, RANKED_SKUS] },
    {
      number: KNOWN_FROM.reservations_in_warehouses,
      name: 'reservations-in-warehouses',
      steps: [{ type: 'create_index', index: RESERVATIONS_BY_WAREHOUSE }, RESERVED_IN_WAREHOUSES_VALIDATOR],
    },
    {
      number: KNOWN_FROM.warehouse_settings,
      name: 'warehouse-settings',
      steps: [...LOW_IN_WAREHOUSES.map((index) => ({ type: 'create_index' as const, index })), SETTINGS_VALIDATOR],
    },
    { number: KNOWN_FROM.unlinked, name: 'unlinked-returns', steps: [] },
  ],
};
