import type { Kept, Receipt } from '@fulfilment/idempotency';
import type { OutgoingMessage, Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { Allocation, Answer, HistoryEntry, Order, OrderIn, OrderStatus } from './domain/order.ts';

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
  /** Of the request that asks for it. */
  readonly receipt?: Receipt | undefined;
  /** What open receipts get for an answer by it. */
  readonly answers?: readonly AnsweredClaim[];
}

/** What a request came to that an idempotency key named. */
export interface AnsweredClaim {
  readonly id: string;
  readonly answer: Kept;
}

/**
 * `repeated`: the receipt's claim has one already. `outrun`: the order has moved on, or another has the external id of a new one.
 * Nothing is written then.
 */
export type Saved = 'saved' | 'repeated' | 'outrun';

export interface OrderStore {
  find(key: OrderKey): Promise<Order | undefined>;
  /** Those that are there, in any order. */
  findMany(keys: readonly OrderKey[]): Promise<readonly Order[]>;
  /** The order that has the external id; a rejected one has given it up. */
  findByExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined>;
  /** Writes a new order with its command, and the receipt of the request for it. */
  place(order: OrderIn<'pending'>, command: OutgoingMessage, receipt?: Receipt): Promise<Saved>;
  /** Writes an order with all that belongs to the change. */
  save(change: OrderChange): Promise<Saved>;
  /** What became of a command that is not the last one any more. */
  findAnswer(key: OrderKey, commandId: string): Promise<Answer | undefined>;
  /** What is known of the request that has this claim. */
  findReceipt(tenant: Tenant, claimId: string): Promise<Receipt | undefined>;
  /** Keeps the receipt of a request that changed nothing. @returns false, and keeps nothing, if its claim has one already. */
  addReceipt(tenant: Tenant, receipt: Receipt): Promise<boolean>;
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

/** Orders that stand alike, counted. */
export interface StandingCount {
  readonly status: Order['status'];
  readonly allocation: Order['allocation'];
  readonly orders: number;
}

export interface OrderCounts {
  /** Orders in one of these statuses, by status and allocation. */
  byStanding(tenant: string, statuses: readonly StandingCount['status'][]): Promise<readonly StandingCount[]>;
}
