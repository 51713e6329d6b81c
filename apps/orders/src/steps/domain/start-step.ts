import { withCommand } from '../../orders/domain/commands.ts';
import { type Order, type OrderStatus, type RequestOrigin, type Step, type PendingStep, pendingStep } from '../../orders/domain/order.ts';

export interface StartStep {
  readonly step: Step;
  readonly requester: RequestOrigin;
  readonly at: Date;
}

export type StartOutcome =
  | { readonly type: 'step-started'; readonly order: Order; readonly sent: PendingStep }
  /** Another command has to be answered first; then ask again. */
  | { readonly type: 'step-under-way'; readonly commandId: string }
  | { readonly type: 'wrong-status'; readonly status: OrderStatus };

/** Decides whether a step may begin, and gives it the next command. Nothing is done until inventory accepts that. */
export function startStep(order: Order, { step, requester, at }: StartStep): StartOutcome {
  const other = pendingStep(order);
  if (other) return { type: 'step-under-way', commandId: other.commandId };
  const attempt = order.attempt + 1;
  const next = { attempt, version: order.version + 1, updatedAt: at };
  const sent = <Asked extends Step>(asked: Asked) => withCommand(asked, { id: order.id, attempt }, { requester, at });
  if (order.status === 'created' && step.transition !== 'ship') return started({ ...order, ...next, pending: sent(step) });
  if (order.status === 'packed' && step.transition !== 'pack') return started({ ...order, ...next, pending: sent(step) });
  return { type: 'wrong-status', status: order.status };
}

function started(order: Order & { readonly pending: PendingStep }): StartOutcome {
  return { type: 'step-started', order, sent: order.pending };
}
