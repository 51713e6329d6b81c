import { type OrderHistoryEntry, type OrderRecord, returnRecord, SERVICES, type SkuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, describe, expect, test } from 'vitest';
import { startBusyClients, type Work } from './faults/busy-clients.ts';
import { endOf } from './faults/good-client.ts';
import { killNine } from './faults/kill-nine.ts';
import { besideLoad, killUnderLoad } from './faults/kill-under-load.ts';
import { atOnce } from './system/at-once.ts';
import type { Answer } from './system/call.ts';
import { eventsOf, eventsOfType } from './system/receiver.ts';
import { lentTestSystem } from './system/shared-system.ts';
import { type OwnTestSystem, processNamed } from './system/start-test-system.ts';
import { takeReturn } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';
import { isBalanced, looksAt, watchStock } from './system/watch-stock.ts';

const SKUS = ['RED-01', 'BLUE-01', 'GREEN-01'];
const OPENING = 100_000;
const CLIENTS = 4;
/** Orders that have to get through between two kills: the system works again, and under load. */
const BETWEEN_KILLS = 12;
/** The kill of a process costs what it held: leases and transactions of up to 15 s. */
const DELIVERED_WITHIN = { withinMs: 45_000, everyMs: 250 };

let system: OwnTestSystem;
let tenant: TestTenant;
let work: Work;
let watched: { readonly reads: number; readonly faults: readonly SkuRecord[] };
let orders: OrderRecord[];
let histories: Map<string, OrderHistoryEntry[]>;

beforeAll(async () => {
  system = await lentTestSystem();
  return () => system.stop();
});

beforeAll(async () => {
  tenant = await openTenant(system);
  return () => tenant.stop();
});

beforeAll(async () => {
  const { shop } = tenant;
  for (const sku of SKUS) await shop.createSku({ sku, name: sku, on_hand: OPENING });
  const watch = watchStock(looksAt(shop, SKUS));
  const clients = startBusyClients({ call: system.call, key: shop.key, clients: CLIENTS, skus: SKUS });
  const names = [...SERVICES, 'gateway'];
  try {
    work = await besideLoad(clients, () => killUnderLoad(system, { names, load: clients, between: BETWEEN_KILLS }));
  } finally {
    watched = await watch.stop();
  }
  orders = await shop.orders();
  const read = await atOnce(CLIENTS, orders, async ({ id }): Promise<[string, OrderHistoryEntry[]]> => [
    id,
    await shop.history(id),
  ]);
  histories = new Map(read);
}, 900_000);

const shippedOf = (sku: string) =>
  orders.flatMap(({ lines }) => lines.filter((line) => line.sku === sku)).reduce((sum, line) => sum + line.shipped, 0);

/** A step whose answer is late is shown as pending first, by an update of its own. */
const stepsOf = (id: string) =>
  (histories.get(id) ?? []).flatMap(({ transition }) => (transition === 'update' ? [] : [transition]));

