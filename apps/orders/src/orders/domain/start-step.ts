import {
  type HistoryEntry,
  oneMoreUnseen,
  type Order,
  type PendingStep,
  pendingStep,
  type RequestOrigin,
  withCommand,
} from './order.ts';
import { type FulfilmentChange, withFulfilmentChanges } from './fulfilment-changes.ts';
import type { Ask, Plan } from './asked-steps.ts';
import { planStep } from './plan-step.ts';
import { type ReturnChange, withReturnChanges } from './return-changes.ts';
import { fulfilmentIdOf, returnIdOf } from './steps.ts';

export type StartOutcome =
  | { readonly type: 'step-started'; readonly order: Order; readonly sent: PendingStep }
  /** Another command must be answered first; then try again. */
  | { readonly type: 'step-pending'; readonly commandId: string }
  | Exclude<Plan, { readonly type: 'step' }>;

/**
 * Starts a step if order and fulfilment allow it, with the next command. The record stays as it is until inventory has accepted that, or
 * the request is answered before ({@link acknowledgeStep}).
 */
export function startStep(order: Order, ask: Ask, origin: RequestOrigin, at: Date): StartOutcome {
  const other = pendingStep(order);
  if (other) return { type: 'step-pending', commandId: other.commandId };
  const plan = planStep(order, ask, at);
  if (plan.type !== 'step') return plan;
  if (order.status !== 'created' && order.status !== 'packed' && order.status !== 'shipped')
    return { type: 'wrong-status', status: order.status };
  const attempt = order.attempt + 1;
  const next = { attempt, version: order.version + 1, unseenChanges: oneMoreUnseen(order) };
  const sent = { ...withCommand(plan.step, { id: order.id, attempt }, origin, at), isUnseen: true };
  return { type: 'step-started', order: { ...order, ...next, pending: sent }, sent };
}

export interface StepAcknowledged {
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  /** The changed fields of the record. */
  readonly changed: readonly string[];
  readonly fulfilments: readonly FulfilmentChange[];
  readonly returns: readonly ReturnChange[];
  /** The request that is answered. */
  readonly origin: RequestOrigin;
}

/** Shows a step that was not answered in time as pending; undefined where the record shows it already, or it is answered. */
export function acknowledgeStep(order: Order, commandId: string, at: Date): StepAcknowledged | undefined {
  const step = pendingStep(order);
  if (step?.commandId !== commandId || step.isUnseen !== true) return undefined;
  const next = { version: order.version + 1, updatedAt: at };
  const { unseenChanges, status } = order;
  const { origin, asked } = step;
  const { actor, requestId } = origin;
  const fulfilmentId = fulfilmentIdOf(asked);
  const returnId = returnIdOf(asked);
  const about = { fulfilmentId, returnId, reason: null, actor, requestId, answer: null, at };
  const history = [{ version: next.version, unseenChanges, status, ...about, transition: 'update' as const }];
  const { order: withParts, changes } = withFulfilmentChanges(order, shown({ ...order, ...next }), at);
  const { order: after, changes: returns } = withReturnChanges(order, withParts, at);
  const named = [
    ...(fulfilmentId === undefined ? [] : ['pending_fulfilment_id']),
    ...(returnId === undefined ? [] : ['pending_return_id']),
  ];
  const parts = [...(changes.length > 0 ? ['fulfilments'] : []), ...(returns.length > 0 ? ['returns'] : [])];
  return { order: after, history, changed: ['pending_transition', ...named, ...parts], fulfilments: changes, returns, origin };
}

function shown(order: Order): Order {
  switch (order.status) {
    case 'pending':
      return { ...order, pending: { ...order.pending, isUnseen: undefined } };
    case 'created':
      return { ...order, pending: order.pending && { ...order.pending, isUnseen: undefined } };
    case 'packed':
      return { ...order, pending: order.pending && { ...order.pending, isUnseen: undefined } };
    case 'shipped':
      return { ...order, pending: order.pending && { ...order.pending, isUnseen: undefined } };
    default:
      return order;
  }
}
