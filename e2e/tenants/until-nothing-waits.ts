import type { ProcessName } from '@fulfilment/contracts';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import { connectMongo } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { expect, inject } from 'vitest';
import type { TestSystem } from '../system/start-test-system.ts';

const NEW = { state: 'new' };
const ORDERS = [{ 'command.state': 'new' }, { 'outbox.state': 'new' }, { pending: { $type: 'object' } }];
const SCANS = [...['outbox', 'command', 'result'].map((name) => ({ [name]: { $exists: true } })), { 'scan.applied': 'pending' }];
/** Documents with a message that is to be published, or with a step that waits for an answer, by collection. */
const WAITING: ReadonlyArray<readonly [store: ProcessName, waits: Readonly<Record<string, object>>]> = [
  ['inventory', { outbox: NEW, outbox_blocks: NEW }],
  ['orders', { outbox: NEW, orders: { $or: ORDERS } }],
  ['scans', { scans: { $or: SCANS } }],
];

/** Resolves when no service has anything of a tenant's to publish, and no order or scan of it waits. */
export async function untilNothingWaits({ topicPrefix }: Pick<TestSystem, 'topicPrefix'>, tenant: Tenant): Promise<void> {
  const { mongodbUrl: url } = inject('engines');
  const databases = databasesOf(topicPrefix.slice(0, -1));
  const stores = await Promise.all(WAITING.map(([store]) => connectMongo({ url, database: databases[store], appName: 'test' })));
  const waiting = stores.flatMap(({ db }, place) =>
    Object.entries(WAITING[place]?.[1] ?? {}).map(([name, waits]) =>
      db.collection(name).find({ ...waits, tenant: tenantKey(tenant) }),
    ),
  );
  try {
    await eventually(async () => expect((await Promise.all(waiting.map((each) => each.clone().toArray()))).flat()).toEqual([]), {
      withinMs: 60_000,
      everyMs: 200,
    });
  } finally {
    await Promise.all(stores.map((store) => store.stop()));
  }
}
