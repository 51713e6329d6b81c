import type { ListReservationsQuery, ReservationRecord } from '@fulfilment/contracts';
import { comparedForm, type Page, type Tenant, tenantKey } from '@fulfilment/kernel';
import { reservationNotFound } from '../model/refusal.ts';
import { refusalError } from '../records/refusal-error.ts';
import { toReservationRecord } from '../records/reservation-record.ts';
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

/** @throws AppError `invalid_cursor`. */
export type ListReservations = (tenant: Tenant, query: ListReservationsQuery) => Promise<Page<ReservationRecord>>;

export function makeListReservations(reservations: Pick<ReservationStore, 'list'>): ListReservations {
  return async (tenant, { status: states, sku, external_id: externalId, limit, cursor }) => {
    const filter = { states, sku, externalId: externalId === undefined ? undefined : comparedForm(externalId) };
    const page = await reservations.list(tenantKey(tenant), filter, { limit, cursor });
    return { ...page, data: page.data.map(toReservationRecord) };
  };
}
