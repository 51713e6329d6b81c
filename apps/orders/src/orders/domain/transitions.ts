import { assertNever } from '@fulfilment/kernel';
import {
  type Allocation,
  type Answer,
  type Cancel,
  type HistoryEntry,
  oneMoreUnseen,
  type Order,
  type OrderIn,
  type OrderLine,
  type OrderStatus,
  type Pack,
  type PendingStep,
  pendingStep,
  type Refusal,
  type RefusalItem,
  type RequestOrigin,
  type Ship,
  type Shipment,
  shownTransition,
  type Step,
  withCommand,
} from './order.ts';

export type StartOutcome =
  | { readonly type: 'step-started'; readonly order: Order; readonly sent: PendingStep }
  /** Another command must be answered first; then try again. */
  | { readonly type: 'step-pending'; readonly commandId: string }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus };

/**
 * Starts a step if the order's status allows it, with the next command. The record stays as it is until inventory has accepted that, or
 * the request is answered before ({@link acknowledgeStep}).
 */
export function startStep(order: Order, step: Step, origin: RequestOrigin, at: Date): StartOutcome {
  const other = pendingStep(order);
  if (other) return { type: 'step-pending', commandId: other.commandId };
  const attempt = order.attempt + 1;
  const next = { attempt, version: order.version + 1, unseenChanges: oneMoreUnseen(order) };
  const sent = <Asked extends Step>(asked: Asked) => ({
    ...withCommand(asked, { id: order.id, attempt }, origin, at),
    isUnseen: true,
  });
  if (order.status === 'created' && step.transition !== 'ship') return started({ ...order, ...next, pending: sent(step) });
  if (order.status === 'packed' && step.transition !== 'pack') return started({ ...order, ...next, pending: sent(step) });
  return { type: 'wrong-status', status: order.status };
}

function started(order: Order & { readonly pending: PendingStep }): StartOutcome {
  return { type: 'step-started', order, sent: order.pending };
}

export interface StepAcknowledged {
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  /** The changed fields of the record. */
  readonly changed: readonly string[];
  /** The request that is answered. */
  readonly origin: RequestOrigin;
}

/** Shows a step that was not answered in time as pending; undefined where the record shows it already, or it is answered. */
export function acknowledgeStep(order: Order, commandId: string, at: Date): StepAcknowledged | undefined {
  const step = pendingStep(order);
  if (step?.commandId !== commandId || step.isUnseen !== true) return undefined;
  const next = { version: order.version + 1, updatedAt: at };
  const { unseenChanges, status } = order;
  const { origin } = step;
  const { actor, requestId } = origin;
  const facts = { version: next.version, unseenChanges, status, reason: null, actor, requestId, answer: null, at };
  const history = [{ ...facts, transition: 'update' as const }];
  return { order: shown({ ...order, ...next }), history, changed: ['pending_transition'], origin };
}

function shown(order: Order): Order {
  switch (order.status) {
    case 'created':
      return { ...order, pending: order.pending && { ...order.pending, isUnseen: undefined } };
    case 'packed':
      return { ...order, pending: order.pending && { ...order.pending, isUnseen: undefined } };
    default:
      return order;
  }
}

/** Ends the pending step by inventory's answer: in its new status, or refused in the old one. */
export function finishStep(order: Order, answer: Answer, at: Date): Order {
  const answered: Order = { ...order, lastAnswer: answer };
  return answer.refusal ? refuse(answered, answer.refusal) : accept(answered, at);
}

function refuse(order: Order, refusal: Refusal): Order {
  switch (order.status) {
    case 'pending': {
      const { pending: _refused, ...facts } = order;
      return { ...facts, refusal, status: 'rejected' };
    }
    case 'created':
    case 'packed':
      return { ...order, refusal: order.pending?.isUnseen === true ? order.refusal : refusal, pending: null };
    default:
      return order;
  }
}

