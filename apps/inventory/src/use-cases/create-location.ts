import type { CreateLocationBody, LocationRecord } from '@fulfilment/contracts';
import { type Clock, newId, type RequestContext, tenantKey } from '@fulfilment/kernel';
import { createPlace } from '../domain/create-place.ts';
import { placeExists, unknownPlace } from '../domain/refusal.ts';
import { toLocationRecord } from './location-record.ts';
import { refusalError } from './outcomes.ts';
import type { PlaceStore } from './ports.ts';

/** @throws AppError `validation_failed` where it does not belong into its parent, `unknown_location`, `location_exists` or `location_archived`. */
export type CreateLocation = (body: CreateLocationBody, context: RequestContext) => Promise<LocationRecord>;

export function makeCreateLocation({ places, now }: { readonly places: PlaceStore; readonly now: Clock }): CreateLocation {
  return async ({ type, code, parent_id: parentId = null, name = null }, { tenant }) => {
    const key = tenantKey(tenant);
    const parent = parentId === null ? null : await places.find(key, parentId);
    if (parent === undefined) throw refusalError(unknownPlace('/parent_id', parentId ?? ''));
    const created = createPlace({ id: newId('loc'), type, code, name, at: now() }, parent);
    if (created.type === 'refused') throw refusalError(created.refusal);
    if (!(await places.add(key, created.place))) throw refusalError(placeExists(created.place.path));
    return toLocationRecord(created.place);
  };
}
