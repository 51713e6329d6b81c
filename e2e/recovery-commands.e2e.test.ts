import { refusedRows, TOPICS } from '@fulfilment/contracts';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { tenantKey } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { ConfigResourceTypes, Kafka, logLevel } from 'kafkajs';
import { beforeAll, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { OUTBOX_MANUALS } from '../apps/cli/src/outbox-commands.ts';
import { RECONCILE_MANUAL } from '../apps/cli/src/reconcile-command.ts';
import { runAdmin } from '../apps/cli/src/run-admin.ts';
import { killNine } from './faults/kill-nine.ts';
import { restart } from './faults/restart.ts';
import { eventsOf, eventsOfType } from './system/receiver.ts';
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

/** Runs a command of the operator. @returns the JSON that it prints, in the shape that its manual tells. */
async function admin(command: string, ...options: readonly string[]): Promise<Record<string, unknown>> {
  const printed = { out: '', err: '' };
  const code = await runAdmin([...command.split(' '), '--json', ...options], {
    env: { FULFILMENT_DATA: system.dataDir },
    print: (text) => (printed.out += text),
    complain: (text) => (printed.err += text),
  });
  expect({ code, err: printed.err }).toEqual({ code: 0, err: '' });
  const shape = { ...RECONCILE_MANUAL, ...OUTBOX_MANUALS }[command]?.output.safeParse(JSON.parse(printed.out));
  expect(shape?.error).toBeUndefined();
  return JSON.parse(printed.out);
}

const reconcile = (...options: readonly string[]) => admin('reconcile', ...options);

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

/** Sets the longest message that Kafka takes into a topic of the system. */
async function setMaxMessageBytes(topic: string, bytes: number): Promise<void> {
  const kafka = new Kafka({ brokers: inject('engines').kafkaBrokers.split(','), logLevel: logLevel.NOTHING });
  const client = kafka.admin();
  await client.connect();
  const [type, name] = [ConfigResourceTypes.TOPIC, system.topicPrefix + topic];
  const configEntries = [{ name: 'max.message.bytes', value: String(bytes) }];
  await client.alterConfigs({ validateOnly: false, resources: [{ type, name, configEntries }] });
  await client.disconnect();
}

const refusedOfOrders = async () => refusedRows.parse(await admin('outbox list', '--service', 'orders')).data;

test('messages that Kafka refused are listed with the reason, hold up no others, and are published when they are retried', async () => {
  const { shop, subscriber } = tenant;
  await shop.createSku({ sku: 'CUP', name: 'Cup', on_hand: 5 });
  const createdBy = (ids: readonly string[]) => () =>
    expect(eventsOfType(subscriber, 'order.created').map(({ data }) => data.id)).toEqual(expect.arrayContaining([...ids]));
  expect(await refusedOfOrders()).toEqual([]);

  await setMaxMessageBytes(TOPICS.ordersEvents, 100);
  const refused = [await shop.createOrder({ lines: [{ sku: 'CUP', quantity: 1 }] })];
  // A broker learns of the setting in a moment: until then it takes messages of any size.
  await eventually(async () => {
    if ((await refusedOfOrders()).length > 0) return;
    refused.push(await shop.createOrder({ lines: [{ sku: 'CUP', quantity: 1 }] }));
    expect.fail('no message was refused yet');
  });
  await setMaxMessageBytes(TOPICS.ordersEvents, 1_048_588);
  const rows = await eventually(async () => {
    const found = await refusedOfOrders();
    const told = eventsOfType(subscriber, 'order.created').filter(({ data }) => refused.some(({ id }) => id === data.id));
    expect(found.length + told.length).toBe(refused.length);
    return found;
  });
  expect(rows[0]).toMatchObject({ topic: TOPICS.ordersEvents, error: expect.stringContaining('larger') });

  // It learns that it may take them again in a moment, too.
  await eventually(async () => {
    const other = await shop.createOrder({ lines: [{ sku: 'CUP', quantity: 1 }] });
    refused.push(other);
    await eventually(createdBy([other.id]), { withinMs: 3_000 });
  });
  for (const { id } of await refusedOfOrders()) await admin('outbox retry', id);

  await eventually(createdBy(refused.map(({ id }) => id)));
  expect(await refusedOfOrders()).toEqual([]);
});

test('messages that are published again reach no subscriber twice', async () => {
  const { shop, subscriber } = tenant;
  await shop.createSku({ sku: 'JAR', name: 'Jar', on_hand: 1 });
  const arrivedAt = (version: number) => () =>
    expect(eventsOfType(subscriber, 'inventory.updated').map(({ data, sequence }) => [data.sku, sequence])).toContainEqual([
      'JAR',
      version,
    ]);
  await eventually(arrivedAt(1));

  const { data } = await admin('outbox republish', '--since', '1h', '--topic', TOPICS.inventoryEvents);
  expect(data).toEqual([
    { service: 'inventory', messages: expect.any(Number) },
    { service: 'orders', messages: 0 },
    { service: 'scans', messages: 0 },
  ]);
  expect(z.array(z.object({ messages: z.number() })).parse(data)[0]?.messages).toBeGreaterThan(1);

  // It stands in the same partition behind what was published again.
  await shop.updateSku('JAR', { on_hand: 2 });
  await eventually(arrivedAt(2));
  expect(subscriber.deliveries).toHaveLength(eventsOf(subscriber).length);
});
