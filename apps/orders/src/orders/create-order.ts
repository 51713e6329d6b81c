import type { CreateOrderBody } from '@fulfilment/contracts';
import { type Clock, contentHash, newId, type RequestContext } from '@fulfilment/kernel';
import type { Order, OrderIn } from './domain/order.ts';
import { placeOrder } from './domain/place-order.ts';
import { type AnswerOnce, type Begun, openReceipt } from '../steps/answer-once.ts';
import type { AwaitAnswer } from '../steps/await-answer.ts';
import { type OrderAnswer, pendingAnswer } from './order-answer.ts';
import { externalIdTaken, refusedByInventory, stepInProgress } from './order-errors.ts';
import { toOrderRecord } from './order-record.ts';
import type { OrderStore } from './order-ports.ts';
import { requesterOf } from './requester.ts';
import { stockCommandMessage } from './stock-command-messages.ts';

/**
 * @throws AppError `unknown_sku` where inventory refuses a line, `duplicate_external_id` where another order with other
 * content has the external id; `idempotency_key_reused`.
 */
export type CreateOrder = (asked: CreateOrderBody, context: RequestContext) => Promise<OrderAnswer>;

export interface CreateOrderOptions {
  readonly orders: OrderStore;
  readonly awaitAnswer: AwaitAnswer;
  readonly answerOnce: AnswerOnce;
  readonly now: Clock;
  /** Milliseconds to wait for inventory before answering that the order is pending. */
  readonly waitMs: number;
}

export function makeCreateOrder({ orders, awaitAnswer, answerOnce, now, waitMs }: CreateOrderOptions): CreateOrder {
  const join = async (existing: Order, contentHashAsked: string, deadlineMs: number): Promise<OrderAnswer> => {
    if (existing.contentHash !== contentHashAsked) throw externalIdTaken(existing);
    if (existing.status !== 'pending') return { type: 'existing', order: toOrderRecord(existing) };
    const verdict = await awaitAnswer(existing, existing.pending.commandId, deadlineMs);
    if (verdict.type === 'refused') throw refusedByInventory(verdict.refusal, verdict.order);
    return verdict.type === 'undecided'
      ? pendingAnswer(verdict.order)
      : { type: 'existing', order: toOrderRecord(verdict.order) };
  };

  const begin = async (order: OrderIn<'pending'>, context: RequestContext, deadlineMs: number): Promise<Begun> => {
    const { pending: step, tenant, externalId } = order;
    let existing: Order | undefined;
    do {
      const placed = await orders.place(order, stockCommandMessage(order), openReceipt(context, step));
      if (placed === 'saved') return { type: 'sent', order, step };
      if (placed === 'repeated') return { type: 'repeated' };
      existing = await orders.findByExternalId(tenant, externalId ?? '');
      // Nothing found: that order was rejected meanwhile, and the external id is free again.
    } while (!existing && performance.now() < deadlineMs);
    if (!existing) throw stepInProgress(order);
    return { type: 'decided', answer: await join(existing, order.contentHash, deadlineMs) };
  };

  return (asked, context) => {
    const deadlineMs = performance.now() + waitMs;
    const order = orderOf(asked, context, now());
    return answerOnce({ context, deadlineMs, begin: () => begin(order, context, deadlineMs) });
  };
}

function orderOf(asked: CreateOrderBody, context: RequestContext, at: Date): OrderIn<'pending'> {
  // None and an empty one are the same content.
  const { metadata = {} } = asked;
  return placeOrder({
    id: newId('ord', at.getTime()),
    tenant: context.tenant,
    externalId: asked.external_id ?? null,
    contentHash: contentHash({ ...asked, metadata }),
    lines: asked.lines.map(({ sku, quantity, external_line_id: externalLineId = null }) => ({
      id: newId('lin', at.getTime()),
      sku,
      quantity,
      externalLineId,
    })),
    shipTo: asked.ship_to ?? null,
    note: asked.note ?? null,
    metadata,
    requester: requesterOf(context),
    at,
  });
}
