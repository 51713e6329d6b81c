import type { ReservationRecord } from '@fulfilment/contracts';
import { keptOf, type Reservation } from '../model/reservation.ts';

/** A reservation as answers and events show it. */
export function toReservationRecord(reservation: Reservation): ReservationRecord {
  const { id, externalId, state, lines, partial, warehouse, expiresAt, orderId, version, createdAt, updatedAt, endedAt } =
    reservation;
  return {
    id,
    external_id: externalId,
    status: state,
    lines: lines.map(({ sku, quantity }) => ({ sku, quantity, reserved: keptOf(reservation, sku) })),
    partial,
    warehouse_id: warehouse?.id ?? null,
    warehouse: warehouse?.code ?? null,
    expires_at: expiresAt.toISOString(),
    order_id: orderId,
    version,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}
