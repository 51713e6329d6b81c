import { withoutPersonalContent } from './order-line.ts';
import { type FulfilmentChange, withFulfilmentChanges } from './fulfilment-changes.ts';
import {
  type Address,
  hasEnded,
  type HistoryEntry,
  isUnlinked,
  type Order,
  type OrderStatus,
  pendingStep,
  type RequestOrigin,
} from './order.ts';
import { type ReturnChange, withReturnChanges } from './return-changes.ts';

export type EraseOutcome =
  | {
      readonly type: 'order-erased';
      readonly order: Order;
      readonly history: readonly HistoryEntry[];
      readonly fulfilments: readonly FulfilmentChange[];
      readonly returns: readonly ReturnChange[];
      /** True where its lines have lost texts. */
      readonly ofLines: boolean;
    }
  /** There is nothing to erase. */
  | { readonly type: 'unchanged' }
  /** A return is being made of it, whose notes would come back. */
  | { readonly type: 'step-pending' }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus };

/**
 * Erases persons' data of an order that has ended: address, metadata and notes, those of its fulfilments, returns and holds too, and
 * personal texts of its lines. These are the fields that the contract declares as personal.
 *
 * @param shipTo all that is to be left of its address.
 */
export function eraseOrder(order: Order, shipTo: Address | null, { actor, requestId }: RequestOrigin, at: Date): EraseOutcome {
  const { status } = order;
  if (!hasEnded(status)) return { type: 'wrong-status', status };
  if (pendingStep(order)) return { type: 'step-pending' };
  const lines = order.lines.map(withoutPersonalContent);
  const ofLines = lines.some((line, place) => line !== order.lines[place]);
  const isClear = !ofLines && !hasNotes(order) && Object.keys(order.metadata).length === 0 && isSameAddress(order.shipTo, shipTo);
  if (isClear) return { type: 'unchanged' };
  const facts = { lines, shipTo, note: null, metadata: {}, erasedAt: at, version: order.version + 1, updatedAt: at };
  const erased = { ...order, ...facts, ...withoutNotes(order) };
  const { order: ofParts, changes } = withFulfilmentChanges(order, erased, at);
  const { order: after, changes: ofReturns } = withReturnChanges(order, ofParts, at);
  const { version, unseenChanges } = after;
  const entry = { status, version, unseenChanges, reason: null, actor, requestId, answer: null, at };
  return {
    type: 'order-erased',
    order: after,
    history: [{ ...entry, transition: 'update' }],
    ofLines,
    fulfilments: changes,
    // Copies of a return that has no order are told by this event, whichever of its notes there was.
    returns: isUnlinked(order)
      ? ofReturns.map((each) => ({ ...each, changed: [...new Set([...each.changed, 'note'])] }))
      : ofReturns,
  };
}

function hasNotes(order: Order): boolean {
  const { fulfilments = [], holds = [], returns = [] } = order;
  const noted = [order, ...fulfilments, ...holds, ...returns, ...returns.flatMap(({ lines }) => lines)];
  return noted.some(({ note }) => note !== null);
}

const cleared = <Part extends object>(part: Part) => ({ ...part, note: null });

/** The parts of an order that have notes, without them; those that it has none of stay absent. */
function withoutNotes({ fulfilments, holds, returns }: Order): Pick<Order, 'fulfilments' | 'holds' | 'returns'> {
  return {
    ...(fulfilments && { fulfilments: fulfilments.map(cleared) }),
    ...(holds && { holds: holds.map(cleared) }),
    ...(returns && { returns: returns.map((each) => ({ ...cleared(each), lines: each.lines.map(cleared) })) }),
  };
}

function isSameAddress(before: Order['shipTo'], after: Order['shipTo']): boolean {
  if (before === null || after === null) return before === after;
  const given = Object.entries(before).filter(([, value]) => value !== undefined);
  return given.length === Object.keys(after).length && given.every(([name, value]) => Reflect.get(after, name) === value);
}
