import type { Receipt, Receipts } from '@fulfilment/idempotency';
import { type OutgoingMessage, type Stoppable, type Tenant, tenantKey } from '@fulfilment/kernel';
import type { OutboxTransact } from '@fulfilment/messaging';
import { Lane, transact } from '@fulfilment/mongo';
import type { AnyBulkWriteOperation, ClientSession, Collection, Db, Filter, MongoClient } from 'mongodb';
import type { Answer, Order } from './domain/order.ts';
import {
  type HistoryDocument,
  ORDER_HISTORY,
  type OrderDocument,
  ORDERS,
  toAnswer,
  toHistoryDocuments,
  toOrder,
  toOrderDocument,
} from './order-documents.ts';
import type { OrderChange, OrderKey, OrderStore, SaveResult } from './order-ports.ts';

export interface MongoOrderStoreParts {
  readonly client: MongoClient;
  readonly db: Db;
  readonly receipts: Receipts;
  /** Runs a transaction with its messages. */
  readonly transact: OutboxTransact;
  /** Called with the number of changes in each commit. */
  readonly onBatch?: (size: number) => void;
}

/** Bounds the changes of a tenant that wait: requests and the consumer's batches of all partitions together. */
const MAX_QUEUE = 5_000;

/**
 * Orders in MongoDB. Writes are group-committed: the changes of a tenant that arrive while one transaction commits share the
 * next, and each is saved or refused by itself.
 */
export class MongoOrderStore implements OrderStore, Stoppable {
  readonly #parts: MongoOrderStoreParts;
  readonly #orders: Collection<OrderDocument>;
  readonly #history: Collection<HistoryDocument>;
  readonly #lane: Lane<OrderChange, SaveResult>;

  constructor(parts: MongoOrderStoreParts) {
    this.#parts = parts;
    this.#orders = parts.db.collection(ORDERS);
    this.#history = parts.db.collection(ORDER_HISTORY);
    this.#lane = new Lane({
      maxQueue: MAX_QUEUE,
      ...(parts.onBatch ? { onBatch: parts.onBatch } : {}),
      commit: (tenant, changes) => this.#commit(tenant, changes),
    });
  }

  async find({ tenant, id }: OrderKey): Promise<Order | undefined> {
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), _id: id });
    return found ? toOrder(found) : undefined;
  }

  async findMany(keys: readonly OrderKey[]): Promise<readonly Order[]> {
    const found = await Promise.all(filtersOf(keys).map((filter) => this.#orders.find(filter).toArray()));
    return found.flat().map(toOrder);
  }

  async findVersions(keys: readonly OrderKey[]): Promise<readonly Pick<Order, 'id' | 'version'>[]> {
    const projection = { version: 1 } as const;
    const found = await Promise.all(filtersOf(keys).map((filter) => this.#orders.find(filter, { projection }).toArray()));
    return found.flat().map(({ _id: id, version }) => ({ id, version }));
  }

  async findByExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined> {
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), external_key: externalId });
    return found ? toOrder(found) : undefined;
  }

  async findAnswer({ tenant, id }: OrderKey, commandId: string): Promise<Answer | undefined> {
    const filter = { tenant: tenantKey(tenant), order_id: id, 'answer.command_id': commandId };
    const found = await this.#history.findOne(filter);
    return found?.answer ? toAnswer(found.answer) : undefined;
  }

  save(change: OrderChange): Promise<SaveResult> {
    return this.#lane.submit(tenantKey(change.order.tenant), change);
  }

  async findReceipt(tenant: Tenant, claimId: string): Promise<Receipt | undefined> {
    return (await this.#parts.receipts.find(tenantKey(tenant), [claimId])).get(claimId);
  }

  addReceipt(tenant: Tenant, receipt: Receipt): Promise<boolean> {
    const { client, receipts } = this.#parts;
    return transact(client, async (session) => {
      const found = await receipts.find(tenantKey(tenant), [receipt.id], session);
      if (found.size === 0) await receipts.add(session, tenantKey(tenant), [receipt]);
      return found.size === 0;
    });
  }

  stop(): Promise<void> {
    return this.#lane.stop();
  }

  async #commit(tenant: string, changes: readonly OrderChange[]): Promise<SaveResult[]> {
    // Documents are built before the transaction, so that its retries do not build them again.
    const writes = changes.map((change): Write => {
      const { order, history } = change;
      return { change, document: toOrderDocument(order), history: toHistoryDocuments(order, history) };
    });
    return this.#parts.transact(async (session, addToOutbox) => {
      const { results, messages } = await this.#write(tenant, writes, session);
      await addToOutbox(messages);
      return results;
    });
  }

  async #write(
    tenant: string,
    writes: readonly Write[],
    session: ClientSession,
  ): Promise<{ readonly results: SaveResult[]; readonly messages: readonly OutgoingMessage[] }> {
    const { receipts } = this.#parts;
    const results = decide(writes, await this.#read(tenant, writes, session));
    const saved = writes.filter((_, place) => results[place] === 'saved');
    if (saved.length === 0) return { results, messages: [] };
    await this.#orders.bulkWrite(saved.map(toOperation), { session });
    const entries = saved.flatMap(({ history }) => history);
    if (entries.length > 0) await this.#history.insertMany(entries, { session });
    const opened = saved.flatMap(({ change }) => change.receipt ?? []);
    await receipts.add(session, tenant, opened);
    const answers = saved.flatMap(({ change }) => change.answers ?? []);
    await receipts.answer(session, tenant, answers);
    return { results, messages: saved.flatMap(({ change }) => change.messages) };
  }

  /**
   * Reads what decides the writes. Where two processes race for an external id, a claim or an order, the later commit is a write
   * conflict: its transaction runs again, and reads here what the other wrote.
   */
  async #read(tenant: string, writes: readonly Write[], session: ClientSession): Promise<Committed> {
    const claimIds = writes.flatMap(({ change }) => change.receipt?.id ?? []);
    const ids = writes.flatMap(({ change: { from, order } }) => (from === 0 ? [] : [order.id]));
    const externalKeys = writes.flatMap(({ change, document }) => (change.from === 0 ? (document.external_key ?? []) : []));
    // Two queries for orders: of one with `$or` MongoDB makes a scan of all the tenant's orders.
    const known = ids.length > 0 ? await this.#project({ tenant, _id: { $in: ids } }, session) : [];
    const holders = externalKeys.length > 0 ? await this.#project({ tenant, external_key: { $in: externalKeys } }, session) : [];
    const claims = await this.#parts.receipts.find(tenant, claimIds, session);
    return {
      versions: new Map(known.map(({ _id: id, version }) => [id, version])),
      externalKeys: new Set(holders.flatMap(({ external_key: key }) => key ?? [])),
      claimIds: new Set(claims.keys()),
    };
  }

  #project(
    filter: Filter<OrderDocument>,
    session: ClientSession,
  ): Promise<Pick<OrderDocument, '_id' | 'version' | 'external_key'>[]> {
    return this.#orders.find(filter, { session, projection: { version: 1, external_key: 1 } }).toArray();
  }
}

