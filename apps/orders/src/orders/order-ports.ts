import type { Kept, Receipt } from '@fulfilment/idempotency';
import type { OutgoingMessage, Page, PageQuery, Sequence, Tenant } from '@fulfilment/kernel';
import type { Fulfilment, FulfilmentStatus } from './domain/fulfilment.ts';
import type { Return, ReturnStatus } from './domain/return.ts';
import type { OrderSearch } from './search/domain/search-terms.ts';
import type { Progress } from './domain/units-in-parts.ts';
import type { AllocationSnapshot } from './domain/take-outcome.ts';
import type { Allocation, Answer, HistoryEntry, Order, OrderStatus } from './domain/order.ts';

/** The identity of an order across tenants. */
export interface OrderKey {
  readonly tenant: Tenant;
  readonly id: string;
}

/**
 * Events of an order that wait to be published, at most: of 900 KB each, they fit into its document (16 MB). With more it is a conflict.
 * A change that tells of more fulfilments than that waits until none is left: those of one order have 5 MB at most in all.
 */
export const MAX_EVENTS = 12;

/** The copies of an order that an erasure looks for, beside its events. */
export interface ErasedCopies {
  /** False where those of an order that has long rested are left to their own end: answers are kept for a day. */
  readonly keptAnswers: boolean;
}

/** A change of one order with everything that is committed with it. */
export interface OrderChange {
  /** The version that the change was decided on, compared at the commit; 0 for a new order. */
  readonly from: number;
  readonly order: Order;
  /** The id of the cancelled order that a new one takes its external id over from. */
  readonly replaces?: string | undefined;
  /** A new order that is placed with the change, with its command. */
  readonly places?: { readonly order: Order; readonly messages: readonly OutgoingMessage[] } | undefined;
  readonly history: readonly HistoryEntry[];
  readonly messages: readonly OutgoingMessage[];
  /** The receipt of the request behind the change. */
  readonly receipt?: Receipt | undefined;
  /** True for a change without a receipt that keeps its place among changes with receipts. */
  readonly amongClaimed?: boolean | undefined;
  /** Present where copies of the order have to lose persons' data, which the store then sees to. */
  readonly erases?: ErasedCopies | undefined;
  /** The answers to open receipts. */
  readonly answers?: readonly AnsweredClaim[];
}

/** The answer to a request with an idempotency key; null where there is none to keep, and its receipt is taken away. */
export interface AnsweredClaim {
  readonly id: string;
  readonly answer: Kept | null;
}

/**
 * The result of a save. `repeated`: the claim of the receipt has one already. `conflict`: the version has changed, or another
 * order has the external id of a new one. Nothing is written in either case.
 */
export type SaveResult = 'saved' | 'repeated' | 'conflict';

/** Reads and changes of orders, and the receipts of their requests. */
export interface OrderStore {
  find(key: OrderKey): Promise<Order | undefined>;
  /**
   * The order as this process committed it last, where it still remembers it: another process may have changed it since, which
   * {@link save} finds out. A refusal is decided on what {@link find} reads.
   */
  lastCommitted(key: OrderKey): Order | undefined;
  /** Finds those that exist, in any order. */
  findMany(keys: readonly OrderKey[]): Promise<readonly Order[]>;
  /** Finds the versions of those that exist, in any order, and reads nothing else of them. */
  findVersions(keys: readonly OrderKey[]): Promise<readonly Pick<Order, 'id' | 'version'>[]>;
  /** Finds the order that holds an external id; a rejected one has released it. */
  findByExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined>;
  /** Finds the order of a fulfilment, also of one whose creation waits. */
  findByFulfilment(tenant: Tenant, fulfilmentId: string): Promise<Order | undefined>;
  /** Finds the order of the fulfilment that holds an external id, also of one whose creation waits. */
  findByFulfilmentExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined>;
  /** Finds the order of a return, also of one whose creation waits. */
  findByReturn(tenant: Tenant, returnId: string): Promise<Order | undefined>;
  /** Finds the order of the return that holds an external id, also of one whose creation waits. */
  findByReturnExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined>;
  /** Writes a change with all that belongs to it, or nothing of it. */
  save(change: OrderChange, sequence?: Sequence): Promise<SaveResult>;
  /** Finds the result of an earlier command in the order's history. */
  findAnswer(key: OrderKey, commandId: string): Promise<Answer | undefined>;
  findReceipt(tenant: Tenant, claimId: string): Promise<Receipt | undefined>;
  /** Adds the receipt of a request that changed nothing. @returns false, and adds nothing, if its claim has one already. */
  addReceipt(tenant: Tenant, receipt: Receipt): Promise<boolean>;
}

