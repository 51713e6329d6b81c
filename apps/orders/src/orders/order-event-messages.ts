import { type DomainEvent, TOPICS } from '@fulfilment/contracts';
import { type OutgoingMessage, tenantKey } from '@fulfilment/kernel';
import type { Order } from './domain/order.ts';
import type { OrderEventType } from '../steps/domain/take-outcome.ts';
import { toOrderRecord } from './order-record.ts';

export interface OrderEvent {
  readonly id: string;
  readonly type: OrderEventType;
  /** The order as of the change. */
  readonly order: Order;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
}

/** What subscribers are told of an order, with the whole record. */
export function orderEventMessage({ id, type, order, requestId, traceparent }: OrderEvent): OutgoingMessage {
  const { tenant, version, updatedAt } = order;
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
