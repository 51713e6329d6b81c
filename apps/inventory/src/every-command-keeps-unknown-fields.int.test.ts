import type { MoveCommand, StockCommand } from '@fulfilment/contracts';
import { newId, tenantKey } from '@fulfilment/kernel';
import { eventually, patient } from '@fulfilment/testing';
import { type Caller, LaterRelease, newCaller, type WriteCounters } from '@fulfilment/service/test-bed';
import { type MigrationStep, migrateStore } from '@fulfilment/mongo';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Commands } from './application.ts';
import { COLLECTIONS } from './documents.ts';
import { allocate, type Instance, move, openTestBed, step, type TestBed } from './inventory.fixture.ts';
import { SCHEMA } from './schema.ts';

/** Every collection of the service, with the counter that its writers compare. */
const COUNTERS: WriteCounters = Object.fromEntries(Object.entries(COLLECTIONS).map(([name, { counter }]) => [name, counter]));
/** Documents that no use case writes over. */
const ADDED = Object.entries(COLLECTIONS).flatMap(([name, each]) => ('isOnlyAdded' in each ? [name] : []));

let bed: TestBed;
let inventory: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

/** A tenant with two mugs in A3/S2, counted once, and one order that holds one of them and waits for two more. */
class Shop {
  readonly by: Caller = newCaller();
  readonly order = newId('ord');
  readonly fulfilment = newId('ful');

  async call(to: string, body?: unknown): Promise<Record<string, unknown>> {
    const reply = await inventory.call(this.by, to, body);
    if (reply.status >= 300) throw new Error(`${to}: ${JSON.stringify(reply.body)}`);
    return Object(reply.body);
  }

  /** Sends commands of orders or scans, and waits for the outcomes. */
  async send(...commands: readonly (StockCommand | MoveCommand)[]): Promise<void> {
    const heard = () => bed.outcomesOf(this.order).length + commands.flatMap((each) => answersTo(each)).length;
    const before = heard();
    await bed.send(this.by, ...commands);
    await eventually(() => {
      if (heard() === before) throw new Error('No outcome was heard');
    });
  }

  /** Puts one cup into the fulfilment. */
  async assign(attempt: number): Promise<void> {
    const [, cup] = bed.outcomesOf(this.order).at(-1)?.lines ?? [];
    const facts = { order: this.order, attempt, fulfilment_id: this.fulfilment, lines: [{ id: cup?.id, quantity: 1 }] };
    await this.send(step(this.by, 'assign', facts));
  }

  /** The cart of one cup, once it is reserved. */
  reservation = '';

  async reserve(): Promise<void> {
    const { id } = await this.call('POST /reservations', { lines: [{ sku: 'CUP', quantity: 1 }], expires_in: 600 });
    this.reservation = String(id);
  }

  /** The id of the shelf that the cups lie at. */
  async shelfId(): Promise<string> {
    const { data } = await this.call('GET /locations?q=S1');
    const [shelf] = Array.isArray(data) ? data : [];
    return String(Object(shelf).id);
  }
}

const answersTo = (command: StockCommand | MoveCommand) => (command.type === 'move' ? bed.answersTo(command.scan_id) : []);

async function openShop(): Promise<Shop> {
  const shop = new Shop();
  await shop.call('POST /inventory', { sku: 'MUG', name: 'Mug', on_hand: 2, location: 'A3/S2', reorder_point: 1 });
  await shop.call('POST /inventory', { sku: 'CUP', name: 'Cup', on_hand: 5, location: 'A3/S1' });
  await shop.send(move(shop.by, { movement: 'count', sku: 'CUP', quantity: 4, location: 'A3/S1' }));
  await shop.send(
    allocate(shop.by, shop.order, [
      ['MUG', 3],
      ['CUP', 1],
    ]),
  );
  return shop;
}

interface UseCase {
  /** Brings the shop to where the use case begins. */
  readonly given?: (shop: Shop) => Promise<unknown>;
  readonly run: (shop: Shop) => Promise<unknown>;
  /** The collections in which it writes over documents that are there. */
  readonly writes: readonly (keyof typeof COUNTERS)[];
  /** Objects that it replaces by new ones. */
  readonly replaces?: readonly string[];
}

