import type { OutgoingMessage, Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Allocation, Answer, HistoryEntry, Order, OrderIn, OrderStatus } from '../domain/order.ts';

export interface OrderKey {
  readonly tenant: Tenant;
  readonly id: string;
}

/** What is written of one order, all or nothing. */
export interface OrderChange {
  /** The version that was decided on: it must still be that one. 0 for a new order. */
  readonly from: number;
  readonly order: Order;
  readonly history: readonly HistoryEntry[];
  readonly messages: readonly OutgoingMessage[];
}

export interface OrderStore {
  find(key: OrderKey): Promise<Order | undefined>;
  /** Those that are there, in any order. */
  findMany(keys: readonly OrderKey[]): Promise<readonly Order[]>;
  /** The order that has the external id; a rejected one has given it up. */
  findByExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined>;
  /** Writes a new order and its command. @returns false, and writes nothing, if its external id is taken. */
  place(order: OrderIn<'pending'>, command: OutgoingMessage): Promise<boolean>;
  /** Writes an order with its history and messages. @returns false, and writes nothing, if the order has moved on. */
  save(change: OrderChange): Promise<boolean>;
  /** What became of a command that is not the last one any more. */
  findAnswer(key: OrderKey, commandId: string): Promise<Answer | undefined>;
}

/** What all orders of a list have; what is undefined does not matter. */
export interface OrderFilter {
  readonly statuses: readonly OrderStatus[];
  readonly allocations: readonly Allocation[];
  readonly externalId: string | undefined;
  /** Of any line. */
  readonly sku: string | undefined;
  readonly createdFrom: Date | undefined;
  /** This moment not included. */
  readonly createdBefore: Date | undefined;
}

export interface OrderLists {
  /** Newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  orders(tenant: Tenant, filter: OrderFilter, page: PageQuery): Promise<Page<Order>>;
  /** Oldest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  history(key: OrderKey, page: PageQuery): Promise<Page<HistoryEntry>>;
}
