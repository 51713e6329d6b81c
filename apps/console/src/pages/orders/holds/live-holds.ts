import { useEffect, useState } from 'react';
import type { OrderRecord } from '../../../api/types.ts';

type Hold = OrderRecord['holds'][number];
type Held = Pick<OrderRecord, 'status' | 'holds'>;

/** The id of the sentence that says why steps of an order on hold are off. */
export const STOPPED_ID = 'order-on-hold';

/** Statuses in which an order can be put on hold, and is stopped by it. */
const STOPPABLE: readonly OrderRecord['status'][] = ['pending', 'created', 'packed'];
/** A timer of a browser cannot wait for longer than 24 days. */
const LONGEST_WAIT_MS = 3_600_000;

/** True for an order that has not ended. */
export function canBeHeld({ status }: Pick<OrderRecord, 'status'>): boolean {
  return STOPPABLE.includes(status);
}

/** The holds that stop an order: of one that has not ended, those whose time has not come; the record drops an ended one somewhat later. */
export function liveHoldsOf(order: Held, nowMs: number): readonly Hold[] {
  if (!canBeHeld(order)) return [];
  return order.holds.filter(({ until }) => until === null || Date.parse(until) > nowMs);
}

/** The live holds of an order that is shown; it is shown again when one ends by its time. */
export function useLiveHolds(order: Held): readonly Hold[] {
  const [looks, setLooks] = useState(0);
  const holds = liveHoldsOf(order, Date.now());
  const next = Math.min(...holds.map(({ until }) => (until === null ? Number.POSITIVE_INFINITY : Date.parse(until))));
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return undefined;
    const timer = setTimeout(() => setLooks((before) => before + 1), Math.min(next - Date.now(), LONGEST_WAIT_MS));
    return () => clearTimeout(timer);
  }, [next, looks]);
  return holds;
}

/** Steps that a hold stops, of an order and of a part of it. */
const STOPPED: ReadonlySet<string> = new Set(['create', 'pack', 'ship']);

/** Gives for a step of an order the id of what says why it cannot be taken now; undefined for one that no live hold stops. */
export function useStopReason(order: Held): (step: string) => string | undefined {
  const isHeld = useLiveHolds(order).length > 0;
  return (step) => (isHeld && STOPPED.has(step) ? STOPPED_ID : undefined);
}