/** Ships both mugs, and has them expected back. */
async function expectMug(shop: Shop): Promise<void> {
  await shipAll(shop);
  await shop.send(step(shop.by, 'expect_return', { order: shop.order, attempt: 4, ...(await mugOf(shop)) }));
}
async function shipAll(shop: Shop): Promise<void> {
  await restock(shop);
  await shop.send(step(shop.by, 'confirm', { order: shop.order, attempt: 2 }));
  await shop.send(step(shop.by, 'ship', { order: shop.order, attempt: 3 }));
  await shop.call('POST /locations', { type: 'warehouse', code: 'BACK', usage: 'returns' });
}
const RETURN_ID = newId('ret');
const mugOf = async (shop: Shop) => {
  const [mug] = bed.outcomesOf(shop.order).at(-1)?.lines ?? [];
  return { return_id: RETURN_ID, lines: [{ id: mug?.id, quantity: 1 }] };
};
const receiveMug = async (shop: Shop): Promise<void> => {
  const { return_id, lines } = await mugOf(shop);
  const units = lines.map((line) => ({ ...line, disposition: 'inspect' }));
  await shop.send(step(shop.by, 'receive_return', { order: shop.order, attempt: 5, return_id, lines: units }));
};
const disposeMug = async (shop: Shop): Promise<void> => {
  const { return_id, lines } = await mugOf(shop);
  const units = lines.map((line) => ({ ...line, from: 'inspect', disposition: 'restock' }));
  await shop.send(step(shop.by, 'dispose_return', { order: shop.order, attempt: 6, return_id, lines: units }));
};

const restock = (shop: Shop) => shop.call('POST /inventory/MUG/adjustments', { delta: 5, reason: 'receipt' });
const ANSWER = ['allocations.last_answer'];
/** Each version of a SKU has its own. */
const CHANGE = ['skus.last_change'];

