import { type Clock, dueWork, newId, parseTenantKey, type Pass } from '@fulfilment/kernel';
import type { RunCommand } from '../stock/run-command.ts';
import type { OverdueReservation, ReservationStore } from './reservation-ports.ts';

/** Reservations that one look ends: those of a tenant share transactions. */
const AT_ONCE = 500;
/** Between two looks. A reservation has 30 s at least from each request that sets its time: none that is made in between ends before the next. */
export const LOOK_EVERY_MS = 25_000;

/**
 * Ends reservations whose time is over. A decision about a SKU does so for itself: this makes it visible, and gives the units to orders
 * that wait where nothing else is decided.
 */
export type ExpireReservations = Pass;

export interface ExpireOptions {
  readonly reservations: Pick<ReservationStore, 'overdue' | 'nextExpiry'>;
  readonly runCommand: RunCommand;
  readonly now: Clock;
}

export function makeExpireReservations({ reservations, runCommand, now }: ExpireOptions): ExpireReservations {
  const end = async (ofTenant: readonly OverdueReservation[]): Promise<void> => {
    const origin = { actor: 'inventory', requestId: newId('req'), at: now(), batch: Symbol('expiry') };
    const ends = ofTenant.map(({ tenant, id: reservationId }) =>
      runCommand(parseTenantKey(tenant), { type: 'expire-reservation', origin, reservationId }),
    );
    const failed = (await Promise.allSettled(ends)).find(({ status }) => status === 'rejected');
    if (failed?.status === 'rejected') throw failed.reason;
  };
  const work = async (): Promise<number> => {
    const overdue = await reservations.overdue(now(), AT_ONCE);
    const byTenant = Map.groupBy(overdue, ({ tenant }) => tenant);
    await Promise.all(byTenant.values().map(end));
    return overdue.length;
  };
  return dueWork({ everyMs: LOOK_EVERY_MS, next: () => reservations.nextExpiry(), work, now });
}
