import { type Cursors, readPage } from '@fulfilment/mongo';
import type { Collection, Db, Filter } from 'mongodb';
import type { MovementFilter, MovementReader } from './ledger-ports.ts';
import { LEDGER_INDEXES, MOVEMENTS } from '../stock/inventory-indexes.ts';
import { type MovementDocument, toMovement } from './movement-documents.ts';
import { firstVersionFrom } from './version-at-store.ts';

export function makeMovementReader(db: Db, cursors: Cursors): MovementReader {
  const collection = db.collection<MovementDocument>(MOVEMENTS);
  return {
    list: async (tenant, filter, { limit, cursor }) => {
      const request = {
        collection,
        filter: await conditionsOf(collection, tenant, filter),
        sort: { version: -1, line: -1 },
        hint: filter.locationId === undefined ? LEDGER_INDEXES.all : LEDGER_INDEXES.atPlace,
        limit,
        cursor,
        scope: { tenant, list: 'movements', filter: { ...filter } },
      } as const;
      return readPage(cursors, request, toMovement);
    },
  };
}

/** Moments become versions, which the indexes are ordered by. */
async function conditionsOf(
  collection: Collection<MovementDocument>,
  tenant: string,
  { sku, locationId, createdAfter, createdBefore }: MovementFilter,
): Promise<Filter<MovementDocument>> {
  const ledger = { collection, tenant, sku };
  const after = createdAfter && { $gte: await firstVersionFrom(ledger, (at) => at >= createdAfter) };
  const before = createdBefore && { $lt: await firstVersionFrom(ledger, (at) => at >= createdBefore) };
  return {
    tenant,
    sku,
    ...(locationId === undefined ? {} : { location_id: locationId }),
    ...(after || before ? { version: { ...after, ...before } } : {}),
  };
}
