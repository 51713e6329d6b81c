import { eventMessage } from '@fulfilment/contracts';
import { type OutgoingMessage, parseTenantKey } from '@fulfilment/kernel';
import { isActive } from '../model/reservation.ts';
import { toReservationRecord } from '../records/reservation-record.ts';
import type { ReservationChange } from './domain/stock-batch.ts';

const ENDS = { expired: 'reservation.expired', released: 'reservation.released' } as const;

/** The event of a reservation that has expired or was released; other changes are told by those of its SKUs, and by its order. */
export function reservationEvents(
  { before, after, cause }: ReservationChange,
  tenant: string,
  newId: () => string,
): readonly OutgoingMessage[] {
  const { state, id: subject, version, updatedAt: at } = after;
  if (!before || !isActive(before) || (state !== 'expired' && state !== 'released')) return [];
  const { requestId, traceparent } = cause.origin;
  const owner = parseTenantKey(tenant);
  const sent = { id: newId(), type: ENDS[state], part: 0, tenant: owner, subject, at, version, requestId, traceparent };
  return [eventMessage(sent, { sequence: version, data: toReservationRecord(after) })];
}
