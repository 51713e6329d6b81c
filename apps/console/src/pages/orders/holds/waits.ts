import type { OrderRecord } from '../../../api/types.ts';
import { liveHoldsOf } from './live-holds.ts';

type Ranked = Pick<OrderRecord, 'id' | 'priority' | 'ship_by' | 'created_at'>;

/** Why an open order waits at a time: the holds that stop it, and the lines that lack units. */
export function waitsOf(order: Pick<OrderRecord, 'status' | 'holds' | 'lines'>, nowMs: number) {
  return { holds: liveHoldsOf(order, nowMs), lacks: order.lines.filter(({ backordered }) => backordered > 0) };
}

/** Orders without repetition as backorders of them are filled: by priority, time to ship by, and age. */
export function byRank<Order extends Ranked>(orders: readonly Order[]): readonly Order[] {
  const once = [...new Map(orders.map((order) => [order.id, order])).values()];
  return once.toSorted(
    (one, other) =>
      other.priority - one.priority ||
      compared(one.ship_by ?? LAST, other.ship_by ?? LAST) ||
      compared(one.created_at, other.created_at) ||
      compared(one.id, other.id),
  );
}

/** Sorts behind every time. */
const LAST = '~';

function compared(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}
