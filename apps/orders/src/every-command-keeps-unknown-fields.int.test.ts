import { fulfilmentRecord, returnRecord, orderRecord, type OrderRecord } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import {
  type Caller,
  identityOf,
  LaterRelease,
  newCaller,
  type ServiceInstance,
  type WriteCounters,
} from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Commands } from './application.ts';
import { COLLECTIONS } from './documents.ts';
import { openTestBed, type TestBed } from './orders.fixture.ts';
import { FakeInventory } from './saga/fake-inventory.fixture.ts';

/** Every collection of the service, with the counter that its writers compare. */
const COUNTERS: WriteCounters = Object.fromEntries(Object.entries(COLLECTIONS).map(([name, { counter }]) => [name, counter]));
/** Documents that are only ever added. */
const ADDED = Object.entries(COLLECTIONS).flatMap(([name, each]) => ('isOnlyAdded' in each ? [name] : []));

let bed: TestBed;
let orders: ServiceInstance;
let inventory: FakeInventory;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  orders = await bed.start({ ORDER_WAIT_MS: '20000' });
  inventory = new FakeInventory(bed.log, { 'MUG-01': 100_000 }, { W1: { 'MUG-01': 100 }, W2: { 'MUG-01': 100 } });
  await inventory.start();
});

afterAll(async () => {
  await orders.stop();
  await inventory.stop();
  await bed.stop();
});

const BODY = {
  lines: [{ sku: 'MUG-01', quantity: 2 }],
  ship_to: { name: 'A. Buyer', address1: '1 Queen’s Road', city: 'Hong Kong', country: 'HK' },
};

/** An order of a tenant of its own. */
class Shop {
  readonly by: Caller = newCaller();
  id = '';
  /** Its fulfilment. */
  part = '';
  /** Its return. */
  back = '';
  /** A step that waits for its outcome. */
  asked: Promise<unknown> | undefined;

  async call(to: string, body?: unknown): Promise<OrderRecord> {
    const reply = await orders.call(this.by, to.replace(':id', this.id), body);
    if (reply.status >= 300) throw new Error(`${to}: ${JSON.stringify(reply.body)}`);
    return orderRecord.parse(reply.body);
  }

  /** Creates its fulfilment, or carries that further. */
  async callPart(to: string, body: unknown = {}): Promise<void> {
    const reply = await orders.call(this.by, to.replace(':id', this.part || this.id), body);
    if (reply.status >= 300) throw new Error(`${to}: ${JSON.stringify(reply.body)}`);
    this.part = fulfilmentRecord.parse(reply.body).id;
  }

  /** Creates its return, or carries that further. */
  async callReturn(to: string, body: unknown = {}): Promise<void> {
    const reply = await orders.call(this.by, to.replace(':id', this.back), body);
    if (reply.status >= 300) throw new Error(`${to}: ${JSON.stringify(reply.body)}`);
    this.back = returnRecord.parse(reply.body).id;
  }

  /** A line of its order, in a body. */
  async line(facts: object): Promise<object> {
    const [line] = (await this.call('GET /orders/:id')).lines;
    return { lines: [{ line_id: line?.id, quantity: 1, ...facts }] };
  }

  /** Waits until the order carries nothing that is to be published: the relays write orders too. */
  async published(): Promise<void> {
    const carrying = { tenant: tenantKey(this.by), $or: [{ outbox: { $exists: true } }, { command: { $exists: true } }] };
    await eventually(async () => {
      if ((await bed.mongo.db.collection('orders').countDocuments(carrying)) > 0) throw new Error('Messages wait');
    });
  }
}

interface UseCase {
  /** Brings the order to where the use case begins. */
  readonly given?: (shop: Shop) => Promise<unknown>;
  readonly run: (shop: Shop) => Promise<unknown>;
  /** The collections in which it writes over documents that are there. */
  readonly writes: readonly (keyof typeof COUNTERS)[];
  /** Objects that it replaces by new ones. */
  readonly replaces?: readonly string[];
}

