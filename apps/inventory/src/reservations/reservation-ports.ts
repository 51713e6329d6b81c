import type { Page, PageQuery } from '@fulfilment/kernel';
import type { Reservation, ReservationState } from '../model/reservation.ts';

export interface ReservationFilter {
  /** None: all. */
  readonly states: readonly ReservationState[] | undefined;
  readonly sku: string | undefined;
  readonly externalId: string | undefined;
  /** The id of the one that they keep units in. */
  readonly warehouse: string | undefined;
}

/** A reservation of any tenant. */
export interface OverdueReservation {
  readonly tenant: string;
  readonly id: string;
}

/** The reservations of tenants, as queries read them. */
export interface ReservationStore {
  find(tenant: string, id: string): Promise<Reservation | undefined>;
  /** Newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  list(tenant: string, filter: ReservationFilter, page: PageQuery): Promise<Page<Reservation>>;
  /** When the first of all active reservations ends; undefined where there is none. */
  nextExpiry(): Promise<Date | undefined>;
  /** Active reservations of all tenants whose time is over, those first that expired first. */
  overdue(at: Date, atMost: number): Promise<readonly OverdueReservation[]>;
}
