import { type Cursors, pickingBy, readPage, scopeOf, type Test } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import { OVERDUE_INDEX, RESERVATION_LIST_INDEXES, RESERVATIONS, RESERVED_SKU_INDEX } from '../database/inventory-indexes.ts';
import { findNarrow } from '../database/narrow-store.ts';
import { type ReservationDocument, toReservation } from '../database/reservation-documents.ts';
import type { ReservationFilter, ReservationStore } from './reservation-ports.ts';

export function makeReservationStore(db: Db, cursors: Cursors): ReservationStore {
  const collection = db.collection<ReservationDocument>(RESERVATIONS);
  return {
    find: async (tenant, id) => {
      const found = await collection.findOne({ _id: id, tenant });
      return found ? toReservation(found) : undefined;
    },
    list: async (tenant, filter, { limit, cursor }) => {
      const { states, sku, externalId, warehouse } = filter;
      const request = {
        collection,
        ...(await readingOf(collection, tenant, filter)),
        sort: { _id: -1 } as const,
        limit,
        cursor,
        scope: {
          tenant,
          list: 'reservations',
          filter: { status: scopeOf(states), sku, externalId, ...(warehouse !== undefined && { warehouse }) },
        },
      };
      return readPage(cursors, request, toReservation);
    },
    nextExpiry: async () => {
      const options = { projection: { expires_at: 1 }, hint: OVERDUE_INDEX, sort: { expires_at: 1 } } as const;
      return (await collection.findOne({ state: 'active', expires_at: { $gt: new Date(0) } }, options))?.expires_at;
    },
    overdue: async (at, atMost) => {
      const filter = { state: 'active', expires_at: { $lte: at } } as const;
      const found = collection.find(filter, { projection: { tenant: 1 }, hint: OVERDUE_INDEX, sort: { expires_at: 1 } });
      return (await found.limit(atMost).toArray()).map(({ _id: id, tenant }) => ({ tenant, id }));
    },
  };
}

function conditionsOf(tenant: string, { states, sku, externalId, warehouse }: ReservationFilter): Filter<ReservationDocument> {
  return {
    tenant,
    ...(states === undefined ? {} : { state: { $in: [...states] } }),
    ...(sku === undefined ? {} : { 'lines.sku': sku }),
    ...(externalId === undefined ? {} : { external_id: { $eq: externalId, $gt: '' } }),
    ...(warehouse === undefined ? {} : { 'warehouse.id': { $eq: warehouse, $gt: '' } }),
  };
}

/** Parts of a filter, of which an index tells one. */
const PARTS = ['externalId', 'sku', 'warehouse', 'states'] as const;

/**
 * An external id leaves fewest, then a SKU, then a warehouse; several states are sorted ranges that MongoDB merges. The index tells one of
 * these, and a page looks at some of what it has for the others. The active ones of a SKU are sorted where they are few.
 */
async function readingOf(collection: Collection<ReservationDocument>, tenant: string, filter: ReservationFilter) {
  const { states, sku, externalId } = filter;
  if (states?.every((state) => state === 'active') === true && sku !== undefined && externalId === undefined) {
    const active = { filter: { tenant, state: 'active' as const, 'lines.sku': sku }, hint: RESERVED_SKU_INDEX };
    if (await findNarrow(collection, [active])) return { filter: conditionsOf(tenant, filter), hint: active.hint };
  }
  const lead = PARTS.find((part) => filter[part] !== undefined);
  if (lead === undefined) return { filter: conditionsOf(tenant, NOTHING), hint: RESERVATION_LIST_INDEXES.all };
  const told = { ...NOTHING, [lead]: filter[lead] };
  return { filter: conditionsOf(tenant, told), hint: INDEX_BY[lead], ...pickingBy(testsOf({ ...filter, [lead]: undefined })) };
}

const NOTHING: ReservationFilter = { states: undefined, sku: undefined, externalId: undefined, warehouse: undefined };

const INDEX_BY = {
  externalId: RESERVATION_LIST_INDEXES.byExternalId,
  sku: RESERVATION_LIST_INDEXES.bySku,
  warehouse: RESERVATION_LIST_INDEXES.byWarehouse,
  states: RESERVATION_LIST_INDEXES.byState,
} as const;

const testsOf = ({ states, sku, warehouse }: ReservationFilter): readonly Test<ReservationDocument>[] => [
  states && (({ state }) => states.includes(state)),
  sku === undefined ? undefined : ({ lines }) => lines.some((line) => line.sku === sku),
  warehouse === undefined ? undefined : (reservation) => reservation.warehouse?.id === warehouse,
];
