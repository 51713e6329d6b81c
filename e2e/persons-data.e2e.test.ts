import { operations } from '@fulfilment/contracts';
import { databasesOf } from '@fulfilment/dev-stack/run-file';
import { newId } from '@fulfilment/kernel';
import { connectMongo, type Mongo } from '@fulfilment/mongo';
import { eventually } from '@fulfilment/testing';
import { beforeAll, expect, inject, test } from 'vitest';
import { runAdmin } from '../apps/cli/src/run-admin.ts';
import { type OwnTestSystem, processNamed, startTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: OwnTestSystem;
let stores: readonly (readonly [service: string, store: Mongo])[];

beforeAll(async () => {
  system = await startTestSystem(inject('engines'), { settings: { ACCOUNT_DELETION_DAYS: '0' } });
  return () => system.stop();
});

beforeAll(async () => {
  const url = processNamed(system, 'mongodb').baseUrl;
  const databases = Object.entries(databasesOf(system.topicPrefix.slice(0, -1)));
  stores = await Promise.all(
    databases.map(async ([service, database]) => [service, await connectMongo({ url, database, appName: 'test' })] as const),
  );
  return async () => {
    for (const [, store] of stores) await store.stop();
  };
});

const planted = (mark: string) => ({
  lines: [{ sku: 'MUG', quantity: 1 }],
  external_id: newId('ord'),
  note: `For ${mark}`,
  metadata: { gift_for: mark },
  ship_to: { name: mark, address1: `1 ${mark} Road`, city: `${mark}ville`, country: 'HK', email: `${mark}@example.com` },
});

/** Where a text stands: collections of all services whose documents have it. */
async function placesOf(mark: string): Promise<readonly string[]> {
  const places: string[] = [];
  for (const [service, { db }] of stores) {
    const collections = await db.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
    for (const { name } of collections.filter((each) => !each.name.startsWith('system.'))) {
      const found = await db.collection(name).find().toArray();
      if (JSON.stringify(found).includes(mark)) places.push(`${service}.${name}`);
    }
  }
  return places.toSorted();
}

/** Runs a command of the operator. @returns the JSON that it prints. */
async function admin(...words: readonly string[]): Promise<unknown> {
  const printed = { out: '', err: '' };
  const code = await runAdmin([...words, '--json'], {
    env: { FULFILMENT_DATA: system.dataDir },
    print: (text) => (printed.out += text),
    complain: (text) => (printed.err += text),
  });
  expect({ code, err: printed.err }).toEqual({ code: 0, err: '' });
  return JSON.parse(printed.out);
}

/** A shipped order with persons' data, whose events have all been delivered. */
async function shippedTo({ shop, subscriber }: TestTenant, mark: string): Promise<string> {
  const { id } = await shop.createOrder(planted(mark));
  await shop.pack(id);
  await shop.ship(id);
  await eventually(() => expect(subscriber.deliveries.map(({ event }) => event.type)).toContain('order.shipped'));
  return id;
}

test('after an erasure no store has the planted name, what is read and sent neither, and the system is sound', async () => {
  const mark = `Planted${newId('req').slice(-8)}`;
  const tenant = await openTenant(system);
  await tenant.shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 9 });
  const id = await shippedTo(tenant, mark);
  expect(await placesOf(mark)).toEqual(expect.arrayContaining(['orders.orders', 'webhooks.events']));

  await tenant.shop.ask(operations.eraseOrder, { at: { ord_: id } });

  await eventually(async () => expect(await placesOf(mark)).toEqual([]), { withinMs: 90_000, everyMs: 1_000 });
  const feed = JSON.stringify(await tenant.shop.all('/events'));
  expect([feed.includes(mark), feed.includes(id)]).toEqual([false, true]);
  await eventually(() =>
    expect(tenant.subscriber.deliveries.map(({ event }) => event)).toContainEqual(
      expect.objectContaining({ type: 'order.updated', changed: ['ship_to', 'note', 'metadata'] }),
    ),
  );
  expect(await system.differences()).toEqual([]);
  await tenant.stop();
});

test('after the deletion of an account no store knows it, but for the entry of the deletion, and the system is sound', async () => {
  const mark = `Planted${newId('req').slice(-8)}`;
  const tenant = await openTenant(system);
  const { accountId } = tenant.tenant;
  await tenant.shop.createSku({ sku: 'MUG', name: 'Mug', on_hand: 9 });
  await shippedTo(tenant, mark);
  await tenant.shop.scan({ barcode: '4006381333931', operator: mark });

  await admin('account', 'suspend', '--account', accountId);
  const foreseen = await admin('account', 'delete', '--account', accountId, '--dry-run');
  const deleted = await admin('account', 'delete', '--account', accountId, '--as', 'jo');

  expect(foreseen).toMatchObject({ state: 'would_be_deleted', records: { orders: expect.any(Number) } });
  expect(deleted).toMatchObject({ account_id: accountId, state: 'deleted' });
  expect(await placesOf(mark)).toEqual([]);
  expect(await placesOf(accountId)).toEqual(['gateway.audit_log']);
  expect(await system.differences()).toEqual([]);
  await tenant.subscriber.stop();
});
