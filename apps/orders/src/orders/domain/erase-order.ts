import type { Address, HistoryEntry, Order, OrderStatus, RequestOrigin } from './order.ts';

export type EraseOutcome =
  | {
      readonly type: 'order-erased';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
    }
  /** There is nothing to erase. */
  | { readonly type: 'unchanged' }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus };

/**
 * Erases persons' data of an order that has ended: address, note and metadata.
 *
 * @param shipTo all that is to be left of its address.
 */
export function eraseOrder(order: Order, shipTo: Address | null, { actor, requestId }: RequestOrigin, at: Date): EraseOutcome {
  const { status } = order;
  if (!hasEnded(order)) return { type: 'wrong-status', status };
  const isClear = order.note === null && Object.keys(order.metadata).length === 0 && isSameAddress(order.shipTo, shipTo);
  if (isClear) return { type: 'unchanged' };
  const after: Order = { ...order, shipTo, note: null, metadata: {}, erasedAt: at, version: order.version + 1, updatedAt: at };
  const { version, unseenChanges } = after;
  const facts = { status, version, unseenChanges, reason: null, actor, requestId, answer: null, at };
  return { type: 'order-erased', order: after, history: [{ ...facts, transition: 'update' }] };
}

function hasEnded({ status }: Order): boolean {
  return status === 'shipped' || status === 'cancelled' || status === 'rejected';
}

function isSameAddress(before: Order['shipTo'], after: Order['shipTo']): boolean {
  if (before === null || after === null) return before === after;
  const given = Object.entries(before).filter(([, value]) => value !== undefined);
  return given.length === Object.keys(after).length && given.every(([name, value]) => Reflect.get(after, name) === value);
}
