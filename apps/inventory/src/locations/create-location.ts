import type { CreateLocationBody, LocationRecord } from '@fulfilment/contracts';
import { type Clock, newId, type RequestContext } from '@fulfilment/kernel';
import { createLocation } from './domain/create-location.ts';
import type { Location } from './domain/location.ts';
import { locationExists, unknownLocation } from '../stock/domain/refusal.ts';
import { toLocationRecord } from './location-record.ts';
import { refusalError } from '../stock/presented-result.ts';
import type { ChangeLocations, LocationTransaction } from './location-ports.ts';

/** @throws AppError `validation_failed` where it does not belong into its parent, `unknown_location`, `location_exists` or `location_archived`. */
export type CreateLocation = (body: CreateLocationBody, context: RequestContext) => Promise<LocationRecord>;

export interface CreateLocationOptions {
  readonly changePlaces: ChangeLocations;
  readonly now: Clock;
}

export function makeCreateLocation({ changePlaces, now }: CreateLocationOptions): CreateLocation {
  return async ({ type, code, parent_id: parentId = null, name = null }, context) => {
    const facts = { id: newId('loc'), type, code, name, at: now() };
    return changePlaces(
      context,
      async (places) => {
        const parent = await findParent(places, parentId);
        const created = createLocation(facts, parent);
        if (created.type === 'refused') throw refusalError(created.refusal);
        if (await places.hasChild(parentId, code)) throw refusalError(locationExists(created.location.path));
        if (parent) await places.lock(parent);
        await places.add(created.location);
        return toLocationRecord(created.location);
      },
      () => refusalError(locationExists(code)),
    );
  };
}

async function findParent(places: LocationTransaction, parentId: string | null): Promise<Location | null> {
  if (parentId === null) return null;
  const parent = await places.find(parentId);
  if (!parent) throw refusalError(unknownLocation('/parent_id', parentId));
  return parent;
}
