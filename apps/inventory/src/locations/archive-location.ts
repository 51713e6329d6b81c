import type { LocationRecord } from '@fulfilment/contracts';
import type { Clock, RequestContext } from '@fulfilment/kernel';
import { isDefaultWarehouse, type Location } from './domain/location.ts';
import { defaultWarehouse, MAX_BELOW, locationNotEmpty, tooManyBelow } from './domain/location-refusals.ts';
import { toLocationRecord } from './location-record.ts';
import { refusalError } from '../stock/presented-result.ts';
import type { ChangeLocations } from './location-ports.ts';
import { findMeant } from './update-location.ts';

/** @throws AppError `not_found`, `version_conflict`, `location_not_empty` or `default_warehouse`. */
export type ArchiveLocation = (id: string, context: RequestContext) => Promise<LocationRecord>;

export interface ArchiveLocationOptions {
  readonly changePlaces: ChangeLocations;
  readonly now: Clock;
}

/** SKUs that a refusal names. */
const NAMED = 10;

export function makeArchiveLocation({ changePlaces, now }: ArchiveLocationOptions): ArchiveLocation {
  return async (id, context) => {
    const at = now();
    return changePlaces(context, async (places) => {
      const place = await findMeant(places, id, context);
      if (place.archivedAt !== null) return toLocationRecord(place);
      if (isDefaultWarehouse(place)) throw refusalError(defaultWarehouse());
      const skus = await places.skusAt(place, NAMED);
      if (skus.length > 0) throw refusalError(locationNotEmpty(place.path, skus));
      if (await places.hasMoreBelow(place, MAX_BELOW)) throw refusalError(tooManyBelow('', place.path));
      await places.archive(place, at);
      return toLocationRecord(archived(place, at));
    });
  };
}

const archived = (place: Location, at: Date): Location => ({
  ...place,
  version: place.version + 1,
  updatedAt: at,
  archivedAt: at,
});
