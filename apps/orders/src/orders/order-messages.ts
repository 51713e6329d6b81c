import {
  type CommandAnswer,
  type DomainEvent,
  type StockCommand,
  type StockOutcome,
  stockCommandKey,
  stockOutcome,
  TOPICS,
} from '@fulfilment/contracts';
import { newId, type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import { decodeTyped, type Received } from '@fulfilment/messaging';
import type { AllocationSnapshot, OrderEventType } from '../steps/domain/take-outcome.ts';
import { type Order, type PendingStep, pendingStep, type RequestOrigin, verbOf } from './domain/order.ts';
import type { ReceivedOutcome } from './order-ports.ts';
import { toOrderRecord } from './order-record.ts';

/**
 * The command of the pending step, for inventory.
 *
 * @throws Error if the order has none.
 */
export function stockCommandMessage(order: Order): OutgoingMessage {
  const step = pendingStep(order);
  if (!step) throw new Error(`Order ${order.id} has no pending step`);
  const { requestId, traceparent } = step.origin;
  return {
    id: step.commandId,
    topic: TOPICS.stockCommands,
    key: stockCommandKey(order.tenant, order.id),
    type: verbOf(step.asked.transition),
    tenant: tenantKey(order.tenant),
    subject: order.id,
    at: step.since,
    // The key holds many orders: their commands go in the order of their requests.
    version: step.since.getTime(),
    part: 0,
    value: JSON.stringify(stockCommandOf(order, step)),
    requestId,
    traceparent,
  };
}

function stockCommandOf(order: Order, { asked, commandId, origin, since }: PendingStep): StockCommand {
  const common = {
    id: commandId,
    account_id: order.tenant.accountId,
    environment: order.tenant.environment,
    order_id: order.id,
    attempt: order.attempt,
    actor: origin.actor,
    request_id: origin.requestId,
    at: since.toISOString(),
  };
  const type = verbOf(asked.transition);
  if (type !== 'allocate') return { ...common, type };
  const lines = order.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
  return { ...common, type, order_created_at: order.createdAt.toISOString(), lines };
}

/**
 * The event of a change, for subscribers: the whole record as of the change.
 *
 * @param origin the request behind the change.
 */
export function orderEventMessage(
  type: OrderEventType,
  order: Order,
  { requestId, traceparent }: Pick<RequestOrigin, 'requestId' | 'traceparent'>,
): OutgoingMessage {
  const { tenant, version, updatedAt } = order;
  const id = newId('evt');
  const event: DomainEvent = {
    id,
    type,
    created_at: updatedAt.toISOString(),
    api_version: 'v1',
    account_id: tenant.accountId,
    environment: tenant.environment,
    sequence: version,
    data: toOrderRecord(order),
  };
  return {
    id,
    topic: TOPICS.ordersEvents,
    key: `${tenantKey(tenant)}|${order.id}`,
    type,
    tenant: tenantKey(tenant),
    subject: order.id,
    at: updatedAt,
    version,
    part: 0,
    value: JSON.stringify(event),
    requestId,
    traceparent,
  };
}

/** Decodes what inventory holds for orders; its outcomes of scans are ignored. */
export const decodeStockOutcome = decodeTyped(stockOutcome, ['allocation']);

/** The content of a received outcome. Each holds the whole allocation document, so order and repetition do not matter. */
export function toReceivedOutcome({ message, record }: Received<StockOutcome>): ReceivedOutcome {
  const { account_id: accountId, environment, order_id: id, version, lines, actor, request_id: requestId } = message;
  return {
    order: { tenant: { accountId, environment }, id },
    version,
    lines: lines.map(({ id: lineId, name, allocated, shipped }) => ({ id: lineId, name, allocated, shipped })),
    answer: toAnswer(message.last_answer),
    actor,
    requestId,
    traceparent: record.headers['traceparent'],
  };
}

function toAnswer({ command_id: commandId, accepted, code, detail, errors }: CommandAnswer): AllocationSnapshot['answer'] {
  if (accepted) return { commandId, refused: null };
  return {
    commandId,
    refused: { code: code ?? 'internal', detail: detail ?? 'Inventory refused the step.', errors: errors ?? [] },
  };
}