const pack = (shop: Shop) => shop.call('POST /orders/:id/pack', { packages: [{ weight_g: 850 }] });
const ship = (shop: Shop) => shop.call('POST /orders/:id/ship', { tracking_number: 'JD01' });
const limit = async ({ by }: Shop) => {
  const send = { token: await identityOf(by, 'orders'), body: { ship_to_days: 30 } };
  expect((await orders.send('PATCH /account/v1/retention', send)).status).toBe(200);
};
const plan = (shop: Shop) => shop.callPart('POST /orders/:id/fulfilments');
const packPart = (shop: Shop) => shop.callPart('POST /fulfilments/:id/pack', { packages: [{ weight_g: 850 }] });
const planAndPack = (shop: Shop) => plan(shop).then(() => packPart(shop));
const releaseHold = async (shop: Shop) => {
  const { holds } = await shop.call('GET /orders/:id');
  return shop.call(`DELETE /orders/:id/holds/${holds[0]?.id}`);
};
const expireHold = async (shop: Shop) => {
  await shop.published();
  const past = new Date(Date.now() - 1_000);
  const $set = { 'holds.0.until': past, holds_until: past };
  await bed.mongo.db.collection<{ readonly _id: string }>('orders').updateOne({ _id: shop.id }, { $set });
  await eventually(async () => expect((await shop.call('GET /orders/:id')).holds).toEqual([]), { withinMs: 60_000 });
};
const takeBack = async (shop: Shop, approved: boolean): Promise<void> => {
  await pack(shop);
  await ship(shop);
  await requestBack(shop, approved);
};
const requestBack = async (shop: Shop, approved: boolean): Promise<void> => {
  await shop.callReturn('POST /returns', { order_id: shop.id, approved, ...(await shop.line({ reason: 'damaged' })) });
};
const receive = async (shop: Shop) => shop.callReturn('POST /returns/:id/receipts', await shop.line({ location: 'MAIN:BACK' }));
const fromWarehouses = async (shop: Shop) => {
  shop.id = (await shop.call('POST /orders', { ...BODY, external_id: newId('ord'), ship_from: ['W1', 'W2'] })).id;
};
const ANSWER = ['orders.last_answer'];

