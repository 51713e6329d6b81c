import { receiptIndexes } from '@fulfilment/idempotency';
import {
  blockIndexes,
  BLOCKS_OF_RECORDS,
  deadLetterIndexes,
  OUTBOX_OF_RECORDS,
  outboxIndexes,
  RELAY_MEMBERS,
  RETRIED_LETTERS_END,
  shardLeaseIndexes,
} from '@fulfilment/messaging';
import { baseline, type StoreSchema } from '@fulfilment/mongo';
import { ERASURES_INDEX } from './orders/erasure-store.ts';
import { FULFILMENT_INDEXES, RETURN_INDEXES, UNLINKED_INDEX, WAREHOUSE_INDEX } from './orders/part-lists-store.ts';
import {
  HOLD_INDEXES,
  HOLDS_BY_TENANT_INDEX,
  ORDER_INDEXES,
  PARTLY_INDEX,
  PARTLY_SHIPPED,
  WAREHOUSE_INDEXES,
  WAREHOUSES_OF_ORDERS,
} from './orders/order-lists-store.ts';
import { SEARCH_INDEX } from './orders/search/order-search-store.ts';
import { CARRIED_INDEXES } from './orders/order-outbox-store.ts';
import { WAITING_STEPS_INDEX } from './saga/waiting-steps-store.ts';

/** The version of code that knows fulfilments: once an order has one, earlier code is shut out. */
export const FULFILMENTS = 5;

/** The version of code that knows edits, holds and ranks of orders: once an order has one, earlier code is shut out. */
export const EDITS = 6;

/** The version of code that knows returns: once an order has one, earlier code is shut out. */
export const RETURNS = 7;

/** The version of code that knows the warehouses that units are held in: once an order names some, earlier code is shut out. */
export const SOURCES = 8;

/** The version from which on orders are listed by warehouse. */
const BY_WAREHOUSE = 9;

/** The version of code that knows returns without an order, and exchanges that are made with theirs: with the first, earlier code is shut out. */
export const UNLINKED_RETURNS = 10;

/** The version from which on orders are searched by their terms, and partly shipped ones are listed. */
const SEARCH = 11;

/** The version from which on published events may be kept in blocks, and histories stay with their orders. */
export const KEPT_BLOCKS = 12;

/** The version from which on holds that have ended are found tenant by tenant. */
const HOLDS_BY_TENANT = 13;

/** The store of the service, and the migrations to it. An applied one never changes: a new index or field has a migration of its own. */
export const SCHEMA: StoreSchema = {
  service: 'orders',
  needs: HOLDS_BY_TENANT,
  members: RELAY_MEMBERS,
  migrations: [
    baseline([
      ...deadLetterIndexes,
      ...shardLeaseIndexes,
      ...receiptIndexes,
      ...outboxIndexes,
      ...ORDER_INDEXES,
      ...CARRIED_INDEXES,
      WAITING_STEPS_INDEX,
    ]),
    { number: 2, name: 'retried-letters-end', steps: RETRIED_LETTERS_END },
    { number: 3, name: 'outbox-of-records', steps: [{ type: 'create_index', index: OUTBOX_OF_RECORDS }] },
    { number: 4, name: 'erasures-by-copies', steps: [{ type: 'create_index', index: ERASURES_INDEX }] },
    {
      number: FULFILMENTS,
      name: 'fulfilments',
      steps: FULFILMENT_INDEXES.map((index) => ({ type: 'create_index', index }) as const),
    },
    {
      number: EDITS,
      name: 'holds',
      steps: HOLD_INDEXES.map((index) => ({ type: 'create_index', index }) as const),
    },
    { number: RETURNS, name: 'returns', steps: RETURN_INDEXES.map((index) => ({ type: 'create_index', index }) as const) },
    { number: SOURCES, name: 'warehouses', steps: [{ type: 'create_index', index: WAREHOUSE_INDEX }] },
    {
      number: BY_WAREHOUSE,
      name: 'orders-by-warehouse',
      steps: [WAREHOUSES_OF_ORDERS, ...WAREHOUSE_INDEXES.map((index) => ({ type: 'create_index', index }) as const)],
    },
    { number: UNLINKED_RETURNS, name: 'unlinked-returns', steps: [{ type: 'create_index', index: UNLINKED_INDEX }] },
    {
      number: SEARCH,
      name: 'search',
      steps: [PARTLY_SHIPPED, { type: 'create_index', index: SEARCH_INDEX }, { type: 'create_index', index: PARTLY_INDEX }],
    },
    {
      number: KEPT_BLOCKS,
      name: 'outbox-blocks',
      steps: [...blockIndexes, BLOCKS_OF_RECORDS].map((index) => ({ type: 'create_index', index }) as const),
    },
    { number: HOLDS_BY_TENANT, name: 'holds-by-tenant', steps: [{ type: 'create_index', index: HOLDS_BY_TENANT_INDEX }] },
  ],
};
