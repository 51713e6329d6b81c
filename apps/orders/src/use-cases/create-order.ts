import type { CreateOrderBody, OrderRecord } from '@fulfilment/contracts';
import { type Clock, contentHash, newId, type RequestContext } from '@fulfilment/kernel';
import type { Order, OrderIn } from '../domain/order.ts';
import { placeOrder } from '../domain/place-order.ts';
import type { AwaitAnswer } from './await-answer.ts';

import { externalIdTaken, refusedByInventory, stepInProgress } from './order-errors.ts';
import { toOrderRecord } from './order-record.ts';
import type { OrderStore } from './ports.ts';
import { requesterOf } from './requester.ts';
import { stockCommandMessage } from './stock-command-message.ts';

export interface CreatedOrder {
  /** `existing`: its external id named an order with the same content; `pending`: not answered yet. */
  readonly type: 'created' | 'existing' | 'pending';
  readonly order: OrderRecord;
}

/**
 * @throws AppError `unknown_sku` where inventory refuses a line, `duplicate_external_id` where another order with other
 * content has the external id.
 */
export type CreateOrder = (asked: CreateOrderBody, context: RequestContext) => Promise<CreatedOrder>;

export interface CreateOrderOptions {
  readonly orders: OrderStore;
  readonly awaitAnswer: AwaitAnswer;
  readonly now: Clock;
  /** Milliseconds to wait for inventory before answering that the order is pending. */
  readonly waitMs: number;
}

export function makeCreateOrder({ orders, awaitAnswer, now, waitMs }: CreateOrderOptions): CreateOrder {
  const decided = async (order: OrderIn<'pending'>, deadlineMs: number, type: 'created' | 'existing'): Promise<CreatedOrder> => {
    const verdict = await awaitAnswer(order, order.pending.commandId, deadlineMs);
    if (verdict.type === 'refused') throw refusedByInventory(verdict.refusal, verdict.order);
    return { type: verdict.type === 'undecided' ? 'pending' : type, order: toOrderRecord(verdict.order) };
  };

  const join = async (existing: Order, contentHashAsked: string, deadlineMs: number): Promise<CreatedOrder> => {
    if (existing.contentHash !== contentHashAsked) throw externalIdTaken(existing);
    if (existing.status === 'pending') return decided(existing, deadlineMs, 'existing');
    return { type: 'existing', order: toOrderRecord(existing) };
  };

  return async (asked, context) => {
    const deadlineMs = performance.now() + waitMs;
    const order = orderOf(asked, context, now());
    let existing: Order | undefined;
    do {
      if (await orders.place(order, stockCommandMessage(order))) return decided(order, deadlineMs, 'created');
      existing = await orders.findByExternalId(order.tenant, order.externalId ?? '');
      // Nothing found: that order was rejected meanwhile, and the external id is free again.
    } while (!existing && performance.now() < deadlineMs);
    if (!existing) throw stepInProgress(order);
    return join(existing, order.contentHash, deadlineMs);
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
