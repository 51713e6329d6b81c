import type { Once } from '@fulfilment/idempotency';
import { type RequestContext, tenantKey } from '@fulfilment/kernel';
import { isDuplicateKey } from '@fulfilment/mongo';
import type { ClientSession, Db } from 'mongodb';
import { isDefaultWarehouse, type Location } from './domain/location.ts';
import type { ChangeLocations, LocationTransaction } from './location-ports.ts';
import { LOCATIONS, LOCATION_LIST_INDEXES, SKUS, STOCKED_WITHIN_INDEX, SKU_LIST_INDEXES } from '../stock/inventory-indexes.ts';
import { type LocationDocument, toLocation, toLocationDocument } from './location-documents.ts';
import type { SkuDocument } from '../skus/sku-documents.ts';

export function makeChangeLocations(db: Db, once: Once): ChangeLocations {
  return (context, work, taken) =>
    once(
      context,
      (session) => work(beginPlaces(db, session, context)),
      (error) => (taken && isDuplicateKey(error) ? taken() : error),
    );
}

function beginPlaces(db: Db, session: ClientSession, context: RequestContext): LocationTransaction {
  const tenant = tenantKey(context.tenant);
  const places = db.collection<LocationDocument>(LOCATIONS);
  const isThere = async (filter: Parameters<typeof places.findOne>[0]): Promise<boolean> =>
    (await places.findOne({ tenant, ...filter }, { session, projection: { _id: 1 } })) !== null;
  return {
    find: async (id) => {
      const found = await places.findOne({ tenant, _id: id }, { session });
      return found ? toLocation(found) : undefined;
    },
    hasChild: (parentId, code) => isThere({ parent_id: parentId, code }),
    add: async (place) => void (await places.insertOne(toLocationDocument(tenant, place), { session })),
    lock: async (place) => {
      if (!isDefaultWarehouse(place)) await places.updateOne({ _id: place.id }, { $inc: { relied_on: 1 } }, { session });
    },
    save: async (place) => {
      const { _id, relied_on: _kept, ...facts } = toLocationDocument(tenant, place);
      await places.updateOne({ _id }, { $set: facts }, { session });
    },
    hasMoreBelow: async ({ id }, many) => {
      // It counts itself too.
      const limit = many + 2;
      const found = await places.countDocuments({ tenant, lineage: id }, { session, hint: LOCATION_LIST_INDEXES.within, limit });
      return found === limit;
    },
    movePaths: async (from, to) => {
      const rest = { $substrBytes: ['$path', from.path.length, -1] };
      const moved = {
        path: { $concat: [{ $literal: to.path }, rest] },
        version: { $add: ['$version', 1] },
        updated_at: to.updatedAt,
      };
      await places.updateMany({ tenant, lineage: to.id, _id: { $ne: to.id } }, [{ $set: moved }], { session });
    },
    archive: async ({ id }, at) => {
      const archived = { status: 'archived' as const, archived_at: at, updated_at: at };
      await places.updateMany({ tenant, lineage: id, status: 'active' }, { $set: archived, $inc: { version: 1 } }, { session });
    },
    skusAt: (place, atMost) => findSkusAt(db, session, { tenant, place, atMost }),
  };
}

interface WhoIsThere {
  readonly tenant: string;
  readonly place: Location;
  readonly atMost: number;
}

async function findSkusAt(db: Db, session: ClientSession, { tenant, place: { id }, atMost }: WhoIsThere): Promise<string[]> {
  const skus = db.collection<SkuDocument>(SKUS);
  const lying = await skus
    .find({ tenant, stocked_within: id }, { session, hint: STOCKED_WITHIN_INDEX, limit: atMost, sort: { sku: 1 } })
    .toArray();
  if (lying.length > 0) return lying.map(({ sku }) => sku);
  const atHome = { tenant, within: id, status: 'active' as const, low_stock: { $in: [true, false] } };
  const found = await skus
    .find(atHome, { session, hint: SKU_LIST_INDEXES.within.sku, limit: atMost, sort: { sku: 1 } })
    .toArray();
  return found.map(({ sku }) => sku);
}