/** The conditions of a list; one that is undefined does not apply. */
export interface OrderFilter {
  readonly statuses: readonly OrderStatus[];
  readonly allocations: readonly Allocation[];
  readonly externalId: string | undefined;
  /** Of any line. */
  readonly sku: string | undefined;
  /** Id of a warehouse in which it holds units, or from which some were shipped. */
  readonly warehouse?: string | undefined;
  /** True for orders with a hold that has not ended; false for those without. */
  readonly onHold?: boolean | undefined;
  readonly search?: OrderSearch | undefined;
  readonly ids?: readonly string[] | undefined;
  /** How much of it has left. */
  readonly progress?: Progress | undefined;
  readonly createdFrom: Date | undefined;
  /** Exclusive. */
  readonly createdBefore: Date | undefined;
  readonly updatedFrom: Date | undefined;
  /** By creation the newest first, by change the oldest first. */
  readonly sort: 'created_at' | 'updated_at';
}

/** The conditions of a list of fulfilments; one that is undefined does not apply. */
export interface FulfilmentFilter {
  readonly statuses: readonly FulfilmentStatus[];
  readonly orderId: string | undefined;
  readonly carrier: string | undefined;
  readonly externalId: string | undefined;
  readonly warehouseId?: string | undefined;
}

/** A fulfilment beside its order. */
export interface FulfilmentOfOrder {
  readonly fulfilment: Fulfilment;
  readonly order: Order;
}

/** Pages of fulfilments. */
export interface FulfilmentLists {
  /** By order, the newest first, and of each the newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  fulfilments(tenant: Tenant, filter: FulfilmentFilter, page: PageQuery): Promise<Page<FulfilmentOfOrder>>;
}

/** The conditions of a list of returns; one that is undefined does not apply. */
export interface ReturnFilter {
  readonly statuses: readonly ReturnStatus[];
  /** True for those without an order, false for those of orders. */
  readonly unlinked?: boolean | undefined;
  readonly orderId: string | undefined;
  readonly externalId: string | undefined;
}

/** A return beside its order. */
export interface ReturnOfOrder {
  readonly of: Return;
  readonly order: Order;
}

/** Pages of returns. */
export interface ReturnLists {
  /** By order, the newest first, and of each the newest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  returns(tenant: Tenant, filter: ReturnFilter, page: PageQuery): Promise<Page<ReturnOfOrder>>;
}

/** Pages of orders and of their history, and counts. */
export interface OrderLists {
  /** In the order of the filter. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  orders(tenant: Tenant, filter: OrderFilter, page: PageQuery): Promise<Page<Order>>;
  /** Oldest first. @throws AppError `invalid_cursor` if the cursor is not of this list. */
  history(of: HistoryOf, page: PageQuery): Promise<Page<HistoryEntry>>;
  /** When the first hold of an open order of any tenant ends by itself; undefined where there is none. */
  nextHoldEnd(): Promise<Date | undefined>;
  /**
   * Open orders of one tenant of which a hold has ended by itself, the first to end first: of the first tenant behind `after` that has
   * some, by tenant key.
   */
  dueHolds(at: Date, which: { readonly after: string; readonly atMost: number }): Promise<readonly Order[]>;
  /** Counts the orders in these statuses, by status and allocation. */
  countByStatus(tenant: Tenant, statuses: readonly OrderStatus[]): Promise<readonly OrderCount[]>;
}

/** The orders that were shipped on one day, UTC, and the units that left with them and with their earlier parts. */
export interface ShippedOfDay {
  readonly day: Date;
  readonly orders: number;
  readonly units: number;
}

/** Counts of a tenant's orders over time. */
export interface OrderFigures {
  /** The orders in these statuses that were created from each of the times, which ascend, until the next; those of the last until now. */
  countBySpan(tenant: Tenant, statuses: readonly OrderStatus[], from: readonly Date[]): Promise<readonly number[]>;
  /** The created orders with all units allocated that have a hold which has not ended by then. */
  countHeld(tenant: Tenant, at: Date): Promise<number>;
  /** Days on which an order was shipped, of those since the start of a day. */
  shippedSince(tenant: Tenant, from: Date): Promise<readonly ShippedOfDay[]>;
}

/** An order whose history is read. */
export interface HistoryOf extends OrderKey {
  /** Entries about this return alone. */
  readonly returnId?: string | undefined;
}

/** The number of orders of one status and allocation. */
export interface OrderCount {
  readonly status: OrderStatus;
  readonly allocation: Allocation;
  readonly orders: number;
}

/** An outcome of inventory for one order. */
export interface ReceivedOutcome extends AllocationSnapshot {
  readonly order: OrderKey;
  /** Lines of other orders that the command worked on. */
  readonly workedLines?: number;
  readonly traceparent?: string | undefined;
}
