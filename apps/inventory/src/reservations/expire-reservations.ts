import { type Clock, newId, parseTenantKey } from '@fulfilment/kernel';
import type { ChangeStock } from '../stock/change-stock.ts';
import type { OverdueReservation, ReservationStore } from './reservation-ports.ts';

/** Reservations that one look ends: those of a tenant share transactions. */
const AT_ONCE = 500;

/**
 * Ends reservations whose time is over. A decision about a SKU does so for itself: this makes it visible, and gives the units to orders
 * that wait where nothing else is decided.
 */
export type ExpireReservations = (mark: () => void, stopping: AbortSignal) => Promise<void>;

export interface ExpireOptions {
  readonly reservations: Pick<ReservationStore, 'overdue'>;
  readonly changeStock: ChangeStock;
  readonly now: Clock;
}

export function makeExpireReservations({ reservations, changeStock, now }: ExpireOptions): ExpireReservations {
  const end = async (ofTenant: readonly OverdueReservation[]): Promise<void> => {
    const origin = { actor: 'inventory', requestId: newId('req'), at: now(), batch: Symbol('expiry') };
    const ends = ofTenant.map(({ tenant, id: reservationId }) =>
      changeStock(parseTenantKey(tenant), { type: 'expire-reservation', origin, reservationId }),
    );
    const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
  return async (mark, stopping) => {
    for (let more = true; more && !stopping.aborted; mark()) {
      const overdue = await reservations.overdue(now(), AT_ONCE);
      await Promise.all(
        Map.groupBy(overdue, ({ tenant }) => tenant)
          .values()
          .map(end),
      );
      more = overdue.length === AT_ONCE;
    }
  };
}
