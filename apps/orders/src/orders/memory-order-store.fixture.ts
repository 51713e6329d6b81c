import type { Kept, Receipt } from '@fulfilment/idempotency';
import { type OutgoingMessage, type Tenant, tenantKey } from '@fulfilment/kernel';
import { liveHolds } from './domain/holds.ts';
import { hasEnded, type HistoryEntry, isUnlinked, type Order, pendingStep, warehousesOf } from './domain/order.ts';
import { isFoundIn, searchTermsOf } from './search/domain/search-terms.ts';
import { progressOf } from './domain/units-in-parts.ts';
import { partCreatedBy } from './domain/steps.ts';
import { matches as matchesFulfilment, matchesReturn } from './part-lists-store.ts';
import { begunReturn } from './domain/return-changes.ts';
import type {
  FulfilmentLists,
  OrderChange,
  OrderFigures,
  OrderFilter,
  OrderKey,
  OrderLists,
  OrderStore,
  ReturnLists,
} from './order-ports.ts';

/** The order store in memory, for tests of use cases. It passes the same conformance suite as the one on MongoDB. */
export class MemoryOrderStore implements OrderStore, OrderLists, OrderFigures, FulfilmentLists {
  readonly #orders = new Map<string, Order>();
  readonly #history: { readonly key: string; readonly entry: HistoryEntry }[] = [];
  readonly #receipts = new Map<string, Receipt>();
  #failures: (Error | undefined)[] = [];
  readonly #onCommitted: (messages: readonly OutgoingMessage[]) => void;

  constructor(onCommitted: (messages: readonly OutgoingMessage[]) => void = () => undefined) {
    this.#onCommitted = onCommitted;
  }

  /** The next saves fail so, each as its place says. */
  failSaves(failures: readonly (Error | undefined)[]): void {
    this.#failures = [...failures];
  }

  find: OrderStore['find'] = async (key) => this.#orders.get(mapKey(key));

  lastCommitted: OrderStore['lastCommitted'] = (key) => this.#orders.get(mapKey(key));