describe('after kill -9 of each process, one after another, under orders from several clients', () => {
  test('every order that a client was told of is there, once, and has ended as its client wanted', () => {
    expect(orders.length).toBeGreaterThan(6 * BETWEEN_KILLS);
    const ends = new Map(Array.from(work.routes, ([name, route]) => [name, endOf(route)]));
    expect(new Map(orders.map(({ external_id, status }) => [external_id, status]))).toEqual(ends);
    expect(orders).toHaveLength(ends.size);
    expect(work.heard.promised).toEqual(new Set(orders.map(({ id }) => id)));
    for (const { pending_transition } of orders) expect(pending_transition).toBeNull();
  });

  test('each step was taken once', () => {
    const taken = orders.map(({ id, external_id }) => [external_id, stepsOf(id)]);

    expect(Object.fromEntries(taken)).toEqual(
      Object.fromEntries(Array.from(work.routes, ([name, route]) => [name, ['create', ...route]])),
    );
  });

  test('what is on hand is what there was less what was shipped, and nothing is held for anyone', async () => {
    for (const sku of await tenant.shop.skus()) {
      const onHand = OPENING - shippedOf(sku.sku);
      expect(sku).toMatchObject({ on_hand: onHand, allocated: 0, available: onHand, stock: [{ on_hand: onHand }] });
    }
    for (const { status, lines } of orders)
      for (const { quantity, shipped } of lines) expect(shipped).toBe(status === 'shipped' ? quantity : 0);
  });

  test('no reader ever saw a negative quantity, or one that does not add up', () => {
    expect(watched.faults).toEqual([]);
    expect(watched.reads).toBeGreaterThan(50);
  });

  test('no client was ever told of an error inside', () => {
    expect(Object.fromEntries(work.heard.answers)).not.toHaveProperty('internal');
  });

  test('every step of every order was told, as one event, signed', async () => {
    const types = {
      create: 'order.created',
      pack: 'order.packed',
      ship: 'order.shipped',
      cancel: 'order.cancelled',
      update: 'order.updated',
    };
    const happened = [...histories].flatMap(([id, history]) =>
      history.map(({ transition }) => `${id} ${Object.entries(types).find(([name]) => name === transition)?.[1]}`),
    );

    await eventually(() => {
      const told = eventsOf(tenant.subscriber).flatMap(({ type, data }) =>
        type.startsWith('order.') && 'id' in data ? [`${String(data.id)} ${type}`] : [],
      );
      expect(told.toSorted()).toEqual(happened.toSorted());
    }, DELIVERED_WITHIN);
    expect(tenant.subscriber.faults).toEqual([]);
  });

  test.each(SKUS)('every change of %s was told, version by version, each in balance, and each shipment once', async (sku) => {
    const { version } = await tenant.shop.sku(sku);

    const changes = await eventually(() => {
      const told = eventsOfType(tenant.subscriber, 'inventory.updated').filter(({ data }) => data.sku === sku);
      const inOrder = told.toSorted((a, b) => a.sequence - b.sequence);
      expect(inOrder.map(({ sequence }) => sequence)).toEqual(Array.from({ length: version }, (_, n) => n + 1));
      return inOrder;
    }, DELIVERED_WITHIN);

    expect(changes.filter(({ data }) => !isBalanced(data))).toEqual([]);
    const shipments = changes.filter(({ reason }) => reason === 'shipment').map(({ reference }) => String(reference?.id));
    const having = orders.filter(({ status, lines }) => status === 'shipped' && lines.some((line) => line.sku === sku));
    expect(shipments.toSorted()).toEqual(having.map(({ id }) => id).toSorted());
  });

  test('every scan was recorded once, and told', async () => {
    const scans = await tenant.shop.scans();
    expect(scans).toHaveLength(work.clientScanIds.size);
    expect(new Set(scans.map(({ client_scan_id }) => client_scan_id))).toEqual(work.clientScanIds);

    await eventually(
      () =>
        expect(
          eventsOfType(tenant.subscriber, 'scan.completed')
            .map(({ data }) => data.id)
            .toSorted(),
        ).toEqual(scans.map(({ id }) => id).toSorted()),
      DELIVERED_WITHIN,
    );
  });
});

test.each(['inventory', 'orders'])(
  'a receipt that inventory has not answered when %s is killed brings its units once, and its repeat is answered',
  async (killed) => {
    const { key, ...shop } = tenant.shop;
    const sku = `BACK-${killed}`;
    const [post, code] = [(path: string, body: object) => takeReturn(system.call, key, path, body), `DOCK-${killed}`];
    await system.call('POST', '/locations', { key, body: { type: 'warehouse', code, usage: 'returns' } });
    await shop.createSku({ sku, name: 'Mug', on_hand: 5 });
    const order = await shop.createOrder({ lines: [{ sku, quantity: 2 }] });
    await shop.pack(order.id);
    await shop.ship(order.id);
    const line = { line_id: order.lines[0]?.id, quantity: 2 };
    const { id } = await post('/returns', { order_id: order.id, approved: true, lines: [{ ...line, reason: 'damaged' }] });
    const receive = (): Promise<Answer> =>
      system.call('POST', `/returns/${id}/receipts`, {
        key,
        body: { lines: [{ ...line, quantity: 1, location: code }] },
        headers: { 'Idempotency-Key': `back-${killed}` },
      });
    const { pid } = processNamed(system, 'inventory');
    if (pid === undefined) throw new Error('inventory has no process here');

    process.kill(pid, 'SIGSTOP');
    try {
      expect((await receive()).status).toBe(202);
      await killNine(system, killed);
    } finally {
      if (killed !== 'inventory') process.kill(pid, 'SIGCONT');
    }

    await eventually(async () => {
      const again = await receive();
      expect(again.as(200, returnRecord)).toMatchObject({ pending_transition: null, lines: [{ received: 1, expected: 1 }] });
    }, DELIVERED_WITHIN);
    expect(await shop.sku(sku)).toMatchObject({ on_hand: 4, unavailable: 1 });
  },
);

test('the stores of all services agree with each other', async () => {
  expect(await system.differences()).toEqual([]);
});
