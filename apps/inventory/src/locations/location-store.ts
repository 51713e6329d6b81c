import { type Cursors, isDuplicateKey, readPage } from '@fulfilment/mongo';
import type { Db } from 'mongodb';
import { pathOf } from './domain/location.ts';
import type { PlaceStore } from '../stock/stock-ports.ts';
import { LOCATIONS } from '../stock/inventory-indexes.ts';
import { type PlaceDocument, toPlace, toPlaceDocument } from './location-documents.ts';
import { placeReadingOf } from './location-list-store.ts';

export function makeMongoPlaceStore(db: Db, cursors: Cursors): PlaceStore {
  const collection = db.collection<PlaceDocument>(LOCATIONS);
  return {
    find: async (tenant, id) => {
      const found = await collection.findOne({ tenant, _id: id });
      return found ? toPlace(found) : undefined;
    },
    findMany: async (tenant, ids) => {
      if (ids.length === 0) return [];
      return collection
        .find({ tenant, _id: { $in: [...ids] } })
        .map(toPlace)
        .toArray();
    },
    findNamed: async (tenant, reference) => {
      const named = reference.type === 'id' ? { _id: reference.id } : { path: pathOf(reference.codes) };
      const found = await collection.findOne({ tenant, ...named });
      return found ? toPlace(found) : undefined;
    },
    list: async (tenant, filter, { limit, cursor, sort }) => {
      const request = {
        collection,
        ...(await placeReadingOf(collection, tenant, { filter, sort })),
        limit,
        cursor,
        scope: { tenant, list: 'locations', filter: { ...filter, within: filter.within?.id } },
      };
      return readPage(cursors, request, toPlace);
    },
    add: async (tenant, place) => {
      try {
        await collection.insertOne(toPlaceDocument(tenant, place));
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
  };
}
