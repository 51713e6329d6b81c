import {
  type AvailabilityQuote,
  type ListReservationsQuery,
  type QuoteAvailabilityBody,
  type ReservationRecord,
} from '@fulfilment/contracts';
import type { AnswerOnce } from '@fulfilment/idempotency';
import {
  type Answered,
  type Clock,
  comparedForm,
  type Page,
  type RequestContext,
  type Tenant,
  tenantKey,
} from '@fulfilment/kernel';
import { reservationNotFound, unknownSku } from '../model/refusal.ts';
import { availableOf } from '../model/sku.ts';
import { refusalError } from '../records/refusal-error.ts';
import { toReservationRecord } from '../records/reservation-record.ts';
import type { SkuStore } from '../skus/sku-ports.ts';
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

/** The units of several SKUs that could be ordered as they are read. @throws AppError `unknown_sku`. */
export type QuoteAvailability = (body: QuoteAvailabilityBody, context: RequestContext) => Promise<Answered<AvailabilityQuote>>;

export function makeQuoteAvailability(skus: Pick<SkuStore, 'find'>, answerOnce: AnswerOnce, now: Clock): QuoteAvailability {
  return async ({ lines }, context) => {
    const tenant = tenantKey(context.tenant);
    const quote = async (): Promise<AvailabilityQuote> => {
      const codes = [...new Set(lines.map(({ sku }) => sku))];
      const found = await Promise.all(codes.map(async (code) => [code, await skus.find(tenant, code)] as const));
      const active = new Map(
        found.flatMap(([code, sku]) => (sku?.archivedAt === null ? [[code, availableOf(sku)] as const] : [])),
      );
      const unknown = lines.flatMap(({ sku }, index) => (active.has(sku) ? [] : [{ pointer: `/lines/${index}/sku`, sku }]));
      if (unknown.length > 0) throw refusalError(unknownSku(unknown));
      const left = new Map(active);
      const quoted = lines.map(({ sku, quantity: requested }) => {
        const available = left.get(sku) ?? 0;
        left.set(sku, Math.max(0, available - requested));
        return { sku, requested, available };
      });
      const complete = quoted.every(({ requested, available }) => requested <= available);
      return { lines: quoted, complete, as_of: now().toISOString() };
    };
    // Nothing is written where there is no key: a quote needs no transaction.
    if (context.idempotency === undefined) return { result: await quote(), replayed: false };
    return answerOnce(context, quote);
  };
}
