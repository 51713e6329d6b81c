import { type FulfilmentChange, withFulfilmentChanges } from './fulfilment-changes.ts';
import type { Address, HistoryEntry, Order, OrderStatus, RequestOrigin } from './order.ts';

export type EraseOutcome =
  | {
      readonly type: 'order-erased';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      readonly fulfilments: readonly FulfilmentChange[];
    }
  /** There is nothing to erase. */
  | { readonly type: 'unchanged' }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus };

/**
 * Erases persons' data of an order that has ended: address, metadata and notes, those of its fulfilments and holds too.
 *
 * @param shipTo all that is to be left of its address.
 */
export function eraseOrder(order: Order, shipTo: Address | null, { actor, requestId }: RequestOrigin, at: Date): EraseOutcome {
  const { status } = order;
  if (!hasEnded(order)) return { type: 'wrong-status', status };
  const hasNotes = [order, ...(order.fulfilments ?? []), ...(order.holds ?? [])].some(({ note }) => note !== null);
  const isClear = !hasNotes && Object.keys(order.metadata).length === 0 && isSameAddress(order.shipTo, shipTo);
  if (isClear) return { type: 'unchanged' };
  const fulfilments = order.fulfilments?.map((each) => ({ ...each, note: null }));
  const holds = order.holds?.map((each) => ({ ...each, note: null }));
  const facts = { shipTo, note: null, metadata: {}, holds, erasedAt: at, version: order.version + 1, updatedAt: at };
  const erased = fulfilments ? { ...order, ...facts, fulfilments } : { ...order, ...facts };
  const { order: after, changes } = withFulfilmentChanges(order, erased, at);
  const { version, unseenChanges } = after;
  const entry = { status, version, unseenChanges, reason: null, actor, requestId, answer: null, at };
  return { type: 'order-erased', order: after, history: [{ ...entry, transition: 'update' }], fulfilments: changes };
}

function hasEnded({ status }: Order): boolean {
  return status === 'shipped' || status === 'cancelled' || status === 'rejected';
}

function isSameAddress(before: Order['shipTo'], after: Order['shipTo']): boolean {
  if (before === null || after === null) return before === after;
  const given = Object.entries(before).filter(([, value]) => value !== undefined);
  return given.length === Object.keys(after).length && given.every(([name, value]) => Reflect.get(after, name) === value);
}
