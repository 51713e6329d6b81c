import type { ReactNode } from 'react';
import type { ReservationRecord } from '../../api/types.ts';
import { STATES } from '../../parts/states/states.ts';
import { StatusBadge } from '../../parts/states/status-badge.tsx';
import { useNow } from '../../parts/time.tsx';
import { reservationWords as words } from './reservation-strings.ts';

const TICK_MS = 1_000;

/** The status of a reservation. */
export function ReservationStatus({ status }: Pick<ReservationRecord, 'status'>): ReactNode {
  return <StatusBadge {...STATES.reservation[status]}>{words.statuses[status]}</StatusBadge>;
}

/** The time that an active reservation has left, which runs. */
export function TimeLeft({ until }: { readonly until: string }): ReactNode {
  const left = Math.ceil((Date.parse(until) - useNow(TICK_MS)) / 1_000);
  if (left <= 0) return <span className="quiet">{words.over}</span>;
  return (
    <span role="timer" className="time">
      {words.leftOf(Math.floor(left / 3_600), Math.floor(left / 60) % 60, left % 60)}
    </span>
  );
}

/** The name that people know a reservation by: its external id, else its id. */
export function nameOfReservation({ external_id: externalId, id }: Pick<ReservationRecord, 'external_id' | 'id'>): string {
  return externalId ?? id;
}

/** The units that all lines of a reservation ask for, and those that are kept. */
export function unitsOfReservation({ lines }: Pick<ReservationRecord, 'lines'>) {
  const sumOf = (name: 'quantity' | 'reserved'): number => lines.reduce((sum, line) => sum + line[name], 0);
  return { asked: sumOf('quantity'), reserved: sumOf('reserved') };
}
