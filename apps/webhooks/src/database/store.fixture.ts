import { newId, type Stoppable } from '@fulfilment/kernel';
import { connectMongo, ensureIndexes, type Mongo, transact } from '@fulfilment/mongo';
import { uniqueName } from '@fulfilment/testing';
import type { Filter } from 'mongodb';
import { expect } from 'vitest';
import { openStore, type Store, type StoreOptions } from '../compose-store.ts';
import type { DeliveryDocument } from './delivery-documents.ts';
import { RESENT, rebuildPending } from './pending-store.ts';
import { type Endpoint, UNTRIED } from '../model/domain/endpoint.ts';
import type { LoggedEvent } from '../model/domain/logged-event.ts';
import type { Replay } from '../model/domain/replay.ts';
import { type Collections, collectionsOf } from './collections-documents.ts';
import { INDEXES } from './webhook-indexes.ts';

export const TENANT = { accountId: 'acc_01JD8Z0000000000000000TEST', environment: 'sandbox' as const };
export const TENANT_KEY = `${TENANT.accountId}:${TENANT.environment}`;
export const LEASE_MS = 2_000;
/** The author of each change. */
export const BY = { actor: 'key_1', requestId: 'req_1' };

/** The jitter changes no rest. */
const HEALTH = { random: () => 0.5, disableAfterMs: 4 * 86_400_000, onHealthChange: () => undefined };

const STORE = {
  health: HEALTH,
  secretKey: Buffer.alloc(32, 7),
  cursorSecret: 'a secret for cursors in tests only',
  leaseMs: LEASE_MS,
};

/** A database of its own, with its indexes, and stores over it as several processes have them. */
export interface TestStore extends Stoppable {
  readonly mongo: Mongo;
  readonly collections: Collections;
  /** The store of one process. */
  process(owner: string, options?: Partial<StoreOptions>): Store;
  /** Ends pending deliveries as if they had been attempted; by default all, as delivered. @returns the ids. */
  end(which?: Filter<DeliveryDocument>, how?: Partial<DeliveryDocument>): Promise<readonly string[]>;
  /** Makes what was delivered pending again. */
  undo(): Promise<void>;
}

/** Asserts that the pending projection has every pending delivery, as it is, and nothing else. */
async function findsWhatIsPending({ deliveries, pending }: Collections): Promise<void> {
  const facts = { attempts: 1, schedule_from: 1, endpoint_id: 1, tenant: 1, position: 1 };
  const [are, found] = await Promise.all([
    deliveries.find({ state: 'pending' }, { projection: facts }).sort({ _id: 1 }).toArray(),
    pending.find({}, { projection: facts }).sort({ _id: 1 }).toArray(),
  ]);
  expect(found).toEqual(are);
}

const DELIVERED = { state: 'delivered', ended_at: new Date() } as const;

async function endAll({ deliveries, pending }: Collections, which: Filter<DeliveryDocument>, how: Partial<DeliveryDocument>) {
  const found = await deliveries.find({ ...which, state: 'pending' }).toArray();
  const ids = found.map(({ _id }) => _id);
  await deliveries.updateMany({ _id: { $in: ids } }, { $set: how, $unset: { next_at: '' } });
  await pending.deleteMany({ _id: { $in: ids } });
  return ids;
}

async function undoAll({ client }: Mongo, collections: Collections): Promise<void> {
  const delivered = await collections.deliveries.find({ state: 'delivered' }).toArray();
  const ids = delivered.map(({ _id }) => _id);
  await transact(client, async (session) => {
    await collections.deliveries.updateMany({ _id: { $in: ids } }, RESENT, { session });
    await rebuildPending(ids, { session, collections });
  });
}

export async function openTestStore(url: string): Promise<TestStore> {
  const mongo = await connectMongo({
    url: `${url}&monitorCommands=true`,
    database: uniqueName('webhooks_test'),
    appName: 'test',
  });
  await ensureIndexes(mongo.db, INDEXES);
  const opened: Store[] = [];
  const collections = collectionsOf(mongo.db);
  return {
    mongo,
    collections,
    end: (which = {}, how = DELIVERED) => endAll(collections, which, how),
    undo: () => undoAll(mongo, collections),
    process: (owner, options = {}) => {
      const { client, db } = mongo;
      const store = openStore({ ...STORE, client, db, owner, ...options });
      opened.push(store);
      return store;
    },
    stop: async () => {
      await Promise.all(opened.map((store) => store.stop()));
      try {
        await findsWhatIsPending(collections);
      } finally {
        await mongo.db.dropDatabase();
        await mongo.stop();
      }
    },
  };
}

export const endpoint = (changes: Partial<Endpoint> = {}): Endpoint => ({
  id: newId('whk'),
  tenant: TENANT,
  url: 'https://hooks.example.com/in',
  events: ['*'],
  description: null,
  filter: null,
  ordered: false,
  batch: null,
  maxRate: null,
  state: { status: 'active' },
  secrets: [{ id: newId('sec'), last4: '….', createdAt: new Date(), endsAt: null }],
  restsUntil: null,
  health: UNTRIED,
  version: 1,
  createdAt: new Date(),
  updatedAt: new Date(),
  ...changes,
});

export const event = (changes: Partial<LoggedEvent> = {}): LoggedEvent => ({
  id: newId('evt'),
  tenant: TENANT_KEY,
  type: 'order.created',
  key: `${TENANT_KEY}|ord_1`,
  body: '{"type":"order.created"}',
  sequence: 1,
  createdAt: new Date(),
  requestId: null,
  traceparent: null,
  ...changes,
});

/** Of all that came in the last minute. */
export const replayOf = (endpointId: string, changes: Partial<Replay> = {}): Replay => ({
  id: newId('rpl'),
  tenant: TENANT,
  endpointId,
  since: new Date(Date.now() - 60_000),
  until: new Date(Date.now() + 60_000),
  selection: 'all',
  rate: null,
  status: 'running',
  examined: 0,
  resent: 0,
  createdAt: new Date(),
  endedAt: null,
  ...changes,
});
