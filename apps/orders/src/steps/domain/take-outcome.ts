import {
  type Allocation,
  type Answer,
  type HistoryEntry,
  type Order,
  type OrderLine,
  type RefusalItem,
  type PendingStep,
  pendingStep,
} from '../../orders/domain/order.ts';
import { finishStep } from './transitions.ts';

/** The units that inventory holds for an order, as of one version of its allocation document. */
export interface AllocationSnapshot {
  readonly version: number;
  readonly lines: readonly Pick<OrderLine, 'id' | 'name' | 'allocated' | 'shipped'>[];
  /** The last command that inventory answered for this order. */
  readonly answer: {
    readonly commandId: string;
    readonly refused: { readonly code: string; readonly detail: string; readonly errors: readonly RefusalItem[] } | null;
  };
  /** The actor whose request changed the document; the change may have nothing to do with this order's requests. */
  readonly actor: string;
  readonly requestId: string;
}

export type OrderEventType = 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled';

export interface OrderChanged {
  readonly type: 'order-changed';
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  /** The event for subscribers; null where nothing changed that concerns them. */
  readonly event: OrderEventType | null;
  /** The step that ended with it. */
  readonly finished: PendingStep | null;
}

export type TakeOutcome = { readonly type: 'already-known' } | OrderChanged;

const EVENTS = { create: 'order.created', pack: 'order.packed', ship: 'order.shipped', cancel: 'order.cancelled' } as const;

/**
 * Applies an allocation snapshot if it is newer than the last: outcomes may come twice, late and in any order. The newest holds
 * everything, the answer to the pending command too, so a lost one does no harm.
 */
export function takeOutcome(order: Order, snapshot: AllocationSnapshot, at: Date): TakeOutcome {
  if (snapshot.version <= order.allocationVersion) return { type: 'already-known' };
  const step = pendingStep(order);
  const finished = step?.commandId === snapshot.answer.commandId ? step : null;
  const lines = linesAfter(order.lines, snapshot.lines);
  const updated: Order = { ...order, lines, allocationVersion: snapshot.version, version: order.version + 1, updatedAt: at };
  const after = withAllocation(finished ? finishStep(updated, answerTo(finished, snapshot, at), at) : updated);
  const change = { after, finished, snapshot, holdsMoved: holdsDiffer(order.lines, lines) };
  return { type: 'order-changed', order: after, history: historyOf(change), event: eventOf(change), finished };
}

interface Change {
  readonly after: Order;
  readonly finished: PendingStep | null;
  readonly snapshot: AllocationSnapshot;
  readonly holdsMoved: boolean;
}

function answerTo(
  { asked: { transition }, commandId }: PendingStep,
  { answer: { refused } }: AllocationSnapshot,
  at: Date,
): Answer {
  return { commandId, refusal: refused ? { transition, ...refused, at } : null };
}

function linesAfter(lines: readonly OrderLine[], held: AllocationSnapshot['lines']): readonly OrderLine[] {
  const byId = new Map(held.map((line) => [line.id, line]));
  return lines.map((line) => {
    const { name, allocated, shipped } = byId.get(line.id) ?? line;
    return { ...line, name, allocated, shipped };
  });
}

/** A cancelled order keeps its last allocation; one that was never created has none worth showing. */
function withAllocation(order: Order): Order {
  const keeps = order.status === 'cancelled' || order.status === 'pending' || order.status === 'rejected';
  return keeps ? order : { ...order, allocation: allocationOf(order.lines) };
}

function holdsDiffer(before: readonly OrderLine[], after: readonly OrderLine[]): boolean {
  return before.some((line, place) => line.allocated !== after[place]?.allocated);
}

function eventOf({ after, finished, holdsMoved }: Change): OrderEventType | null {
  // An order that was never created has no events.
  if (after.status === 'pending' || after.status === 'rejected') return null;
  if (finished && after.refusal === null) return EVENTS[finished.asked.transition];
  return holdsMoved ? 'order.updated' : null;
}

function historyOf({ after, finished, snapshot, holdsMoved }: Change): HistoryEntry[] {
  const common = { status: after.status, version: after.version, at: after.updatedAt };
  const answer = finished ? after.lastAnswer : null;
  const refused = answer === null || answer.refusal !== null;
  const entries: HistoryEntry[] = [];
  if (holdsMoved && refused) {
    entries.push({
      ...common,
      transition: 'allocate',
      reason: null,
      actor: snapshot.actor,
      requestId: snapshot.requestId,
      answer: null,
    });
  }
  if (finished) {
    const { actor, requestId } = finished.origin;
    entries.push({
      ...common,
      transition: finished.asked.transition,
      reason: reasonOf(finished),
      actor,
      requestId,
      answer,
    });
  }
  return entries;
}

function reasonOf({ asked }: PendingStep): string | null {
  return asked.transition === 'cancel' ? asked.reason : null;
}

/** The share of the order that is held or shipped. */
function allocationOf(lines: readonly OrderLine[]): Allocation {
  if (lines.every(({ quantity, allocated, shipped }) => allocated + shipped >= quantity)) return 'allocated';
  return lines.every(({ allocated, shipped }) => allocated + shipped === 0) ? 'backordered' : 'partial';
}
