import { errors } from '@fulfilment/contracts';
import type { Receipt, Receipts } from '@fulfilment/idempotency';
import { keptForms, type Sequence, type Steps, type Stoppable, type Tenant, tenantKey } from '@fulfilment/kernel';
import { isSaga, type OutboxDocument, type Relay } from '@fulfilment/messaging';
import { isDuplicateKey, Lane, transact } from '@fulfilment/mongo';
import { LRUCache } from 'lru-cache';
import {
  type AnyBulkWriteOperation,
  type ClientSession,
  type Collection,
  type Db,
  type Document,
  type Filter,
  MongoBulkWriteError,
  type MongoClient,
} from 'mongodb';
import type { Answer, Order } from './domain/order.ts';
import {
  ANSWER,
  type HistoryDocument,
  ORDER_FIELDS,
  ORDER_HISTORY,
  type OrderDocument,
  ORDERS,
  toHistoryDocuments,
  toOrder,
  toOrderDocument,
} from './order-documents.ts';
import { ERASURES, type ErasureDocument, toErasure } from './erasure-store.ts';
import { type Carried, type OrderOutbox, rowsOf } from './order-outbox-store.ts';
import { MAX_EVENTS, type OrderChange, type OrderKey, type OrderStore, type SaveResult } from './order-ports.ts';

export interface MongoOrderStoreParts {
  readonly client: MongoClient;
  readonly db: Db;
  readonly receipts: Receipts;
  readonly outbox: Pick<OrderOutbox, 'answered' | 'carry' | 'carriesHistory'>;
  readonly relays: Readonly<Record<'sagas' | 'events', Pick<Relay, 'handOver' | 'doubt'>>>;
  /** Watches that each commit ends; unwatched by default. */
  readonly steps?: Steps;
  /** Called with the number of changes in each commit. */
  readonly onBatch?: (size: number) => void;
}

/** Bounds the orders that a process remembers by their lines: some tens of megabytes. */
const REMEMBERED_LINES = 20_000;

/** Bounds the changes of a tenant that wait: requests and the consumer's batches of all partitions together. */
const MAX_QUEUE = 5_000;

/**
 * Orders in MongoDB. An order carries its messages and history until they are published, so most changes are one write of one
 * document; those with the receipt of a request are a transaction. Writes are group-committed: the changes of a tenant that arrive
 * while one write is under way share the next, and each is saved or refused by itself.
 */
