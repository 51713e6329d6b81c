import {
  type CreateReservationBody,
  differingDetail,
  differingFields,
  errors,
  READ_ONLY_RESERVATION_FIELDS,
  type ReservationRecord,
  type UpdateReservationBody,
} from '@fulfilment/contracts';
import { type Answered, type Clock, comparedForm, newId, type RequestContext } from '@fulfilment/kernel';
import { parseLocation } from '../model/location.ts';
import { fieldsRefused, type Refusal } from '../model/refusal.ts';
import type { Reservation } from '../model/reservation.ts';
import { toReservationRecord } from '../records/reservation-record.ts';
import type { PresentedResult } from '../stock/presented-result.ts';
import { notMade, originOf, type RunCommand } from '../stock/run-command.ts';

/** A reservation, and true where it was there already, under its external id. */
export interface Reserved extends Answered<ReservationRecord> {
  readonly existing: boolean;
}

/** @throws AppError `unknown_sku`, `unknown_location`, `insufficient_stock`, `duplicate_external_id`, `too_many_reservations` or `validation_failed`. */
export type CreateReservation = (body: CreateReservationBody, context: RequestContext) => Promise<Reserved>;

export function makeCreateReservation(runCommand: RunCommand, now: Clock): CreateReservation {
  return async ({ lines, expires_in: expiresInSeconds, external_id: externalId, partial, warehouse }, context) => {
    refuseRepeatedSkus(lines);
    const answered = await runCommand(context.tenant, {
      type: 'reserve',
      origin: originOf(context, now),
      reservationId: newId('rsv'),
      externalId: externalId === undefined ? null : comparedForm(externalId),
      lines: lines.map(({ sku, quantity }) => ({ sku, quantity })),
      partial,
      expiresInSeconds,
      ...(warehouse !== undefined && { warehouse: parseLocation(warehouse) }),
    });
    const existing = answered.result.type === 'reservation' && answered.result.existing === true;
    return { ...reservationOf(answered), existing };
  };
}

/**
 * @throws AppError `not_found`, `version_conflict`, `unknown_sku`, `insufficient_stock`, `reservation_expired`, `invalid_transition`,
 * `too_many_reservations` or `validation_failed`.
 */
export type UpdateReservation = (
  id: string,
  body: UpdateReservationBody,
  context: RequestContext,
) => Promise<Answered<ReservationRecord>>;

export function makeUpdateReservation(runCommand: RunCommand, now: Clock): UpdateReservation {
  return async (reservationId, body, context) => {
    const { lines, expires_in: expiresInSeconds } = body;
    refuseRepeatedSkus(lines ?? []);
    const answered = await runCommand(context.tenant, {
      type: 'update-reservation',
      origin: originOf(context, now),
      reservationId,
      expiresInSeconds,
      lines: lines?.map(({ sku, quantity }) => ({ sku, quantity })),
      ifMatch: context.ifMatch,
      differsFrom: (reservation) => readOnlyRefusal(body, reservation),
    });
    return reservationOf(answered);
  };
}

/** @throws AppError `not_found`, `version_conflict` or `invalid_transition`. */
export type ReleaseReservation = (id: string, context: RequestContext) => Promise<Answered<ReservationRecord>>;

export function makeReleaseReservation(runCommand: RunCommand, now: Clock): ReleaseReservation {
  return async (reservationId, context) => {
    const origin = originOf(context, now);
    const command = { type: 'release-reservation', origin, reservationId, ifMatch: context.ifMatch } as const;
    return reservationOf(await runCommand(context.tenant, command));
  };
}

function reservationOf({ result, replayed }: Answered<PresentedResult>): Answered<ReservationRecord> {
  if (result.type === 'reservation') return { result: result.record, replayed };
  throw notMade(result, replayed);
}

/** A reservation keeps one number of each SKU. @throws AppError `validation_failed`. */
function refuseRepeatedSkus(lines: readonly { readonly sku: string }[]): void {
  const seen = new Set<string>();
  const items = lines.flatMap(({ sku }, index) => {
    if (!seen.has(sku)) return seen.add(sku) && [];
    return [{ pointer: `/lines/${index}/sku`, code: 'invalid', message: `${sku} stands in an earlier line.` }];
  });
  const detail = items.length === 1 ? '1 field is invalid.' : `${items.length} fields are invalid.`;
  if (items.length > 0) throw errors.validationFailed(detail, { facts: { errors: items } });
}

function readOnlyRefusal(body: UpdateReservationBody, reservation: Reservation): Refusal | undefined {
  const items = differingFields(body, toReservationRecord(reservation), READ_ONLY_RESERVATION_FIELDS);
  return items.length === 0 ? undefined : fieldsRefused(differingDetail(items), items);
}
