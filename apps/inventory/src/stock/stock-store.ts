import type { Receipts } from '@fulfilment/idempotency';
import { AppError, backoffMs, delay, type OutgoingMessage } from '@fulfilment/kernel';
import { asUnavailable, isDuplicateKey, transact } from '@fulfilment/mongo';
import type { ClientSession, Db, MongoClient } from 'mongodb';
import type { StockStore, StockTransaction } from './stock-ports.ts';
import { FILLING_INDEX } from './inventory-indexes.ts';
import { stockCollections } from './stock-collections-store.ts';
import { makeStockReader } from './stock-reader-store.ts';
import { StockMoved, writeStock } from './stock-writer-store.ts';

export interface StockStoreOptions {
  readonly client: MongoClient;
  readonly db: Db;
  readonly receipts: Receipts;
  /** Puts messages into the outbox, in the transaction of `session`. */
  readonly addToOutbox: (session: ClientSession, messages: readonly OutgoingMessage[]) => Promise<void>;
  /** Told after each commit: there may be something to send. */
  readonly onCommitted: () => void;
}

/** Races that are lost before the change is given back. Other processes commit one batch with each. */
const MAX_RACES = 10;
const BACK_OFF = { firstMs: 5, maxMs: 100 };

export function makeStockStore(options: StockStoreOptions): StockStore {
  const { client, db, receipts, addToOutbox, onCommitted } = options;
  const collections = stockCollections(db);
  const begin = (session: ClientSession, tenant: string): StockTransaction => {
    const seen = new Map<string, number>();
    return {
      read: makeStockReader(collections, {
        session,
        tenant,
        receipts,
        onRead: (id, revision) => void seen.set(id, revision),
      }),
      write: (changes) =>
        writeStock(collections, changes, { session, tenant, receipts, readRevision: (id) => seen.get(id), addToOutbox }),
    };
  };
  return {
    transact: async (tenant, work) => {
      const result = await untilNotOvertaken(() => transact(client, (session) => work(begin(session, tenant))));
      onCommitted();
      return result;
    },
    filling: async (atMost) => {
      const found = collections.skus.find({ filling: true }, { projection: { tenant: 1, sku: 1 } }).hint(FILLING_INDEX);
      return (await found.limit(atMost).toArray()).map(({ tenant, sku }) => ({ tenant, sku }));
    },
  };
}

async function untilNotOvertaken<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let races = 1; ; races += 1) {
    try {
      return await run();
    } catch (error) {
      const overtaken = error instanceof StockMoved || isDuplicateKey(error);
      if (!overtaken || races === MAX_RACES) throw error instanceof StockMoved ? stale(error) : asUnavailable(error);
      await delay(backoffMs(races, BACK_OFF));
    }
  }
}

const stale = (cause: StockMoved): AppError =>
  new AppError({
    kind: 'stale',
    code: 'upstream_unavailable',
    message: 'This stock is changed by others all the time. Try again.',
    cause,
  });
