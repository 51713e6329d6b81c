import type { OrderRecord } from '@fulfilment/contracts';
import { orderNotFound } from './order-errors.ts';
import { toOrderRecord } from './order-record.ts';
import type { OrderKey, OrderStore } from './order-ports.ts';

/** @throws AppError `not_found`. */
export type GetOrder = (key: OrderKey) => Promise<OrderRecord>;

export function makeGetOrder(orders: Pick<OrderStore, 'find'>): GetOrder {
  return async (key) => {
    const order = await orders.find(key);
    if (!order) throw orderNotFound();
    return toOrderRecord(order);
  };
}
