import { codecOf, derived, type DocumentOf, given, whole } from '@fulfilment/mongo';
import { holdsExternalId, type Reservation } from '../model/reservation.ts';

const RESERVATION = codecOf<Reservation>()({
  _id: 'id',
  tenant: given<string>(),
  external_id: 'externalId',
  /** The external id while no other reservation may have it. */
  external_key: derived((reservation: Reservation) =>
    holdsExternalId(reservation) ? (reservation.externalId ?? undefined) : undefined,
  ),
  state: 'state',
  lines: 'lines',
  /** Not there where it keeps units wherever they lie, and in documents of earlier releases. */
  warehouse: 'warehouse',
  partial: 'partial',
  expires_at: 'expiresAt',
  order_id: 'orderId',
  version: whole('version'),
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  ended_at: 'endedAt',
  last_actor: 'lastActor',
});

/** A reservation as it is stored; those that have ended go away by themselves. */
export type ReservationDocument = DocumentOf<typeof RESERVATION>;

export const toReservationDocument = (tenant: string, reservation: Reservation): ReservationDocument =>
  RESERVATION.toDocument(reservation, { tenant });

/**
 * Reads a reservation. Its lines are taken as they are stored.
 *
 * @throws Error where a quantity is no whole number: a decision would store it again.
 */
export function toReservation(document: ReservationDocument): Reservation {
  const { _id: id, lines } = document;
  const isWhole = lines.every(({ quantity, units }) => Number.isSafeInteger(quantity) && Number.isSafeInteger(units));
  if (!isWhole) throw new Error(`The reservation ${id} lacks a quantity`);
  return RESERVATION.fromDocument(document);
}
