import { allocationOf } from '../../orders/domain/allocation.ts';
import {
  type Answer,
  type HistoryEntry,
  type Order,
  type OrderLine,
  type RefusalItem,
  type PendingStep,
  pendingStep,
} from '../../orders/domain/order.ts';
import { finishStep } from './settle-step.ts';

/** What inventory holds for an order, as of one version of its allocation document. */
export interface AllocationSnapshot {
  readonly version: number;
  readonly lines: readonly Pick<OrderLine, 'id' | 'name' | 'allocated' | 'shipped'>[];
  /** The last command that inventory answered for this order. */
  readonly answer: {
    readonly commandId: string;
    readonly refused: { readonly code: string; readonly detail: string; readonly errors: readonly RefusalItem[] } | null;
  };
  /** Who caused this change of the document: perhaps someone who knows nothing of the order. */
  readonly actor: string;
  readonly requestId: string;
}

export type OrderEventType = 'order.created' | 'order.updated' | 'order.packed' | 'order.shipped' | 'order.cancelled';

export interface OrderChanged {
  readonly type: 'order-changed';
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  /** What subscribers are told; null where nothing changed that concerns them. */
  readonly event: OrderEventType | null;
  /** The step that this was the answer to. */
  readonly finished: PendingStep | null;
}

export type TakeOutcome = { readonly type: 'already-known' } | OrderChanged;

const EVENTS = { create: 'order.created', pack: 'order.packed', ship: 'order.shipped', cancel: 'order.cancelled' } as const;

/**
 * Takes over what inventory says if it is newer than what is known: outcomes may come twice, late and in any order.
 * The newest holds everything, the answer to the pending command too, so one that never comes is not missed.
 */
export function takeOutcome(order: Order, news: AllocationSnapshot, at: Date): TakeOutcome {
  if (news.version <= order.allocationVersion) return { type: 'already-known' };
  const step = pendingStep(order);
  const finished = step?.commandId === news.answer.commandId ? step : null;
  const lines = linesAfter(order.lines, news.lines);
  const heard: Order = { ...order, lines, allocationVersion: news.version, version: order.version + 1, updatedAt: at };
  const after = withAllocation(finished ? finishStep(heard, answerTo(finished, news, at), at) : heard);
  const change = { after, finished, news, holdsMoved: holdsDiffer(order.lines, lines) };
  return { type: 'order-changed', order: after, history: historyOf(change), event: eventOf(change), finished };
}

interface Change {
  readonly after: Order;
  readonly finished: PendingStep | null;
  readonly news: AllocationSnapshot;
  readonly holdsMoved: boolean;
}

function answerTo({ asked: { transition }, commandId }: PendingStep, { answer: { refused } }: AllocationSnapshot, at: Date): Answer {
  return { commandId, refusal: refused ? { transition, ...refused, at } : null };
}

function linesAfter(lines: readonly OrderLine[], news: AllocationSnapshot['lines']): readonly OrderLine[] {
  const byId = new Map(news.map((line) => [line.id, line]));
  return lines.map((line) => {
    const { name, allocated, shipped } = byId.get(line.id) ?? line;
    return { ...line, name, allocated, shipped };
  });
}

/** A cancelled order keeps its last allocation; one that was never created has none to speak of. */
function withAllocation(order: Order): Order {
  const keeps = order.status === 'cancelled' || order.status === 'pending' || order.status === 'rejected';
  return keeps ? order : { ...order, allocation: allocationOf(order.lines) };
}

function holdsDiffer(before: readonly OrderLine[], after: readonly OrderLine[]): boolean {
  return before.some((line, place) => line.allocated !== after[place]?.allocated);
}

function eventOf({ after, finished, holdsMoved }: Change): OrderEventType | null {
  // Nobody was told of an order that was never created.
  if (after.status === 'pending' || after.status === 'rejected') return null;
  if (finished && after.refusal === null) return EVENTS[finished.asked.transition];
  return holdsMoved ? 'order.updated' : null;
}

function historyOf({ after, finished, news, holdsMoved }: Change): HistoryEntry[] {
  const told = { status: after.status, version: after.version, at: after.updatedAt };
  const answer = finished ? after.lastAnswer : null;
  const refused = answer === null || answer.refusal !== null;
  const entries: HistoryEntry[] = [];
  if (holdsMoved && refused) {
    entries.push({ ...told, transition: 'allocate', reason: null, actor: news.actor, requestId: news.requestId, answer: null });
  }
  if (finished) {
    const { actor, requestId } = finished.origin;
    entries.push({
      ...told,
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