/** One filter for each tenant. */
function filtersOf(keys: readonly OrderKey[]): Filter<OrderDocument>[] {
  const byTenant = Map.groupBy(keys, (key) => tenantKey(key.tenant));
  return Array.from(byTenant, ([tenant, ofTenant]) => ({ tenant, _id: { $in: ofTenant.map(({ id }) => id) } }));
}

interface Write {
  readonly change: OrderChange;
  readonly document: OrderDocument;
  readonly history: readonly HistoryDocument[];
}

/** The committed state that a batch of writes is decided by. */
interface Committed {
  /** The version of each order; absent for an order that does not exist. */
  readonly versions: Map<string, number>;
  readonly externalKeys: Set<string>;
  readonly claimIds: Set<string>;
}

/** Decides writes in their order; each sees those before it that are saved. */
function decide(writes: readonly Write[], { versions, externalKeys, claimIds }: Committed): SaveResult[] {
  const results: SaveResult[] = [];
  for (const { change, document } of writes) {
    const { _id: id, version, external_key: externalKey } = document;
    const { from, receipt } = change;
    const versionMoved = (versions.get(id) ?? 0) !== from;
    const externalIdTaken = from === 0 && externalKey !== undefined && externalKeys.has(externalKey);
    if (receipt && claimIds.has(receipt.id)) {
      results.push('repeated');
    } else if (versionMoved || externalIdTaken) {
      results.push('conflict');
    } else {
      results.push('saved');
      versions.set(id, version);
      if (externalKey !== undefined) externalKeys.add(externalKey);
      if (receipt) claimIds.add(receipt.id);
    }
  }
  return results;
}

function toOperation({ change, document }: Write): AnyBulkWriteOperation<OrderDocument> {
  if (change.from === 0) return { insertOne: { document } };
  const { _id: id, ...replacement } = document;
  return { replaceOne: { filter: { tenant: replacement.tenant, _id: id, version: change.from }, replacement } };
}