export class MongoOrderStore implements OrderStore, Stoppable {
  readonly #parts: MongoOrderStoreParts;
  readonly #orders: Collection<OrderDocument>;
  readonly #history: Collection<HistoryDocument>;
  readonly #erasures: Collection<ErasureDocument>;
  readonly #alone: Lane<OrderChange, SaveResult | Error>;
  readonly #together: Lane<OrderChange, SaveResult>;
  readonly #committed = new LRUCache<string, Order>({
    maxSize: REMEMBERED_LINES,
    sizeCalculation: ({ lines }) => lines.length,
  });

  constructor(parts: MongoOrderStoreParts) {
    this.#parts = parts;
    this.#orders = parts.db.collection(ORDERS);
    this.#history = parts.db.collection(ORDER_HISTORY);
    this.#erasures = parts.db.collection(ERASURES);
    const options = { maxQueue: MAX_QUEUE, steps: parts.steps, ...(parts.onBatch ? { onBatch: parts.onBatch } : {}) };
    this.#alone = new Lane({ ...options, commit: (tenant, changes) => this.#commit(tenant, changes, this.#writeEach) });
    this.#together = new Lane({ ...options, commit: (tenant, changes) => this.#commit(tenant, changes, this.#transact) });
  }

  async find({ tenant, id }: OrderKey): Promise<Order | undefined> {
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), _id: id });
    return found ? toOrder(found) : undefined;
  }

  lastCommitted({ tenant, id }: OrderKey): Order | undefined {
    return this.#committed.get(`${tenantKey(tenant)}/${id}`);
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
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), external_key: { $in: [...keptForms(externalId)] } });
    return found ? toOrder(found) : undefined;
  }

  async findAnswer({ tenant, id }: OrderKey, commandId: string): Promise<Answer | undefined> {
    // The order first: an entry that it carries may go to the history in between.
    const order = await this.#orders.findOne({ tenant: tenantKey(tenant), _id: id }, { projection: { history: 1 } });
    const isMeant = ({ answer }: HistoryDocument): boolean => answer?.command_id === commandId;
    const filter = { tenant: tenantKey(tenant), order_id: id, 'answer.command_id': commandId };
    const found = order?.history?.find(isMeant) ?? (await this.#history.findOne(filter));
    return found?.answer ? ANSWER.fromDocument(found.answer) : undefined;
  }

  async findByFulfilment(tenant: Tenant, fulfilmentId: string): Promise<Order | undefined> {
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), fulfilment_ids: fulfilmentId });
    return found ? toOrder(found) : undefined;
  }

  async findByFulfilmentExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined> {
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), fulfilment_keys: externalId });
    return found ? toOrder(found) : undefined;
  }

  async findByReturn(tenant: Tenant, returnId: string): Promise<Order | undefined> {
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), return_ids: returnId });
    return found ? toOrder(found) : undefined;
  }

  async findByReturnExternalId(tenant: Tenant, externalId: string): Promise<Order | undefined> {
    const found = await this.#orders.findOne({ tenant: tenantKey(tenant), return_keys: externalId });
    return found ? toOrder(found) : undefined;
  }

  async save(change: OrderChange, sequence?: Sequence): Promise<SaveResult> {
    const lane = isOneWrite(change, this.#parts.outbox) ? this.#alone : this.#together;
    const result = await lane.submit(tenantKey(change.order.tenant), change, sequence);
    if (result instanceof Error) throw result;
    return result;
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

  async stop(): Promise<void> {
    await Promise.all([this.#alone.stop(), this.#together.stop()]);
  }

  async #commit<Result extends SaveResult | Error>(
    tenant: string,
    changes: readonly OrderChange[],
    write: (tenant: string, writes: readonly Write[]) => Promise<readonly Result[]>,
  ): Promise<readonly Result[]> {
    const { outbox, relays } = this.#parts;
    const toWrite = (change: OrderChange): Write => {
      const { order, history, messages, places } = change;
      const carried = outbox.carry(messages);
      const placed = places && toWrite({ from: 0, history: [], ...places });
      const entries = toHistoryDocuments(order, history);
      const kept = outbox.carriesHistory(change) ? { history: entries, entries: [] } : { history: [], entries };
      return { change, document: toOrderDocument(order), ...kept, carried, placed };
    };
    const writes = changes.map(toWrite);
    const results = await write(tenant, writes).catch((error: unknown) => {
      // It may have been done.
      for (const relay of [relays.sagas, relays.events]) relay.doubt();
      throw error;
    });
    const saved = writes.filter((_, place) => results[place] === 'saved');
    for (const { change } of saved) {
      this.#committed.set(`${tenant}/${change.order.id}`, change.order);
      if (change.replaces !== undefined) this.#committed.delete(`${tenant}/${change.replaces}`);
      for (const { answer } of change.history) if (answer) outbox.answered(answer.commandId);
    }
    const rows = withPlaced(saved).flatMap(({ document: { _id }, carried }) => rowsOf({ _id, ...carried }));
    relays.sagas.handOver(rows.filter(isSaga));
    relays.events.handOver(rows.filter((row) => !isSaga(row)));
    return results;
  }

  /** Writes each change by itself, all in one command or two: nothing but its order belongs to it. */
  readonly #writeEach = async (_tenant: string, writes: readonly Write[]): Promise<(SaveResult | Error)[]> => {
    const results = writes.map((): SaveResult | Error => 'saved');
    try {
      await this.#orders.bulkWrite(writes.map(toOperation), { ordered: false });
    } catch (error) {
      if (!(error instanceof MongoBulkWriteError) || [error.writeErrors].flat().length === 0) throw error;
      const unsure = error.result.getWriteConcernError();
      if (unsure) throw errors.upstreamUnavailable('The store is unavailable. Try again.', { cause: error });
      for (const { index, code, errmsg } of [error.writeErrors].flat())
        results[index] = NOT_AS_READ.has(code) ? 'conflict' : new Error(errmsg ?? `The store refuses an order: ${code}`);
    }
    return results;
  };

  /** Writes changes with their receipts, in one transaction. */
  readonly #transact = (tenant: string, writes: readonly Write[]): Promise<SaveResult[]> =>
    this.#decideAndWrite(tenant, writes, assumeUnchanged).catch((error: unknown) => {
      if (!isNotAsRead(error)) throw error;
      return this.#decideAndWrite(tenant, writes, (session) => this.#read(tenant, writes, session)).catch((again: unknown) => {
        throw isNotAsRead(again)
          ? errors.upstreamUnavailable('Events of an order wait to be published.', { cause: again })
          : again;
      });
    });

  #decideAndWrite(
    tenant: string,
    writes: readonly Write[],
    read: (session: ClientSession) => Promise<Committed> | Committed,
  ): Promise<SaveResult[]> {
    return transact(this.#parts.client, async (session) => {
      const results = decide(writes, await read(session));
      await this.#write(
        tenant,
        writes.filter((_, place) => results[place] === 'saved'),
        session,
      );
      return results;
    });
  }

  /** @throws the error of the write that is not to be saved, where there is one: nothing is committed then. */
  async #write(tenant: string, saved: readonly Write[], session: ClientSession): Promise<void> {
    if (saved.length === 0) return;
    const { receipts } = this.#parts;
    const released = saved.flatMap(({ change: { replaces, order } }) =>
      replaces === undefined ? [] : [toRelease(tenant, replaces, order.id)],
    );
    if (released.length > 0) await this.#orders.bulkWrite(released, { session });
    // The driver sends a command for each run of inserts and of updates.
    const operations = withPlaced(saved)
      .toSorted((one, other) => one.change.from - other.change.from)
      .map(toOperation);
    await this.#orders.bulkWrite(operations, { session });
    const entries = saved.flatMap((write) => write.entries);
    if (entries.length > 0) await this.#history.insertMany(entries, { session });
    const erased = saved.flatMap(({ change, document }) => (change.erases ? [toErasure(document, change)] : []));
    if (erased.length > 0) await this.#erasures.bulkWrite(erased, { session });
    const opened = saved.flatMap(({ change }) => change.receipt ?? []);
    await receipts.add(session, tenant, opened);
    const answers = saved.flatMap(({ change }) => change.answers ?? []);
    await receipts.answer(session, tenant, answers);
  }

  /**
   * Reads what decides the writes. Where two processes race for an external id, a claim or an order, the later commit is a write
   * conflict: its transaction runs again, and reads here what the other wrote.
   */
  async #read(tenant: string, writes: readonly Write[], session: ClientSession): Promise<Committed> {
    const claimIds = writes.flatMap(({ change }) => change.receipt?.id ?? []);
    const ids = writes.flatMap(({ change: { from, order } }) => (from === 0 ? [] : [order.id]));
    const externalKeys = writes.flatMap(({ change, document }) => (change.from === 0 ? (document.external_key ?? []) : []));
    const replaced = new Set(writes.map(({ change }) => change.replaces));
    // Two queries for orders: of one with `$or` MongoDB makes a scan of all the tenant's orders.
    const known = ids.length > 0 ? await this.#project({ tenant, _id: { $in: ids } }, session) : [];
    const holders = externalKeys.length > 0 ? await this.#project({ tenant, external_key: { $in: externalKeys } }, session) : [];
    const claims = await this.#parts.receipts.find(tenant, claimIds, session);
    return {
      versions: new Map([...ids.map((id) => [id, 0] as const), ...known.map(({ _id: id, version }) => [id, version] as const)]),
      externalKeys: new Set(holders.flatMap(({ _id: id, external_key: key }) => (replaced.has(id) ? [] : (key ?? [])))),
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
  /** Entries that the order carries. */
  readonly history: readonly HistoryDocument[];
  /** Entries that go to the history with the change. */
  readonly entries: readonly HistoryDocument[];
  readonly carried: Carried;
  /** The order that is placed with the change. */
  readonly placed: Write | undefined;
}

