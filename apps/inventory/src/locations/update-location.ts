import type { LocationRecord, UpdateLocationBody } from '@fulfilment/contracts';
import { type Clock, meetsCondition, type RequestContext, versionConflict } from '@fulfilment/kernel';
import type { Place } from './domain/location.ts';
import { MAX_BELOW, tooManyBelow } from './domain/location-refusals.ts';
import { placeExists, placeNotFound } from '../stock/domain/refusal.ts';
import { updatePlace } from './domain/update-location.ts';
import { toLocationRecord } from './location-record.ts';
import { refusalError } from '../stock/outcomes.ts';
import type { ChangePlaces, PlaceTransaction } from './location-ports.ts';

/** @throws AppError `not_found`, `version_conflict`, `location_exists`, `location_archived` or `default_warehouse`. */
export type UpdateLocation = (id: string, body: UpdateLocationBody, context: RequestContext) => Promise<LocationRecord>;

export interface UpdateLocationOptions {
  readonly changePlaces: ChangePlaces;
  readonly now: Clock;
}

export function makeUpdateLocation({ changePlaces, now }: UpdateLocationOptions): UpdateLocation {
  return async (id, { code, name, status }, context) => {
    const at = now();
    return changePlaces(
      context,
      async (places) => {
        const place = await findMeant(places, id, context);
        const parent = place.parentId === null ? null : await places.find(place.parentId);
        if (parent === undefined) throw new Error(`${id} stands in ${place.parentId}, which is not there`);
        const outcome = updatePlace(place, { code, name, restore: status === 'active' }, { parent, at });
        if (outcome.type === 'refused') throw refusalError(outcome.refusal);
        if (outcome.type === 'unchanged') return toLocationRecord(place);
        await write(places, { from: place, to: outcome.place, parent });
        return toLocationRecord(outcome.place);
      },
      () => refusalError(placeExists(code ?? '')),
    );
  };
}

/** The place that a request is about, at the version that it means. */
export async function findMeant(places: PlaceTransaction, id: string, { ifMatch }: RequestContext): Promise<Place> {
  const place = await places.find(id);
  if (!place) throw refusalError(placeNotFound());
  if (!meetsCondition(ifMatch, place.version)) throw versionConflict(toLocationRecord(place));
  return place;
}

interface Update {
  readonly from: Place;
  readonly to: Place;
  readonly parent: Place | null;
}

async function write(places: PlaceTransaction, { from, to, parent }: Update): Promise<void> {
  const renamed = to.code !== from.code;
  if (renamed && (await places.hasChild(to.parentId, to.code))) throw refusalError(placeExists(to.path));
  if (renamed && (await places.hasMoreBelow(from, MAX_BELOW))) throw refusalError(tooManyBelow('/code', from.path));
  // It takes its parent's path and its being active for granted.
  if (parent) await places.relyOn(parent);
  await places.save(to);
  if (renamed) await places.movePaths(from, to);
}