  findMany: OrderStore['findMany'] = async (keys) => keys.flatMap((key) => this.#orders.get(mapKey(key)) ?? []);

  findVersions: OrderStore['findVersions'] = (keys) => this.findMany(keys);

  findByExternalId: OrderStore['findByExternalId'] = async (tenant, externalId) => this.#holderOf(tenant, externalId);

  findByFulfilment: OrderStore['findByFulfilment'] = async (tenant, id) =>
    this.#find(tenant, (order) => begunOf(order).some((each) => each.id === id));

  findByFulfilmentExternalId: OrderStore['findByFulfilmentExternalId'] = async (tenant, externalId) =>
    this.#find(tenant, (order) => begunOf(order).some((each) => each.externalId === externalId));

  findByReturn: OrderStore['findByReturn'] = async (tenant, id) =>
    this.#find(tenant, (order) => returnsOf(order).some((each) => each.id === id));

  findByReturnExternalId: OrderStore['findByReturnExternalId'] = async (tenant, externalId) =>
    this.#find(tenant, (order) => returnsOf(order).some((each) => each.externalId === externalId));

  findAnswer: OrderStore['findAnswer'] = async (key, commandId) =>
    this.#history.find((kept) => kept.key === mapKey(key) && kept.entry.answer?.commandId === commandId)?.entry.answer ??
    undefined;

  save: OrderStore['save'] = async (change) => {
    const { from, order, receipt } = change;
    const failure = this.#failures.shift();
    if (failure) throw failure;
    if (receipt && this.#receipts.has(receiptKey(order.tenant, receipt.id))) return 'repeated';
    if ((this.#orders.get(mapKey(order))?.version ?? 0) !== from) return 'conflict';
    if (from === 0 && !this.#takesExternalId(change)) return 'conflict';
    this.#commit(change);
    return 'saved';
  };

  findReceipt: OrderStore['findReceipt'] = async (tenant, claimId) => this.#receipts.get(receiptKey(tenant, claimId));

  addReceipt: OrderStore['addReceipt'] = async (tenant, receipt) => {
    const key = receiptKey(tenant, receipt.id);
    if (this.#receipts.has(key)) return false;
    this.#receipts.set(key, receipt);
    return true;
  };

  /** All orders on one page. */
  orders: OrderLists['orders'] = async (tenant, filter) => {
    const found = this.#orders
      .values()
      .filter((order) => tenantKey(order.tenant) === tenantKey(tenant) && matches(order, filter));
    return { data: found.toArray().toReversed(), has_more: false, next_cursor: null };
  };

  nextHoldEnd: OrderLists['nextHoldEnd'] = async () => {
    const [first] = this.#endingHolds();
    return first && new Date(first.endsMs);
  };

  dueHolds: OrderLists['dueHolds'] = async (at, { after, atMost }) => {
    const due = this.#endingHolds().filter(({ endsMs, order }) => endsMs <= at.getTime() && tenantKey(order.tenant) > after);
    const byTenant = Map.groupBy(due, ({ order }) => tenantKey(order.tenant));
    const [first] = byTenant.keys().toArray().toSorted();
    return (byTenant.get(first ?? '') ?? []).slice(0, atMost).map(({ order }) => order);
  };

  /** All fulfilments on one page. */
  fulfilments: FulfilmentLists['fulfilments'] = async (tenant, filter) => {
    const isOfList = ({ id }: Order): boolean => filter.orderId === undefined || filter.orderId === id;
    const orders = this.#orders.values().filter((order) => tenantKey(order.tenant) === tenantKey(tenant) && isOfList(order));
    const data = orders
      .toArray()
      .toReversed()
      .flatMap((order) =>
        (order.fulfilments ?? [])
          .toReversed()
          .filter((fulfilment) => matchesFulfilment(fulfilment, filter))
          .map((fulfilment) => ({ fulfilment, order })),
      );
    return { data, has_more: false, next_cursor: null };
  };

  /** All returns on one page. */
  returns: ReturnLists['returns'] = async (tenant, filter) => {
    const isOfList = (order: Order): boolean =>
      (filter.orderId ?? order.id) === order.id && (filter.unlinked ?? isUnlinked(order)) === isUnlinked(order);
    const orders = this.#orders.values().filter((order) => tenantKey(order.tenant) === tenantKey(tenant) && isOfList(order));
    const found = orders.toArray().toReversed();
    const data = found.flatMap((order) =>
      (order.returns ?? []).toReversed().flatMap((of) => (matchesReturn(of, filter) ? [{ of, order }] : [])),
    );
    return { data, has_more: false, next_cursor: null };
  };

  history: OrderLists['history'] = async ({ returnId, ...key }) => {
    const ofOrder = this.#history.filter((kept) => kept.key === mapKey(key)).map(({ entry }) => entry);
    const data = ofOrder.filter((entry) => returnId === undefined || entry.returnId === returnId);
    return { data, has_more: false, next_cursor: null };
  };

  countByStatus: OrderLists['countByStatus'] = async (tenant, statuses) =>
    this.#orders
      .values()
      .filter((order) => tenantKey(order.tenant) === tenantKey(tenant) && statuses.includes(order.status))
      .map(({ status, allocation }) => ({ status, allocation, orders: 1 }))
      .toArray();

  countBySpan: OrderFigures['countBySpan'] = async (tenant, statuses, from) => {
    const orders = this.#ordersOf(tenant).filter(({ status }) => statuses.includes(status));
    const spans = orders.map(({ createdAt }) => from.findLastIndex((start) => start.getTime() <= createdAt.getTime()));
    return from.map((_, span) => spans.filter((each) => each === span).length);
  };

  countHeld: OrderFigures['countHeld'] = async (tenant, at) =>
    this.#ordersOf(tenant).filter(
      (order) => order.status === 'created' && order.allocation === 'allocated' && liveHolds(order, at).length > 0,
    ).length;

  shippedSince: OrderFigures['shippedSince'] = async (tenant, from) => {
    const shipped = this.#ordersOf(tenant).flatMap((order) =>
      order.status === 'shipped' && order.shippedAt >= from ? [order] : [],
    );
    const byDay = Map.groupBy(shipped, ({ shippedAt }) => shippedAt.toISOString().slice(0, 'YYYY-MM-DD'.length));
    return [...byDay].map(([day, orders]) => ({
      day: new Date(day),
      orders: orders.length,
      units: orders.flatMap(({ lines }) => lines).reduce((sum, line) => sum + line.shipped, 0),
    }));
  };

  #ordersOf(tenant: Tenant): readonly Order[] {
    return this.#orders
      .values()
      .filter((order) => tenantKey(order.tenant) === tenantKey(tenant) && !isUnlinked(order))
      .toArray();
  }

  /** @returns false where another order holds the external id and is not replaced. */
  #takesExternalId({ order, replaces }: OrderChange): boolean {
    const holder = order.externalId === null ? undefined : this.#holderOf(order.tenant, order.externalId);
    if (!holder) return true;
    if (holder.id !== replaces || holder.status !== 'cancelled') return false;
    this.#orders.set(mapKey(holder), { ...holder, replacedBy: order.id });
    return true;
  }

  #commit({ order, places, history, messages, receipt, answers = [] }: OrderChange): void {
    const key = mapKey(order);
    this.#orders.set(key, order);
    for (const entry of history) this.#history.push({ key, entry });
    if (receipt) this.#receipts.set(receiptKey(order.tenant, receipt.id), receipt);
    for (const { id, answer } of answers) this.#answer(receiptKey(order.tenant, id), answer);
    if (places) this.#orders.set(mapKey(places.order), places.order);
    this.#onCommitted([...messages, ...(places?.messages ?? [])]);
  }

  #answer(key: string, answer: Kept | null): void {
    const open = this.#receipts.get(key);
    if (open?.answer !== null) return;
    if (answer === null) this.#receipts.delete(key);
    else this.#receipts.set(key, { ...open, answer });
  }

