import { type Cursors, readPage, scopeOf } from '@fulfilment/mongo';
import type { Db, Filter } from 'mongodb';
import { OVERDUE_INDEX, RESERVATION_LIST_INDEXES, RESERVATIONS } from '../database/inventory-indexes.ts';
import { type ReservationDocument, toReservation } from '../database/reservation-documents.ts';
import type { ReservationFilter, ReservationStore } from './reservation-ports.ts';

export function makeReservationStore(db: Db, cursors: Cursors): ReservationStore {
  const collection = db.collection<ReservationDocument>(RESERVATIONS);
  return {
    find: async (tenant, id) => {
      const found = await collection.findOne({ _id: id, tenant });
      return found ? toReservation(found) : undefined;
    },
    list: (tenant, filter, { limit, cursor }) => {
      const { states, sku, externalId, warehouse } = filter;
      const request = {
        collection,
        filter: conditionsOf(tenant, filter),
        sort: { _id: -1 } as const,
        hint: indexOf(filter),
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

/** An external id leaves fewest, then a SKU, then a warehouse; several states are sorted ranges that MongoDB merges. */
function indexOf({ states, sku, externalId, warehouse }: ReservationFilter): string {
  if (externalId !== undefined) return RESERVATION_LIST_INDEXES.byExternalId;
  if (sku !== undefined) return RESERVATION_LIST_INDEXES.bySku;
  if (warehouse !== undefined) return RESERVATION_LIST_INDEXES.byWarehouse;
  return states === undefined ? RESERVATION_LIST_INDEXES.all : RESERVATION_LIST_INDEXES.byState;
}
