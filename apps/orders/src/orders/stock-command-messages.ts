import { stockCommandKey, type StockCommand, TOPICS } from '@fulfilment/contracts';
import { type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import { verbOf } from './domain/commands.ts';
import { type Order, type PendingStep, pendingStep } from './domain/order.ts';

/**
 * The command of the step under way.
 *
 * @throws Error if none is.
 */
export function stockCommandMessage(order: Order): OutgoingMessage {
  const step = pendingStep(order);
  if (!step) throw new Error(`Order ${order.id} has no step under way`);
  const { requestId, traceparent } = step.origin;
  return {
    id: step.commandId,
    topic: TOPICS.stockCommands,
    key: stockCommandKey(order.tenant, order.id),
    type: verbOf(step.asked.transition),
    tenant: tenantKey(order.tenant),
    subject: order.id,
    at: step.since,
    // The key holds many orders: their commands go in the order in which they were asked for.
    version: step.since.getTime(),
    part: 0,
    value: JSON.stringify(stockCommandOf(order, step)),
    requestId,
    traceparent,
  };
}

function stockCommandOf(order: Order, { asked, commandId, origin: requester, since }: PendingStep): StockCommand {
  const common = {
    id: commandId,
    account_id: order.tenant.accountId,
    environment: order.tenant.environment,
    order_id: order.id,
    attempt: order.attempt,
    actor: requester.actor,
    request_id: requester.requestId,
    at: since.toISOString(),
  };
  const type = verbOf(asked.transition);
  if (type !== 'allocate') return { ...common, type };
  const lines = order.lines.map(({ id, sku, quantity }) => ({ id, sku, quantity }));
  return { ...common, type, order_created_at: order.createdAt.toISOString(), lines };
}
