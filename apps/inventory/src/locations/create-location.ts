import type { CreateLocationBody, LocationRecord } from '@fulfilment/contracts';
import { type Clock, newId, type RequestContext } from '@fulfilment/kernel';
import { createPlace } from './domain/create-location.ts';
import type { Place } from './domain/location.ts';
import { placeExists, unknownPlace } from '../stock/domain/refusal.ts';
import { toLocationRecord } from './location-record.ts';
import { refusalError } from '../stock/outcomes.ts';
import type { ChangePlaces, PlaceTransaction } from './location-ports.ts';

/** @throws AppError `validation_failed` where it does not belong into its parent, `unknown_location`, `location_exists` or `location_archived`. */
export type CreateLocation = (body: CreateLocationBody, context: RequestContext) => Promise<LocationRecord>;

export interface CreateLocationOptions {
  readonly changePlaces: ChangePlaces;
  readonly now: Clock;
}

export function makeCreateLocation({ changePlaces, now }: CreateLocationOptions): CreateLocation {
  return async ({ type, code, parent_id: parentId = null, name = null }, context) => {
    const facts = { id: newId('loc'), type, code, name, at: now() };
    return changePlaces(
      context,
      async (places) => {
        const parent = await findParent(places, parentId);
        const created = createPlace(facts, parent);
        if (created.type === 'refused') throw refusalError(created.refusal);
        if (await places.hasChild(parentId, code)) throw refusalError(placeExists(created.place.path));
        if (parent) await places.relyOn(parent);
        await places.add(created.place);
        return toLocationRecord(created.place);
      },
      () => refusalError(placeExists(code)),
    );
  };
}

async function findParent(places: PlaceTransaction, parentId: string | null): Promise<Place | null> {
  if (parentId === null) return null;
  const parent = await places.find(parentId);
  if (!parent) throw refusalError(unknownPlace('/parent_id', parentId));
  return parent;
}
