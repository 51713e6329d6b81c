import type { OrderRecord } from '@fulfilment/contracts';
import type { Kept } from '@fulfilment/idempotency';
import type { Order, PendingStep } from './domain/order.ts';
import { refusedByInventory } from './order-errors.ts';
import { toOrderRecord } from './order-record.ts';

/** What a request for an order or a step of it comes to, where it is not refused. */
export interface OrderAnswer {
  /** `existing`: its external id named an order with the same content; `pending`: recorded, and not answered yet. */
  readonly type: 'created' | 'existing' | 'done' | 'pending';
  readonly order: OrderRecord;
}

/** What the request for a step is answered that inventory accepted. */
export function acceptedAnswer({ asked }: Pick<PendingStep, 'asked'>, order: Order): OrderAnswer {
  return { type: asked.transition === 'create' ? 'created' : 'done', order: toOrderRecord(order) };
}

/** What the request for a step is answered that is not decided yet. */
export function pendingAnswer(order: Order): OrderAnswer {
  return { type: 'pending', order: toOrderRecord(order) };
}

/** The answer to a step that has just ended, for the receipt of its request. Inventory's word is final, whatever it is. */
export function keptAnswer(step: PendingStep, order: Order): Kept {
  const refusal = order.lastAnswer?.refusal;
  if (!refusal) return { type: 'result', result: acceptedAnswer(step, order) };
  const { kind, code, message, details } = refusedByInventory(refusal, order);
  return { type: 'refusal', failure: { kind, code, message, details: { request_id: step.origin.requestId, ...details } } };
}
