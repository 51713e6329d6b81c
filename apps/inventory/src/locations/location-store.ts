import { type Cursors, isDuplicateKey, readPage } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import { pathOf } from './domain/location.ts';
import type { LocationStore } from './location-ports.ts';
import { LOCATIONS } from '../stock/inventory-indexes.ts';
import { type LocationDocument, toLocation, toLocationDocument } from './location-documents.ts';
import { locationReadingOf } from './location-list-store.ts';

export function makeLocationStore(db: Db, cursors: Cursors): LocationStore {
  const collection = db.collection<LocationDocument>(LOCATIONS);
  return {
    find: async (tenant, id) => {
      const found = await collection.findOne({ tenant, _id: id });
      return found ? toLocation(found) : undefined;
    },
    findMany: async (tenant, ids) => {
      if (ids.length === 0) return [];
      return collection
        .find({ tenant, _id: { $in: [...ids] } })
        .map(toLocation)
        .toArray();
    },
    findNamed: async (tenant, reference) => {
      const named = reference.type === 'id' ? { _id: reference.id } : { path: pathOf(reference.codes) };
      const found = await collection.findOne({ tenant, ...named });
      return found ? toLocation(found) : undefined;
    },
    list: async (tenant, filter, { limit, cursor, sort }) => {
      const request = {
        collection,
        ...(await locationReadingOf(collection, tenant, { filter, sort })),
        limit,
        cursor,
        scope: { tenant, list: 'locations', filter: { ...filter, within: filter.within?.id } },
      };
      return readPage(cursors, request, toLocation);
    },
    add: async (tenant, place) => {
      try {
        await collection.insertOne(toLocationDocument(tenant, place));
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
