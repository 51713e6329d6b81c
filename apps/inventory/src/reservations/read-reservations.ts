import { type ListReservationsQuery, type ReservationRecord } from '@fulfilment/contracts';
import { comparedForm, type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { LocationStore } from '../locations/location-ports.ts';
import { parseLocation } from '../model/location.ts';
import { reservationNotFound } from '../model/refusal.ts';
import { refusalError } from '../records/refusal-error.ts';
import { toReservationRecord } from '../records/reservation-record.ts';
import { noWarehouseFilter, unknownLocationFilter } from '../records/unknown-location.ts';
import type { ReservationStore } from './reservation-ports.ts';

/** @throws AppError `not_found`. */
export type GetReservation = (tenant: Tenant, id: string) => Promise<ReservationRecord>;

export function makeGetReservation(reservations: Pick<ReservationStore, 'find'>): GetReservation {
  return async (tenant, id) => {
    const reservation = await reservations.find(tenantKey(tenant), id);
    if (!reservation) throw refusalError(reservationNotFound());
    return toReservationRecord(reservation);
  };
}

/** @throws AppError `invalid_cursor`, or `invalid_parameter` for a warehouse that does not exist. */
export type ListReservations = (tenant: Tenant, query: ListReservationsQuery) => Promise<Page<ReservationRecord>>;

export function makeListReservations(
  reservations: Pick<ReservationStore, 'list'>,
  locations: Pick<LocationStore, 'findNamed'>,
): ListReservations {
  return async (tenant, { status: states, sku, external_id: externalId, warehouse: text, limit, cursor }) => {
    const key = tenantKey(tenant);
    const warehouse = text === undefined ? undefined : await locations.findNamed(key, parseLocation(text));
    if (text !== undefined && !warehouse) throw unknownLocationFilter('warehouse', text, cursor);
    if (warehouse && warehouse.type !== 'warehouse') throw noWarehouseFilter(warehouse.path);
    const named = externalId === undefined ? undefined : comparedForm(externalId);
    const page = await reservations.list(key, { states, sku, externalId: named, warehouse: warehouse?.id }, { limit, cursor });
    return { ...page, data: page.data.map(toReservationRecord) };
  };
}
