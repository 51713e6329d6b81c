import { type Stoppable, tenantKey } from '@fulfilment/kernel';
import { isDuplicateKey, type LaneOptions, makeLane, transact } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, MongoClient } from 'mongodb';
import type { OrderChange, OutgoingMessage } from '../use-cases/ports.ts';
import { type HistoryDocument, toHistoryDocuments } from './history-document.ts';
import { type OrderDocument, toOrderDocument } from './order-document.ts';
import { EXTERNAL_KEY_INDEX, ORDER_HISTORY, ORDERS } from './order-indexes.ts';

export interface OrderWriterOptions {
  readonly client: MongoClient;
  readonly db: Db;
  /** Puts messages into the outbox, in the transaction of `session`. */
  readonly addToOutbox: (session: ClientSession, messages: readonly OutgoingMessage[]) => Promise<void>;
  /** Told after each commit: there may be something to send. */
  readonly onCommitted: () => void;
  /** Told how many changes shared a commit. */
  readonly onBatch?: NonNullable<LaneOptions<never, never>['onBatch']>;
}

export interface OrderWriter extends Stoppable {
  /** @returns false, and writes nothing of this change, if the order has moved on, or another has the external id of a new one. */
  write(change: OrderChange): Promise<boolean>;
}

/** Requests and the consumer's batches of all partitions together. */
const WAITING_CHANGES = 5_000;

/**
 * Writes orders by group commit: changes of a tenant that come while one transaction commits share the next. Each is taken
 * or left by itself.
 */
export function makeOrderWriter({ client, db, onCommitted, onBatch, addToOutbox }: OrderWriterOptions): OrderWriter {
  const collections = { orders: db.collection<OrderDocument>(ORDERS), history: db.collection<HistoryDocument>(ORDER_HISTORY) };
  const lane = makeLane<Write, boolean>({
    maxQueue: WAITING_CHANGES,
    ...(onBatch ? { onBatch } : {}),
    commit: async (tenant, writes) => {
      const taken = await transact(client, (session) => writeAll(writes, { tenant, session, ...collections, addToOutbox }));
      onCommitted();
      return taken;
    },
  });
  return {
    write: async (change) => {
      try {
        return await lane.submit(tenantKey(change.order.tenant), toWrite(change));
      } catch (error) {
        // Two processes took the same external id at the same moment: the index decides.
        if (isDuplicateKey(error, EXTERNAL_KEY_INDEX)) return false;
        throw error;
      }
    },
    stop: () => lane.stop(),
  };
}

/** A change as it is written: made ready before the transaction. */
interface Write {
  readonly from: number;
  readonly document: OrderDocument;
  readonly history: readonly HistoryDocument[];
  readonly messages: readonly OutgoingMessage[];
}

interface Batch extends Pick<OrderWriterOptions, 'addToOutbox'> {
  readonly tenant: string;
  readonly session: ClientSession;
  readonly orders: Collection<OrderDocument>;
  readonly history: Collection<HistoryDocument>;
}

function toWrite({ from, order, history, messages }: OrderChange): Write {
  return { from, document: toOrderDocument(order), history: toHistoryDocuments(order, history), messages };
}

async function writeAll(writes: readonly Write[], batch: Batch): Promise<boolean[]> {
  const { session, orders, history, addToOutbox } = batch;
  const fits = await readStanding(writes, batch);
  const results = writes.map(fits);
  const taken = writes.filter((_, place) => results[place]);
  if (taken.length === 0) return results;
  await orders.bulkWrite(taken.map(toOperation), { session });
  const entries = taken.flatMap((write) => write.history);
  if (entries.length > 0) await history.insertMany(entries, { session });
  await addToOutbox(
    session,
    taken.flatMap((write) => write.messages),
  );
  return results;
}

/** @returns whether a write fits what stands in this transaction's snapshot, and the writes before it. */
async function readStanding(writes: readonly Write[], { tenant, orders, session }: Batch): Promise<(write: Write) => boolean> {
  const ids = writes.filter(({ from }) => from > 0).map(({ document: { _id: id } }) => id);
  const keys = writes.filter(({ from }) => from === 0).flatMap(({ document }) => document.external_key ?? []);
  const versions = new Map<string, number>();
  const takenKeys = new Set<string>();
  if (ids.length + keys.length > 0) {
    const filter = { tenant, $or: [{ _id: { $in: ids } }, { external_key: { $in: keys } }] };
    const found = await orders.find(filter, { session, projection: { version: 1, external_key: 1 } }).toArray();
    for (const { _id: id, version, external_key: key } of found) {
      versions.set(id, version);
      if (key !== undefined) takenKeys.add(key);
    }
  }
  return ({ from, document: { _id: id, version, external_key: key } }) => {
    if ((versions.get(id) ?? 0) !== from) return false;
    if (from === 0 && key !== undefined && takenKeys.has(key)) return false;
    versions.set(id, version);
    if (key !== undefined) takenKeys.add(key);
    return true;
  };
}

function toOperation({ from, document }: Write) {
  if (from === 0) return { insertOne: { document } };
  const { _id: id, ...replacement } = document;
  return { replaceOne: { filter: { tenant: document.tenant, _id: id, version: from }, replacement } };
}