  /** Open orders with a hold that ends by itself, those first of which one ends first. */
  #endingHolds(): { readonly order: Order; readonly endsMs: number }[] {
    const open = this.#orders.values().filter(({ status }) => !hasEnded(status));
    const ending = open.flatMap((order) => {
      const ends = (order.holds ?? []).flatMap(({ until }) => until?.getTime() ?? []);
      return ends.length > 0 ? [{ order, endsMs: Math.min(...ends) }] : [];
    });
    return ending.toArray().toSorted((a, b) => a.endsMs - b.endsMs);
  }

  #find(tenant: Tenant, isIt: (order: Order) => boolean): Order | undefined {
    return this.#orders.values().find((order) => tenantKey(order.tenant) === tenantKey(tenant) && isIt(order));
  }

  #holderOf(tenant: Tenant, externalId: string): Order | undefined {
    const holds = (order: Order): boolean =>
      order.externalId === externalId && order.status !== 'rejected' && order.replacedBy === undefined;
    return this.#orders.values().find((order) => holds(order) && tenantKey(order.tenant) === tenantKey(tenant));
  }
}

/** Fulfilments of an order, and the one whose creation waits. */
function begunOf(order: Order): readonly { readonly id: string; readonly externalId?: string | null | undefined }[] {
  const step = pendingStep(order);
  const begun = step && partCreatedBy(step.asked);
  return [...(order.fulfilments ?? []), ...(begun ? [{ id: begun.fulfilmentId, externalId: begun.externalId }] : [])];
}

function returnsOf(order: Order) {
  const begun = begunReturn(order);
  return [...(order.returns ?? []), ...(begun ? [begun] : [])];
}

function mapKey({ tenant, id }: OrderKey): string {
  return `${tenantKey(tenant)}|${id}`;
}

function receiptKey(tenant: Tenant, claimId: string): string {
  return `${tenantKey(tenant)}|${claimId}`;
}

/** True of an order that belongs to a list. */
export function matches(order: Order, filter: OrderFilter): boolean {
  const { statuses, allocations, externalId, sku, createdFrom, createdBefore, updatedFrom } = filter;
  return [
    statuses.includes(order.status),
    allocations.includes(order.allocation),
    externalId === undefined || order.externalId === externalId,
    sku === undefined || order.lines.some((line) => line.sku === sku),
    filter.warehouse === undefined || warehousesOf(order).includes(filter.warehouse),
    filter.search === undefined || isFoundIn(searchTermsOf(order), filter.search),
    filter.ids === undefined || filter.ids.includes(order.id),
    filter.progress === undefined || filter.progress === progressOf(order),
    filter.onHold === undefined || filter.onHold === liveHolds(order, new Date()).length > 0,
    createdFrom === undefined || order.createdAt >= createdFrom,
    createdBefore === undefined || order.createdAt < createdBefore,
    updatedFrom === undefined || order.updatedAt >= updatedFrom,
  ].every(Boolean);
}