const withPlaced = (writes: readonly Write[]): Write[] =>
  writes.flatMap((write) => [write, ...(write.placed ? [write.placed] : [])]);

/** The committed state that a batch of writes is decided by. */
interface Committed {
  /** The version of each order that is to be changed; 0 for one that does not exist. */
  readonly versions: Map<string, number>;
  readonly externalKeys: Set<string>;
  readonly claimIds: Set<string>;
}

/**
 * Assumes what is nearly always so: the orders are as they were read, and their claims and external ids are free. Where it is not so, the
 * versions or a unique index refuse the write.
 */
const assumeUnchanged = (): Committed => ({ versions: new Map(), externalKeys: new Set(), claimIds: new Set() });

/** Decides writes in their order; each sees those before it that are saved. An order of which no version is given has not changed. */
function decide(writes: readonly Write[], { versions, externalKeys, claimIds }: Committed): SaveResult[] {
  const results: SaveResult[] = [];
  for (const { change, document } of writes) {
    const { _id: id, version, external_key: externalKey } = document;
    const { from, receipt } = change;
    const versionMoved = (versions.get(id) ?? from) !== from;
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

/** True where nothing but the order has to be written, in no certain order with others: no receipt, and no history that it does not carry. */
function isOneWrite(change: OrderChange, outbox: Pick<OrderOutbox, 'carriesHistory'>): boolean {
  const { receipt, erases, amongClaimed = false, answers = [], replaces, places, history } = change;
  return (
    !receipt &&
    !erases &&
    replaces === undefined &&
    !places &&
    !amongClaimed &&
    answers.length === 0 &&
    (history.length === 0 || outbox.carriesHistory(change))
  );
}

/** A key that is taken (11000), and what {@link toOperation} makes of another version (66): the order is not as it was read. */
const NOT_AS_READ = new Set<unknown>([11_000, 66]);

function isNotAsRead(error: unknown): boolean {
  return isDuplicateKey(error) || (error instanceof MongoBulkWriteError && NOT_AS_READ.has(error.code));
}

/**
 * An update that matches nothing is to be an error of its own among many. So it is an upsert that can insert nothing, since that would
 * change the `_id` of the filter (`ImmutableField`, 66). Fields that this release does not know stay.
 */
function toOperation({ change: { from }, document, history, carried }: Write): AnyBulkWriteOperation<OrderDocument> {
  const { _id, tenant, ...fields } = document;
  const { events } = carried;
  const [first] = events;
  const step = 'pending' in fields ? fields.pending : null;
  const command = carried.command && step && placeOf(carried.command, step.since);
  if (from === 0) {
    const outbox = first && { ...placeOf(first, first.created_at), rows: events };
    return { insertOne: { document: { ...document, ...(command && { command }), ...(outbox && { outbox, history }) } } };
  }
  const absent = ORDER_FIELDS.filter((name) => Reflect.get(document, name) === undefined);
  const $unset = Object.fromEntries([...absent, ...(step ? [] : ['command'])].map((name) => [name, '']));
  const $set: Document = { ...fields, ...(command && { command }) };
  const filter: Document = { _id, tenant, version: from };
  const $push = { ...appended('outbox.rows', events), ...appended('history', history) };
  const update: Document = { $set, $unset, $push, $setOnInsert: { _id: 'no other order' } };
  if (first) {
    const { since, ...place } = placeOf(first, first.created_at);
    for (const [name, value] of Object.entries(place)) $set[`outbox.${name}`] = value;
    filter[`outbox.rows.${Math.max(0, MAX_EVENTS - events.length)}`] = { $exists: false };
    update['$min'] = { 'outbox.since': since };
  }
  return { updateOne: { filter, update, upsert: true } };
}

const appended = (list: string, members: readonly object[]) => (members.length > 0 ? { [list]: { $each: members } } : {});

/** The cancelled order gives its external id up; one that has done so before stays as it is. */
function toRelease(tenant: string, id: string, replacedBy: string): AnyBulkWriteOperation<OrderDocument> {
  const filter = { _id: id, tenant, status: 'cancelled' as const, external_key: { $exists: true } };
  return { updateOne: { filter, update: { $set: { replaced_by: replacedBy }, $unset: { external_key: '' } } } };
}

function placeOf({ lane, key }: OutboxDocument, since: Date) {
  return { state: 'new', lane, key, since } as const;
}
