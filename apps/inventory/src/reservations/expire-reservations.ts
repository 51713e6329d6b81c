import { type Clock, delay, newId, parseTenantKey } from '@fulfilment/kernel';
import type { ChangeStock } from '../stock/change-stock.ts';
import type { OverdueReservation, ReservationStore } from './reservation-ports.ts';

/** Reservations that one look ends: those of a tenant share transactions. */
const AT_ONCE = 500;
/** Between two looks. A reservation has 30 s at least from each request that sets its time: none that is made in between ends before the next. */
export const LOOK_EVERY_MS = 10_000;
/** Of a wait, after which the pass says that it goes on. */
const WAIT_MS = 2_000;

/**
 * Ends reservations whose time is over. A decision about a SKU does so for itself: this makes it visible, and gives the units to orders
 * that wait where nothing else is decided. It waits for those that end before the next look.
 */
export type ExpireReservations = (mark: () => void, stopping: AbortSignal) => Promise<void>;

export interface ExpireOptions {
  readonly reservations: Pick<ReservationStore, 'overdue' | 'nextExpiry'>;
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
  const endOverdue = async (): Promise<void> => {
    const overdue = await reservations.overdue(now(), AT_ONCE);
    const byTenant = Map.groupBy(overdue, ({ tenant }) => tenant);
    await Promise.all(byTenant.values().map(end));
  };
  return async (mark, stopping) => {
    while (!stopping.aborted) {
      const next = await reservations.nextExpiry();
      const inMs = (): number => (next ? next.getTime() - now().getTime() : Number.POSITIVE_INFINITY);
      if (inMs() > LOOK_EVERY_MS + WAIT_MS) return;
      for (; inMs() > 0 && !stopping.aborted; mark()) await delay(Math.min(inMs(), WAIT_MS), stopping);
      await endOverdue();
      mark();
    }
  };
}
