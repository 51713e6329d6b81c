import { type OutgoingMessage, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { HistoryEntry, Order } from '../domain/order.ts';
import type { OrderFilter, OrderKey, OrderLists, OrderStore } from '../use-cases/ports.ts';

/** The test double of the store: what use cases are tested with. It passes the same conformance suite as the one on MongoDB. */
export class MemoryOrderStore implements OrderStore, OrderLists {
  readonly #orders = new Map<string, Order>();
  readonly #history: { readonly key: string; readonly entry: HistoryEntry }[] = [];
  readonly #onCommitted: (messages: readonly OutgoingMessage[]) => void;

  constructor(onCommitted: (messages: readonly OutgoingMessage[]) => void = () => undefined) {
    this.#onCommitted = onCommitted;
  }

  find: OrderStore['find'] = async (key) => this.#orders.get(mapKey(key));

  findMany: OrderStore['findMany'] = async (keys) => keys.flatMap((key) => this.#orders.get(mapKey(key)) ?? []);

  findByExternalId: OrderStore['findByExternalId'] = async (tenant, externalId) => this.#holderOf(tenant, externalId);

  findAnswer: OrderStore['findAnswer'] = async (key, commandId) =>
    this.#history.find((kept) => kept.key === mapKey(key) && kept.entry.answer?.commandId === commandId)?.entry.answer ??
    undefined;

  place: OrderStore['place'] = async (order, command) => {
    if (order.externalId !== null && this.#holderOf(order.tenant, order.externalId)) return false;
    this.#orders.set(mapKey(order), order);
    this.#onCommitted([command]);
    return true;
  };

  save: OrderStore['save'] = async ({ from, order, history, messages }) => {
    const key = mapKey(order);
    if (this.#orders.get(key)?.version !== from) return false;
    this.#orders.set(key, order);
    for (const entry of history) this.#history.push({ key, entry });
    this.#onCommitted(messages);
    return true;
  };

  /** Everything on one page, as the other list. */
  orders: OrderLists['orders'] = async (tenant, filter) => {
    const found = this.#orders.values().filter((order) => tenantKey(order.tenant) === tenantKey(tenant) && meets(order, filter));
    return { data: found.toArray().toReversed(), has_more: false, next_cursor: null };
  };

  history: OrderLists['history'] = async (key) => {
    const data = this.#history.filter((kept) => kept.key === mapKey(key)).map(({ entry }) => entry);
    return { data, has_more: false, next_cursor: null };
  };

  #holderOf(tenant: Tenant, externalId: string): Order | undefined {
    const holds = (order: Order): boolean => order.externalId === externalId && order.status !== 'rejected';
    return this.#orders.values().find((order) => holds(order) && tenantKey(order.tenant) === tenantKey(tenant));
  }
}

function mapKey({ tenant, id }: OrderKey): string {
  return `${tenantKey(tenant)}|${id}`;
}

/** Whether an order belongs into a list. */
export function meets(order: Order, filter: OrderFilter): boolean {
  const { statuses, allocations, externalId, sku, createdFrom, createdBefore } = filter;
  return [
    statuses.includes(order.status),
    allocations.includes(order.allocation),
    externalId === undefined || order.externalId === externalId,
    sku === undefined || order.lines.some((line) => line.sku === sku),
    createdFrom === undefined || order.createdAt >= createdFrom,
    createdBefore === undefined || order.createdAt < createdBefore,
  ].every(Boolean);
}
