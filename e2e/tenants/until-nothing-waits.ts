import type { ProcessName } from '@fulfilment/contracts';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { type Tenant, tenantKey } from '@fulfilment/kernel';
import { connectClient } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { MongoClient } from 'mongodb';
import { expect, inject } from 'vitest';
import type { TestSystem } from '../system/start-test-system.ts';

const NEW = { state: 'new' };
const ORDERS = [{ 'command.state': 'new' }, { 'outbox.state': 'new' }, { pending: { $type: 'object' } }];
const SCANS = [...['outbox', 'command', 'result'].map((name) => ({ [name]: { $exists: true } })), { 'scan.applied': 'pending' }];
/** Documents with a message that is to be published, or with a step that waits for an answer. */
const WAITING: ReadonlyArray<readonly [store: ProcessName, collection: string, waits: object]> = [
  ['inventory', 'outbox', NEW],
  ['inventory', 'outbox_blocks', NEW],
  ['orders', 'outbox', NEW],
  ['orders', 'orders', { $or: ORDERS }],
  ['scans', 'scans', { $or: SCANS }],
];

/** Resolves when no service has anything of a tenant's to publish, and no order or scan of it waits. */
export async function untilNothingWaits({ topicPrefix }: Pick<TestSystem, 'topicPrefix'>, tenant: Tenant): Promise<void> {
  const client = new MongoClient(inject('engines').mongodbUrl, { appName: 'test' });
  const databases = databasesOf(topicPrefix.slice(0, -1));
  const waiting = WAITING.map(([store, collection, waits]) =>
    client
      .db(databases[store])
      .collection(collection)
      .find({ ...waits, tenant: tenantKey(tenant) }),
  );
  try {
    await connectClient(client);
    await eventually(async () => expect((await Promise.all(waiting.map((each) => each.clone().toArray()))).flat()).toEqual([]), {
      withinMs: 60_000,
      everyMs: 200,
    });
  } finally {
    await client.close();
  }
}
