import { type FulfilmentChange, withFulfilmentChanges } from './fulfilment-changes.ts';
import { type Address, type HistoryEntry, type Order, type OrderStatus, pendingStep, type RequestOrigin } from './order.ts';
import { type ReturnChange, withReturnChanges } from './return-changes.ts';

export type EraseOutcome =
  | {
      readonly type: 'order-erased';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      readonly fulfilments: readonly FulfilmentChange[];
      readonly returns: readonly ReturnChange[];
    }
  /** There is nothing to erase. */
  | { readonly type: 'unchanged' }
  /** A return is being made of it, whose notes would come back. */
  | { readonly type: 'step-pending' }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus };

/**
 * Erases persons' data of an order that has ended: address, metadata and notes, those of its fulfilments, returns and holds too.
 *
 * @param shipTo all that is to be left of its address.
 */
export function eraseOrder(order: Order, shipTo: Address | null, { actor, requestId }: RequestOrigin, at: Date): EraseOutcome {
  const { status } = order;
  if (!hasEnded(order)) return { type: 'wrong-status', status };
  if (pendingStep(order)) return { type: 'step-pending' };
  const { fulfilments: parts = [], holds: held = [], returns: back = [] } = order;
  const noted = [order, ...parts, ...held, ...back, ...back.flatMap(({ lines }) => lines)];
  const hasNotes = noted.some(({ note }) => note !== null);
  const isClear = !hasNotes && Object.keys(order.metadata).length === 0 && isSameAddress(order.shipTo, shipTo);
  if (isClear) return { type: 'unchanged' };
  const fulfilments = order.fulfilments?.map((each) => ({ ...each, note: null }));
  const holds = order.holds?.map((each) => ({ ...each, note: null }));
  const returns = order.returns?.map((each) => ({
    ...each,
    note: null,
    lines: each.lines.map((line) => ({ ...line, note: null })),
  }));
  const facts = { shipTo, note: null, metadata: {}, holds, erasedAt: at, version: order.version + 1, updatedAt: at };
  const erased = { ...order, ...facts, ...(fulfilments && { fulfilments }), ...(returns && { returns }) };
  const { order: ofParts, changes } = withFulfilmentChanges(order, erased, at);
  const { order: after, changes: ofReturns } = withReturnChanges(order, ofParts, at);
  const { version, unseenChanges } = after;
  const entry = { status, version, unseenChanges, reason: null, actor, requestId, answer: null, at };
  return { type: 'order-erased', order: after, history: [{ ...entry, transition: 'update' }], fulfilments: changes, returns: ofReturns };
}

function hasEnded({ status }: Order): boolean {
  return status === 'shipped' || status === 'cancelled' || status === 'rejected';
}

function isSameAddress(before: Order['shipTo'], after: Order['shipTo']): boolean {
  if (before === null || after === null) return before === after;
  const given = Object.entries(before).filter(([, value]) => value !== undefined);
  return given.length === Object.keys(after).length && given.every(([name, value]) => Reflect.get(after, name) === value);
}
