import { makeReceipts, receiptIndexes } from '@fulfilment/idempotency';
import { newId, type Tenant, tenantKey, unwatched } from '@fulfilment/kernel';
import { makeOutbox, outboxIndexes, type OutboxTransact, transactWithOutbox } from '@fulfilment/messaging';
import { connectMongo, ensureIndexes, makeCursors, type Mongo } from '@fulfilment/mongo';
import { Metrics, silentLogger } from '@fulfilment/observability';
import { type EngineAddresses, uniqueName } from '@fulfilment/testing';
import { composeStock, type Stock } from '../compose.ts';
import { type AllocationDocument, toAllocation } from '../database/allocation-documents.ts';
import { BASELINE_INDEXES, RANKED_ORDERS, RESERVATION_INDEXES } from '../database/inventory-indexes.ts';
import type { LocationDocument } from '../database/location-documents.ts';
import { type MovementDocument, toMovement } from '../database/movement-documents.ts';
import { type ReservationDocument, toReservation } from '../database/reservation-documents.ts';
import { type SkuDocument, toSku } from '../database/sku-documents.ts';
import { makeEnsureDefaultWarehouse } from '../locations/default-warehouse.ts';
import { makeLocationStore } from '../locations/location-store.ts';
import type { Limits } from './domain/working-set.ts';
import type { StockStore } from './stock-ports.ts';
import { NO_RULES, type Sources } from '../model/sourcing.ts';
import { makeStockStore } from './stock-store.ts';
import type { StockSnapshot } from './stock-violations.fixture.ts';

/** A database of the service without its HTTP and Kafka sides: several processes may be opened on it. */
export interface StockDatabase {
  readonly mongo: Mongo;
  readonly store: StockStore;
  /** A store with a memory of its own, as another process has it. */
  openStore(): StockStore;
  /** The stock side of one process, with a connection of its own, which the server knows by `appName`. */
  openProcess(options?: { readonly limits?: Limits; readonly appName?: string }): Promise<Stock>;
  /** A new tenant with its default warehouse. */
  newTenant(): Promise<Tenant>;
  /** The ids of a tenant's places by their paths. */
  locationsOf(tenant: Tenant): Promise<ReadonlyMap<string, string>>;
  /** All that is kept of a tenant. */
  read(tenant: Tenant): Promise<StockSnapshot>;
  drop(): Promise<void>;
}

const now = () => new Date();

export async function openStockDatabase({ mongodbUrl }: EngineAddresses): Promise<StockDatabase> {
  const database = uniqueName('stock_test');
  const connect = (appName: string) => connectMongo({ url: mongodbUrl, database, appName });
  const mongo = await connect('test');
  await ensureIndexes(mongo.db, [
    ...outboxIndexes,
    ...receiptIndexes,
    ...BASELINE_INDEXES,
    ...RANKED_ORDERS,
    ...RESERVATION_INDEXES,
  ]);
  const ensureDefaultWarehouse = makeEnsureDefaultWarehouse(
    makeLocationStore(mongo.db, makeCursors('x'.repeat(32)), transactOn(mongo)),
    now,
  );
  const processes: Mongo[] = [];
  return {
    mongo,
    store: storeOn(mongo),
    openStore: () => storeOn(mongo),
    openProcess: async ({ limits, appName = 'test' } = {}) => {
      const own = await connect(appName);
      processes.push(own);
      const metrics = new Metrics({ service: 'inventory', defaults: false });
      return composeStock(storeOn(own), { logger: silentLogger, metrics, progress: unwatched }, limits);
    },
    newTenant: async () => {
      const tenant: Tenant = { accountId: newId('acc'), environment: 'sandbox' };
      await ensureDefaultWarehouse(tenant);
      return tenant;
    },
    locationsOf: async (tenant) => {
      const found = await mongo.db
        .collection<LocationDocument>('locations')
        .find({ tenant: tenantKey(tenant) })
        .toArray();
      return new Map(found.map(({ _id: id, path }) => [path, id]));
    },
    read: (tenant) => readAll(mongo, tenantKey(tenant)),
    drop: async () => {
      await mongo.db.dropDatabase();
      await Promise.all([mongo, ...processes].map((each) => each.stop()));
    },
  };
}

async function readAll({ db }: Mongo, tenant: string): Promise<StockSnapshot> {
  const skus = await db.collection<SkuDocument>('skus').find({ tenant }).toArray();
  const allocations = await db.collection<AllocationDocument>('allocations').find({ tenant }).toArray();
  const reservations = await db.collection<ReservationDocument>('reservations').find({ tenant }).toArray();
  const movements = await db
    .collection<MovementDocument>('movements')
    .find({ tenant })
    .sort({ sku: 1, version: 1, line: 1 })
    .toArray();
  const outbox = await db
    .collection<{ _id: string; topic: string; key: string; version: number; part: number; value: string }>('outbox')
    .find({ tenant })
    .sort({ key: 1, version: 1, part: 1 })
    .toArray();
  return {
    skus: skus.map(toSku),
    allocations: allocations.map(toAllocation),
    reservations: reservations.map(toReservation),
    movements: movements.map(toMovement),
    messages: outbox.map(({ _id: id, ...rest }) => ({ ...rest, id, type: '', tenant, subject: '', at: now(), requestId: '' })),
  };
}

const sources = async (): Promise<Sources> => ({ rules: NO_RULES, warehouses: [] });

function storeOn(connection: Mongo): StockStore {
  const { db } = connection;
  return makeStockStore({ db, receipts: makeReceipts(db), transact: transactOn(connection), admit: async () => true, sources });
}

/** Transactions of a connection whose messages no relay publishes. */
export function transactOn({ client, db }: Mongo): OutboxTransact {
  const noRelay = { handOver: () => {}, doubt: () => {}, publishesFromMemory: () => false };
  return transactWithOutbox(client, makeOutbox(db, { source: 'inventory' }), { sagas: noRelay, events: noRelay });
}
