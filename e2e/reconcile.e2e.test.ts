import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { tenantKey } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, inject, test } from 'vitest';
import { RECONCILE_MANUAL } from '../apps/cli/src/reconcile-command.ts';
import { runAdmin } from '../apps/cli/src/run-admin.ts';
import { killNine } from './faults/kill-nine.ts';
import { restart } from './faults/restart.ts';
import { type OwnTestSystem, processNamed, startTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

interface Stored {
  readonly _id: string;
}

let system: OwnTestSystem;
let tenant: TestTenant;
let mongo: Readonly<Record<'orders' | 'inventory', Mongo>>;

beforeAll(async () => {
  system = await startTestSystem(inject('engines'));
  return () => system.stop();
});

beforeAll(async () => {
  const url = processNamed(system, 'mongodb').baseUrl;
  const databases = databasesOf(system.topicPrefix.slice(0, -1));
  mongo = {
    orders: await connectMongo({ url, database: databases.orders, appName: 'test' }),
    inventory: await connectMongo({ url, database: databases.inventory, appName: 'test' }),
  };
  tenant = await openTenant(system);
  return async () => {
    await tenant.stop();
    await Promise.all(Object.values(mongo).map((one) => one.stop()));
  };
});

/** Keeps the collections of a service that match, as they are. @returns brings them back to that. */
async function backUp(service: 'orders' | 'inventory', names: RegExp): Promise<() => Promise<void>> {
  const { db } = mongo[service];
  const listed = await db.listCollections({ name: names }, { nameOnly: true }).toArray();
  const kept = await Promise.all(
    listed.map(async ({ name }) => ({ name, documents: await db.collection<Stored>(name).find().toArray() })),
  );
  return async () => {
    for (const { name, documents } of kept) {
      await db.collection<Stored>(name).deleteMany({});
      if (documents.length > 0) await db.collection<Stored>(name).insertMany(documents);
    }
  };
}

async function reconcile(...options: readonly string[]): Promise<Record<string, unknown>> {
  const printed = { out: '', err: '' };
  const code = await runAdmin(['reconcile', '--json', ...options], {
    env: { FULFILMENT_DATA: system.dataDir },
    print: (text) => (printed.out += text),
    complain: (text) => (printed.err += text),
  });
  expect({ code, err: printed.err }).toEqual({ code: 0, err: '' });
  const shape = RECONCILE_MANUAL['reconcile']?.output.safeParse(JSON.parse(printed.out));
  expect(shape?.error).toBeUndefined();
  return JSON.parse(printed.out);
}

test('orders that were restored learn of what inventory did since, once; what is left is named', async () => {
  const { shop } = tenant;
  const of = tenantKey(tenant.tenant);
  await shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 0 });
  const early = await shop.createOrder({ lines: [{ sku: 'MUG', quantity: 2 }] });
  // Else the restored orders would send the command again, and inventory answer it.
  const orders = mongo.orders.db.collection('orders');
  const carrying = { $or: [{ 'command.state': 'new' }, { 'outbox.state': 'new' }] };
  await eventually(async () => expect(await orders.countDocuments(carrying)).toBe(0));
  const restoreOrders = await backUp('orders', /^(?!relay_|sweeps)/);
  const restoreAllocations = await backUp('inventory', /^allocations$/);
  await shop.updateSku('MUG', { on_hand: 9 });
  await eventually(async () => expect((await shop.order(early.id)).allocation).toBe('allocated'));
  const late = await shop.createOrder({ lines: [{ sku: 'MUG', quantity: 1 }] });

  // Its consumer has committed what it handled, so that Kafka does not tell it again.
  await restart(system, 'orders');
  await restoreOrders();
  // A backup is restored while the services are stopped: a process relies on what it committed.
  await killNine(system, 'orders');
  expect((await shop.order(early.id)).allocation).toBe('backordered');

  const behind = [{ tenant: of, order_id: early.id, version: 1 }];
  const unknown = [{ tenant: of, order_id: late.id }];
  expect(await reconcile('--dry-run')).toMatchObject({ sent: 0, behind, ahead: [], unknown });
  expect((await shop.order(early.id)).allocation).toBe('backordered');

  expect(await reconcile()).toMatchObject({ sent: 1, behind, ahead: [], unknown });
  await eventually(async () => expect((await shop.order(early.id)).allocation).toBe('allocated'));
  expect((await shop.order(early.id)).lines).toMatchObject([{ quantity: 2, allocated: 2 }]);
  expect(await reconcile()).toMatchObject({ sent: 0, behind: [], ahead: [], unknown });

  await restoreAllocations();
  await killNine(system, 'inventory');
  const ahead = [{ tenant: of, order_id: early.id, version: 2 }];
  expect(await reconcile()).toMatchObject({ sent: 0, behind: [], ahead, unknown: [] });
});