const USE_CASES: Record<keyof Commands, UseCase> = {
  createOrder: { run: (shop) => shop.call('POST /orders', BODY), writes: [] },
  createOrders: { run: (shop) => orders.call(shop.by, 'POST /orders/batch', { items: [BODY] }), writes: [] },
  updateOrder: {
    given: pack,
    run: (shop) => shop.call('PATCH /orders/:id', { note: 'gate 3', tracking_url: 'https://example.com/t' }),
    writes: ['orders'],
  },
  editOrder: {
    run: (shop) => shop.call('POST /orders/:id/edit', { lines: [{ sku: 'MUG-01', quantity: 1 }], mode: 'patch' }),
    writes: ['orders'],
    replaces: ANSWER,
  },
  holdOrder: { run: (shop) => shop.call('POST /orders/:id/holds', { reason: 'fraud' }), writes: ['orders'] },
  releaseHold: {
    given: (shop) => shop.call('POST /orders/:id/holds', { reason: 'fraud' }),
    run: releaseHold,
    writes: ['orders'],
  },
  expireHolds: {
    given: (shop) => shop.call('POST /orders/:id/holds', { reason: 'fraud', until: new Date(Date.now() + 60_000).toISOString() }),
    run: expireHold,
    writes: ['orders'],
  },
  packOrder: { run: pack, writes: ['orders'], replaces: ANSWER },
  shipOrder: { given: pack, run: ship, writes: ['orders'], replaces: ANSWER },
  cancelOrder: {
    given: pack,
    run: (shop) => shop.call('POST /orders/:id/cancel', { reason: 'changed mind' }),
    writes: ['orders'],
    replaces: ANSWER,
  },
  eraseReturn: {
    given: (shop) =>
      shop.callReturn('POST /returns', {
        order_id: null,
        lines: [{ sku: 'MUG-01', quantity: 1 }],
        approved: true,
        note: 'gate 3',
      }),
    run: (shop) => shop.callReturn('POST /returns/:id/erase'),
    writes: ['orders'],
  },
  eraseOrder: {
    given: async (shop) => {
      await pack(shop);
      await shop.call('POST /orders/:id/cancel', {});
    },
    run: (shop) => shop.call('POST /orders/:id/erase', {}),
    writes: ['orders'],
    // A field of a later release in an address may be a person's.
    replaces: ['orders.ship_to'],
  },
  updateRetention: {
    run: limit,
    writes: [],
  },
  eraseExpired: {
    given: async (shop) => {
      await shop.call('POST /orders/:id/cancel', {});
      await shop.published();
      const $set = { updated_at: new Date(Date.now() - 31 * 86_400_000) };
      await bed.mongo.db.collection<{ readonly _id: string }>('orders').updateOne({ _id: shop.id }, { $set });
    },
    run: async (shop) => {
      await limit(shop);
      await eventually(async () => expect((await shop.call('GET /orders/:id')).erased_at).not.toBeNull(), { withinMs: 60_000 });
    },
    writes: ['orders'],
    replaces: ['orders.ship_to'],
  },
  createFulfilment: { run: plan, writes: ['orders'], replaces: ANSWER },
  packFulfilment: { given: plan, run: packPart, writes: ['orders'], replaces: ANSWER },
  unpackFulfilment: {
    given: planAndPack,
    run: (shop) => shop.callPart('POST /fulfilments/:id/unpack'),
    writes: ['orders'],
    replaces: ANSWER,
  },
  shipFulfilment: {
    given: planAndPack,
    run: (shop) => shop.callPart('POST /fulfilments/:id/ship', { carrier: 'DHL' }),
    writes: ['orders'],
    replaces: ANSWER,
  },
  cancelFulfilment: {
    given: planAndPack,
    run: (shop) => shop.callPart('POST /fulfilments/:id/cancel', { reason: 'other parcel' }),
    writes: ['orders'],
    replaces: ANSWER,
  },
  updateFulfilment: {
    given: planAndPack,
    run: (shop) => shop.callPart('PATCH /fulfilments/:id', { note: 'fragile' }),
    writes: ['orders'],
  },
  closeOrder: { run: (shop) => shop.call('POST /orders/:id/close', {}), writes: ['orders'], replaces: ANSWER },
  reassignOrder: {
    given: fromWarehouses,
    run: async (shop) => shop.call('POST /orders/:id/reassign', await shop.line({ to: 'W2' })),
    writes: ['orders'],
    replaces: [...ANSWER, 'orders.lines.sources'],
  },
  createReturn: {
    given: (shop) => pack(shop).then(() => ship(shop)),
    run: (shop) => requestBack(shop, true),
    writes: ['orders'],
    replaces: ANSWER,
  },
  approveReturn: {
    given: (shop) => takeBack(shop, false),
    run: (shop) => shop.callReturn('POST /returns/:id/approve'),
    writes: ['orders'],
    replaces: ANSWER,
  },
  rejectReturn: {
    given: (shop) => takeBack(shop, false),
    run: (shop) => shop.callReturn('POST /returns/:id/reject'),
    writes: ['orders'],
  },
  cancelReturn: {
    given: (shop) => takeBack(shop, true),
    run: (shop) => shop.callReturn('POST /returns/:id/cancel'),
    writes: ['orders'],
    replaces: ANSWER,
  },
  closeReturn: {
    given: (shop) => takeBack(shop, true),
    run: (shop) => shop.callReturn('POST /returns/:id/close'),
    writes: ['orders'],
    replaces: ANSWER,
  },
  receiveReturn: { given: (shop) => takeBack(shop, true), run: receive, writes: ['orders'], replaces: ANSWER },
  disposeReturn: {
    given: (shop) => takeBack(shop, true).then(() => receive(shop)),
    run: async (shop) => shop.callReturn('POST /returns/:id/dispositions', await shop.line({ disposition: 'restock' })),
    writes: ['orders'],
    replaces: ANSWER,
  },
  takeOutcomes: {
    given: async (shop) => {
      inventory.holdBack();
      shop.asked = pack(shop);
      await eventually(async () => {
        const isSent = inventory.commands.some(({ type, order_id: id }) => type === 'confirm' && id === shop.id);
        if (!isSent) throw new Error('The step is not stored');
      });
    },
    run: async (shop) => {
      await inventory.letGo();
      await shop.asked;
    },
    writes: ['orders'],
    replaces: ANSWER,
  },
};

test('each collection that is written over has a use case', () => {
  const written = new Set(Object.values(USE_CASES).flatMap(({ writes }) => writes));

  expect([...written, ...ADDED].toSorted()).toEqual(Object.keys(COUNTERS).toSorted());
});

test.each(Object.entries(USE_CASES))(
  '%s keeps the fields of a later release in every document that it writes',
  async (_name, { given, run, writes, replaces = [] }) => {
    const later = new LaterRelease(bed.mongo, COUNTERS);
    const shop = new Shop();
    shop.id = (await shop.call('POST /orders', { ...BODY, external_id: newId('ord') })).id;
    await given?.(shop);
    await shop.published();
    await later.write({ tenant: tenantKey(shop.by) });

    await run(shop);
    await shop.published();

    expect(await later.aftermath()).toEqual({ written: writes, lost: replaces });
  },
);
