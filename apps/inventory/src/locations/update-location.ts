import type { LocationRecord, UpdateLocationBody } from '@fulfilment/contracts';
import { type Clock, meetsCondition, type RequestContext, versionConflict } from '@fulfilment/kernel';
import type { Location } from './domain/location.ts';
import { MAX_BELOW, tooManyBelow } from './domain/location-refusals.ts';
import { locationExists, locationNotFound } from '../stock/domain/refusal.ts';
import { updateLocation } from './domain/update-location.ts';
import { toLocationRecord } from './location-record.ts';
import { refusalError } from '../stock/presented-result.ts';
import type { ChangeLocations, LocationTransaction } from './location-ports.ts';

/** @throws AppError `not_found`, `version_conflict`, `location_exists`, `location_archived` or `default_warehouse`. */
export type UpdateLocation = (id: string, body: UpdateLocationBody, context: RequestContext) => Promise<LocationRecord>;

export interface UpdateLocationOptions {
  readonly changePlaces: ChangeLocations;
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
        const outcome = updateLocation(place, { code, name, restore: status === 'active' }, { parent, at });
        if (outcome.type === 'refused') throw refusalError(outcome.refusal);
        if (outcome.type === 'unchanged') return toLocationRecord(place);
        await write(places, { from: place, to: outcome.place, parent });
        return toLocationRecord(outcome.place);
      },
      () => refusalError(locationExists(code ?? '')),
    );
  };
}

/** The place that a request is about, at the version that it means. */
export async function findMeant(places: LocationTransaction, id: string, { ifMatch }: RequestContext): Promise<Location> {
  const place = await places.find(id);
  if (!place) throw refusalError(locationNotFound());
  if (!meetsCondition(ifMatch, place.version)) throw versionConflict(toLocationRecord(place));
  return place;
}

interface Update {
  readonly from: Location;
  readonly to: Location;
  readonly parent: Location | null;
}

async function write(places: LocationTransaction, { from, to, parent }: Update): Promise<void> {
  const renamed = to.code !== from.code;
  if (renamed && (await places.hasChild(to.parentId, to.code))) throw refusalError(locationExists(to.path));
  if (renamed && (await places.hasMoreBelow(from, MAX_BELOW))) throw refusalError(tooManyBelow('/code', from.path));
  // It takes its parent's path and its being active for granted.
  if (parent) await places.lock(parent);
  await places.save(to);
  if (renamed) await places.movePaths(from, to);
}
