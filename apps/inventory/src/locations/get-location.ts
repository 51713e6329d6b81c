import type { LocationRecord } from '@fulfilment/contracts';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import { locationNotFound } from '../stock/domain/refusal.ts';
import { toLocationRecord } from './location-record.ts';
import { refusalError } from '../stock/presented-result.ts';
import type { LocationStore } from './location-ports.ts';

/** @throws AppError `not_found`. */
export type GetLocation = (tenant: Tenant, id: string) => Promise<LocationRecord>;

export function makeGetLocation({ places }: { readonly places: LocationStore }): GetLocation {
  return async (tenant, id) => {
    const place = await places.find(tenantKey(tenant), id);
    if (!place) throw refusalError(locationNotFound());
    return toLocationRecord(place);
  };
}
