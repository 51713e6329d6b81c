import type { Receipts } from '@fulfilment/idempotency';
import { type OutgoingMessage, type Stoppable, tenantKey } from '@fulfilment/kernel';
import { type LaneOptions, makeLane, transact } from '@fulfilment/mongo';
import type { ClientSession, Collection, Db, MongoClient } from 'mongodb';
import type { OrderChange, Saved } from './order-ports.ts';
import type { HistoryDocument } from './history-documents.ts';
import type { OrderDocument } from './order-documents.ts';
import { ORDER_HISTORY, ORDERS } from './order-indexes.ts';
import { readStanding, type Standing } from './order-standing-store.ts';
import { type OrderWrite, toOperation, toOrderWrite } from './order-write-store.ts';

export interface OrderWriterOptions {
  readonly client: MongoClient;
  readonly db: Db;
  readonly receipts: Receipts;
  /** Puts messages into the outbox, in the transaction of `session`. */
  readonly addToOutbox: (session: ClientSession, messages: readonly OutgoingMessage[]) => Promise<void>;
  /** Told after each commit: there may be something to send. */
  readonly onCommitted: () => void;
  /** Told how many changes shared a commit. */
  readonly onBatch?: NonNullable<LaneOptions<never, never>['onBatch']>;
}

export interface OrderWriter extends Stoppable {
  /** Writes a change whole or nothing of it. */
  write(change: OrderChange): Promise<Saved>;
}

/** Requests and the consumer's batches of all partitions together. */
const WAITING_CHANGES = 5_000;

/**
 * Writes orders by group commit: changes of a tenant that come while one transaction commits share the next. Each is taken
 * or left by itself.
 */
export function makeOrderWriter({ client, db, onCommitted, onBatch, receipts, addToOutbox }: OrderWriterOptions): OrderWriter {
  const collections = { orders: db.collection<OrderDocument>(ORDERS), history: db.collection<HistoryDocument>(ORDER_HISTORY) };
  const lane = makeLane<OrderWrite, Saved>({
    maxQueue: WAITING_CHANGES,
    ...(onBatch ? { onBatch } : {}),
    commit: async (tenant, writes) => {
      const batch = { tenant, ...collections, receipts, addToOutbox };
      const results = await transact(client, (session) => writeAll(writes, { ...batch, session }));
      onCommitted();
      return results;
    },
  });
  return {
    write: (change) => lane.submit(tenantKey(change.order.tenant), toOrderWrite(change)),
    stop: () => lane.stop(),
  };
}

interface Batch extends Standing, Pick<OrderWriterOptions, 'addToOutbox'> {
  readonly history: Collection<HistoryDocument>;
  readonly receipts: Receipts;
}

async function writeAll(writes: readonly OrderWrite[], batch: Batch): Promise<Saved[]> {
  const { tenant, session, orders, history, receipts, addToOutbox } = batch;
  const judge = await readStanding(writes, batch);
  const results = writes.map(judge);
  const taken = writes.filter((_, place) => results[place] === 'saved');
  if (taken.length === 0) return results;
  await orders.bulkWrite(taken.map(toOperation), { session });
  const entries = taken.flatMap((write) => write.history);
  if (entries.length > 0) await history.insertMany(entries, { session });
  const opened = taken.flatMap(({ receipt }) => receipt ?? []);
  await receipts.add(session, tenant, opened);
  const answers = taken.flatMap((write) => write.answers);
  await receipts.answer(session, tenant, answers);
  const messages = taken.flatMap((write) => write.messages);
  await addToOutbox(session, messages);
  return results;
}