const USE_CASES: Record<keyof Commands | (StockCommand | MoveCommand)['type'], UseCase> = {
  ensureDefaultWarehouse: {
    run: async () => inventory.call(newCaller(), 'GET /locations'),
    writes: [],
  },
  createSku: { run: (shop) => shop.call('POST /inventory', { sku: 'NEW', name: 'New', on_hand: 1 }), writes: [] },
  updateSku: {
    run: (shop) => shop.call('PATCH /inventory/MUG', { name: 'Mug, blue', on_hand: 4, barcodes: ['4006381333931'] }),
    writes: ['allocations', 'skus'],
    replaces: CHANGE,
  },
  updateSkuWarehouse: {
    run: (shop) => shop.call('PATCH /inventory/MUG/warehouses/MAIN', { safety_stock: 1, reorder_point: 9 }),
    writes: ['skus'],
    replaces: CHANGE,
  },
  archiveSku: {
    given: (shop) => shop.call('POST /inventory', { sku: 'OLD', name: 'Old', on_hand: 0 }),
    run: (shop) => shop.call('DELETE /inventory/OLD'),
    writes: ['skus'],
    replaces: CHANGE,
  },
  adjustStock: { run: restock, writes: ['allocations', 'skus'], replaces: CHANGE },
  transferStock: {
    run: async (shop) => shop.call(`POST /locations/${await shop.shelfId()}/transfer`, { to: 'A3/S2', sku: 'CUP', quantity: 1 }),
    writes: ['locations', 'skus'],
    replaces: CHANGE,
  },
  batchInventory: {
    run: (shop) =>
      shop.call('POST /inventory/batch', {
        mode: 'atomic',
        items: [
          { op: 'adjust', sku: 'MUG', delta: 1, reason: 'receipt' },
          { op: 'update', sku: 'CUP', name: 'Cup, red' },
        ],
      }),
    writes: ['allocations', 'skus'],
    replaces: CHANGE,
  },
  importSkus: {
    run: async (shop) =>
      inventory.call({ ...shop.by, headers: { 'content-type': 'text/csv' } }, 'POST /inventory/import', 'sku,name\nMUG,Mug 2\n'),
    writes: ['skus'],
    replaces: CHANGE,
  },
  createReservation: {
    run: (shop) => shop.call('POST /reservations', { lines: [{ sku: 'CUP', quantity: 1 }], expires_in: 600 }),
    writes: ['skus'],
    replaces: CHANGE,
  },
  updateReservation: {
    given: (shop) => shop.reserve(),
    run: (shop) => shop.call(`PATCH /reservations/${shop.reservation}`, { lines: [{ sku: 'CUP', quantity: 2 }] }),
    writes: ['reservations', 'skus'],
    replaces: ['reservations.lines', ...CHANGE],
  },
  releaseReservation: {
    given: (shop) => shop.reserve(),
    run: (shop) => shop.call(`DELETE /reservations/${shop.reservation}`),
    writes: ['reservations', 'skus'],
    replaces: CHANGE,
  },
  createLocation: {
    run: async (shop) => shop.call('POST /locations', { type: 'bin', code: 'B9', parent_id: await shop.shelfId() }),
    writes: ['locations'],
  },
  updateLocation: {
    run: async (shop) => shop.call(`PATCH /locations/${await shop.shelfId()}`, { code: 'S9', name: 'Shelf 9' }),
    writes: ['locations'],
  },
  archiveLocation: {
    given: async (shop) => {
      const { id } = await shop.call('POST /locations', { type: 'bin', code: 'B8', parent_id: await shop.shelfId() });
      Object.assign(shop, { bin: id });
    },
    run: (shop) => shop.call(`DELETE /locations/${String(Reflect.get(shop, 'bin'))}`),
    writes: ['locations'],
  },
  updateAllocationRules: {
    given: (shop) => shop.call('PATCH /allocation-rules', { strategy: 'priority' }),
    run: (shop) => shop.call('PATCH /allocation-rules', { split: 'by_line' }),
    writes: ['allocation_rules'],
  },
  allocate: {
    run: (shop) => shop.send({ ...allocate(shop.by, shop.order, [['CUP', 1]]), attempt: 2 }),
    writes: ['allocations'],
    replaces: ANSWER,
  },
  confirm: {
    given: restock,
    run: (shop) => shop.send(step(shop.by, 'confirm', { order: shop.order, attempt: 2 })),
    writes: ['allocations', 'skus'],
    replaces: ANSWER,
  },
  amend: {
    run: async (shop) => {
      const lines = (bed.outcomesOf(shop.order).at(-1)?.lines ?? []).map(({ id, sku, quantity }) => ({
        id,
        sku,
        quantity: quantity + 1,
      }));
      await shop.send(step(shop.by, 'amend', { order: shop.order, attempt: 2, lines }));
    },
    writes: ['allocations', 'skus'],
    replaces: [...ANSWER, ...CHANGE],
  },
  assign: {
    run: (shop) => shop.assign(2),
    writes: ['allocations'],
    replaces: ANSWER,
  },
  unassign: {
    given: (shop) => shop.assign(2),
    run: (shop) => shop.send(step(shop.by, 'unassign', { order: shop.order, attempt: 3, fulfilment_id: shop.fulfilment })),
    writes: ['allocations'],
    replaces: ANSWER,
  },
  unconfirm: {
    given: async (shop) => {
      await restock(shop);
      await shop.send(step(shop.by, 'confirm', { order: shop.order, attempt: 2 }));
    },
    run: (shop) => shop.send(step(shop.by, 'unconfirm', { order: shop.order, attempt: 3 })),
    writes: ['allocations', 'skus'],
    replaces: ANSWER,
  },
  ship: {
    given: async (shop) => {
      await restock(shop);
      await shop.send(step(shop.by, 'confirm', { order: shop.order, attempt: 2 }));
    },
    run: (shop) => shop.send(step(shop.by, 'ship', { order: shop.order, attempt: 3 })),
    writes: ['allocations', 'skus'],
    replaces: [...ANSWER, ...CHANGE],
  },
  release: {
    run: (shop) => shop.send(step(shop.by, 'release', { order: shop.order, attempt: 2 })),
    writes: ['allocations', 'skus'],
    replaces: [...ANSWER, ...CHANGE],
  },
  // An order that holds its units wherever they lie is told so.
  reassign: {
    run: async (shop) => {
      const lines = (await mugOf(shop)).lines.map((line) => ({ ...line, to: 'MAIN' }));
      await shop.send(step(shop.by, 'reassign', { order: shop.order, attempt: 2, lines }));
    },
    writes: ['allocations'],
    replaces: ANSWER,
  },
  expect_return: {
    given: shipAll,
    run: async (shop) => shop.send(step(shop.by, 'expect_return', { order: shop.order, attempt: 4, ...(await mugOf(shop)) })),
    writes: ['allocations'],
    replaces: ANSWER,
  },
  open_return: {
    run: async ({ by }) => {
      const order = newId('ord');
      const lines = [{ id: newId('lin'), sku: 'MUG', quantity: 1 }];
      await bed.send(by, step(by, 'open_return', { order, attempt: 1, return_id: newId('ret'), lines, approved: true }));
      await eventually(() => {
        if (bed.outcomesOf(order).length === 0) throw new Error('No outcome was heard');
      });
    },
    writes: [],
  },
  unexpect_return: {
    given: expectMug,
    run: (shop) => shop.send(step(shop.by, 'unexpect_return', { order: shop.order, attempt: 5, return_id: RETURN_ID })),
    writes: ['allocations'],
    replaces: ANSWER,
  },
  receive_return: {
    given: expectMug,
    run: receiveMug,
    writes: ['allocations', 'locations', 'skus'],
    replaces: [...ANSWER, ...CHANGE],
  },
  dispose_return: {
    given: (shop) => expectMug(shop).then(() => receiveMug(shop)),
    run: disposeMug,
    writes: ['allocations', 'skus'],
    // The units of another disposition are another entry.
    replaces: [...ANSWER, 'allocations.returns.lines.kept', ...CHANGE],
  },
  move: {
    run: (shop) => shop.send(move(shop.by, { movement: 'count', sku: 'CUP', quantity: 3, location: 'A3/S1' })),
    writes: ['skus'],
    // The count of a place stands instead of the one before.
    replaces: ['skus.counts', ...CHANGE],
  },
};

