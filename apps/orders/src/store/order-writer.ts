import { type OutgoingMessage, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { type LaneOptions, makeLane, transact } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, MongoClient } from 'mongodb';
import type { OrderChange } from '../use-cases/ports.ts';
import type { HistoryDocument } from './history-document.ts';
import type { OrderDocument } from './order-document.ts';
import { ORDER_HISTORY, ORDERS } from './order-indexes.ts';
import { readStanding, type Standing } from './order-standing.ts';
import { type OrderWrite, toOperation, toOrderWrite } from './order-write.ts';

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
  const lane = makeLane<OrderWrite, boolean>({
    maxQueue: WAITING_CHANGES,
    ...(onBatch ? { onBatch } : {}),
    commit: async (tenant, writes) => {
      const taken = await transact(client, (session) => writeAll(writes, { tenant, session, ...collections, addToOutbox }));
      onCommitted();
      return taken;
    },
  });
  return {
    write: (change) => lane.submit(tenantKey(change.order.tenant), toOrderWrite(change)),
    stop: () => lane.stop(),
  };
}

interface Batch extends Standing, Pick<OrderWriterOptions, 'addToOutbox'> {
  readonly history: Collection<HistoryDocument>;
}

async function writeAll(writes: readonly OrderWrite[], batch: Batch): Promise<boolean[]> {
  const { session, orders, history, addToOutbox } = batch;
  const fits = await readStanding(writes, batch);
  const results = writes.map(fits);
  const taken = writes.filter((_, place) => results[place]);
  if (taken.length === 0) return results;
  await orders.bulkWrite(taken.map(toOperation), { session });
  const entries = taken.flatMap((write) => write.history);
  if (entries.length > 0) await history.insertMany(entries, { session });
  const messages = taken.flatMap((write) => write.messages);
  await addToOutbox(session, messages);
  return results;
}