function accept(order: Order, at: Date): Order {
  switch (order.status) {
    case 'pending':
      return { ...order, refusal: null, status: 'created', pending: null };
    case 'created':
      return order.pending ? leaveCreated(order, order.pending.asked, at) : order;
    case 'packed':
      return order.pending ? leavePacked(order, order.pending.asked, at) : order;
    default:
      return order;
  }
}

function leaveCreated(order: OrderIn<'created'>, step: Pack | Cancel, at: Date): Order {
  const { pending: _done, ...facts } = order;
  switch (step.transition) {
    case 'pack':
      return { ...facts, refusal: null, status: 'packed', packing: { packages: step.packages, packedAt: at }, pending: null };
    case 'cancel':
      return { ...facts, refusal: null, status: 'cancelled', packing: null, cancelledAt: at, cancelReason: step.reason };
    default:
      return assertNever(step);
  }
}

function leavePacked(order: OrderIn<'packed'>, step: Ship | Cancel, at: Date): Order {
  const { pending: _done, ...facts } = order;
  switch (step.transition) {
    case 'ship':
      return { ...facts, refusal: null, status: 'shipped', shipment: shipmentAfter(order.shipment, step), shippedAt: at };
    case 'cancel':
      return { ...facts, refusal: null, status: 'cancelled', cancelledAt: at, cancelReason: step.reason };
    default:
      return assertNever(step);
  }
}

/** The step says it last; it leaves what it does not name. */
function shipmentAfter(before: Shipment, step: Ship): Shipment {
  return {
    ...before,
    carrier: step.carrier ?? before.carrier,
    trackingNumber: step.trackingNumber ?? before.trackingNumber,
    trackingUrl: step.trackingUrl ?? before.trackingUrl,
  };
}

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
  /** The changed fields of the record, which an `order.updated` names; none where it stays as it was, with its version. */
  readonly changed: readonly string[];
  /** The step that ended with it. */
  readonly finished: PendingStep | null;
}

type TakeOutcome = { readonly type: 'already-known' } | OrderChanged;

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
  const updated: Order = { ...order, lines, allocationVersion: snapshot.version, version: order.version + 1 };
  const ended = withAllocation(finished ? finishStep(updated, answerTo(finished, snapshot, at), at) : updated);
  const changed = changedFields(order, ended);
  const after = changed.length > 0 ? { ...ended, updatedAt: at } : { ...ended, unseenChanges: oneMoreUnseen(order) };
  const change = { after, finished, snapshot, at, changed, holdsMoved: holdsDiffer(order.lines, lines) };
  return { type: 'order-changed', order: after, history: historyOf(change), event: eventOf(change), changed, finished };
}

interface Change {
  readonly after: Order;
  readonly finished: PendingStep | null;
  readonly snapshot: AllocationSnapshot;
  readonly at: Date;
  readonly changed: readonly string[];
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

/** The fields of the record that an outcome changes. */
function changedFields(before: Order, after: Order): string[] {
  const differs = {
    status: before.status !== after.status,
    lines: before.lines.some((line, place) => !isSameLine(line, after.lines[place])),
    allocation: before.allocation !== after.allocation,
    pending_transition: shownTransition(before) !== shownTransition(after),
    refusal: before.refusal !== after.refusal,
  };
  return Object.entries(differs).flatMap(([field, isChanged]) => (isChanged ? [field] : []));
}

function isSameLine({ name, allocated, shipped }: OrderLine, after: OrderLine | undefined): boolean {
  return name === after?.name && allocated === after.allocated && shipped === after.shipped;
}

/** Each version that the record shows has one event, but for an order that was never created. */
function eventOf({ after, finished, changed }: Change): OrderEventType | null {
  if (after.status === 'pending' || after.status === 'rejected') return null;
  if (finished && after.lastAnswer?.refusal === null) return EVENTS[finished.asked.transition];
  return changed.length > 0 ? 'order.updated' : null;
}

function historyOf({ after, finished, snapshot, at, holdsMoved }: Change): HistoryEntry[] {
  const { status, version, unseenChanges } = after;
  const common = { status, version, unseenChanges, at };
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