test('each collection that is written over has a use case', () => {
  const written = new Set(Object.values(USE_CASES).flatMap(({ writes }) => writes));

  expect([...written, ...ADDED].toSorted()).toEqual(Object.keys(COUNTERS).toSorted());
});

const coloured = (collection: string): MigrationStep => ({
  type: 'update',
  collection,
  filter: { colour: { $exists: false } },
  update: [{ $set: { colour: 'blue' } }],
});

test(
  'a field that a migration gives records which the process remembers is kept by its next write',
  async () => {
    const shop = await openShop();
    const { db } = bed.mongo;
    const steps = [coloured('skus'), coloured('allocations')];
    const migrations = [...SCHEMA.migrations, { number: SCHEMA.migrations.length + 1, name: 'colours', steps }];
    await migrateStore({ db, schema: { ...SCHEMA, migrations } });

    await restock(shop);
    await shop.send(step(shop.by, 'confirm', { order: shop.order, attempt: 2 }));

    const records = ['skus', 'allocations'].map((name) =>
      db
        .collection(name)
        .find({ tenant: tenantKey(shop.by) })
        .toArray(),
    );
    expect((await Promise.all(records)).flat().map(({ colour }) => colour)).toEqual(['blue', 'blue', 'blue']);
  },
  patient(90_000),
);

test.concurrent.each(Object.entries(USE_CASES))(
  '%s keeps the fields of a later release in every document that it writes',
  async (_name, { given, run, writes, replaces = [] }) => {
    const later = new LaterRelease(bed.mongo, COUNTERS);
    const shop = await openShop();
    await given?.(shop);
    await later.write({ tenant: tenantKey(shop.by) });

    await run(shop);

    expect(await later.aftermath()).toEqual({ written: writes, lost: replaces });
  },
);
