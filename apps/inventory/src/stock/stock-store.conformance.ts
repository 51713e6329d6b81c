import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import type { Allocation } from '../model/allocation.ts';
import type { Movement } from '../model/ledger.ts';
import { mainWarehouse } from '../model/location.builder.ts';
import type { ScanAnswer } from '../model/scan-answer.ts';
import type { Sku } from '../model/sku.ts';
import { minute } from './domain/commands/command.builder.ts';
import { lateScans } from './late-scans.conformance.ts';
import { findsReservations, keepsReservations } from './reservations.conformance.ts';
import { WRITES_NOTHING } from './stock.fixture.ts';
import type { StockReader, StockStore, StockWrite } from './stock-ports.ts';

export interface StoreUnderTest {
  readonly tenant: Tenant;
  readonly store: StockStore;
  /** The same stock by a store that has committed nothing of it. */
  readonly other: StockStore;
}

export type Open = () => Promise<StoreUnderTest>;

/** The guarantees of every store of stock. */
export function stockStoreConformance(name: string, open: Open): void {
  describe(`${name} remembers what is stored`, () => {
    remembers(open);
  });
  describe(`${name} lets the first transaction win`, () => {
    firstWins(open);
  });
  describe(`${name} finds records`, () => {
    finds(open);
    findsRanks(open);
  });
  describe(`${name} finds reservations`, () => {
    findsReservations(open);
    keepsReservations(open);
  });
  describe(`${name} reads the ledger`, () => {
    readsLedger(open);
  });
  describe(`${name} is decided on`, () => {
    lateScans(open);
  });
}

const home = mainWarehouse();

/** With all facts that a SKU can have. */
const mug: Required<Sku> = {
  code: 'MUG',
  name: 'Mug',
  onHand: 12,
  unavailable: 1,
  reserved: 0,
  reservations: 0,
  safetyStock: 0,
  allocated: 7,
  firm: 3,
  waiting: 2,
  filling: true,
  ranked: true,
  reorderPoint: 5,
  details: {
    barcodes: ['4006381333931'],
    gtins: ['04006381333931'],
    metadata: { colour: 'blue' },
    weightG: 310,
    unitCost: '2.50',
    currency: 'EUR',
    hsCode: '6912.00',
    countryOfOrigin: 'PT',
  },
  homeId: home.id,
  stock: [{ locationId: home.id, onHand: 12 }],
  warehouses: [{ id: home.id, onHand: 12, unavailable: 1, allocated: 4, firm: 2, safetyStock: 3, reorderPoint: 20 }],
  version: 4,
  createdAt: minute(1),
  updatedAt: minute(2),
  lastChange: { version: 4, actor: 'mem_1' },
  counts: [{ locationId: null, at: minute(2), scanId: 'scn_1' }],
  archivedAt: minute(3),
};

const allocationOf = (order: number, changes: Partial<Allocation> = {}): Allocation => ({
  orderId: `ord_${order}`,
  orderCreatedAt: minute(order),
  priority: undefined,
  shipBy: undefined,
  returns: undefined,
  sourcing: undefined,
  lines: [{ id: `lin_${order}`, sku: 'MUG', name: 'Mug', quantity: 4, allocated: 1, shipped: 0 }],
  state: 'open',
  lastAttempt: 1,
  lastAnswer: { commandId: `allocate:${order}`, type: 'allocate', refusal: null },
  version: 1,
  updatedAt: minute(order),
  ...changes,
});

/** With facts of its one line. */
function withLine(order: number, facts: Partial<Allocation['lines'][number]>): Allocation {
  const allocation = allocationOf(order);
  return { ...allocation, lines: allocation.lines.map((line) => ({ ...line, ...facts })) };
}

const entry = (version: number, changes: Partial<Movement> = {}): Movement => ({
  id: newId('mov'),
  sku: 'MUG',
  version,
  line: 0,
  locationId: home.id,
  delta: 1,
  balance: version,
  reason: 'receipt',
  reference: { type: 'scan', id: `scn_${version}` },
  note: null,
  actor: 'key_1',
  requestId: `req_${version}`,
  at: minute(version),
  claim: null,
  ...changes,
});

const answer: ScanAnswer = { scanId: 'scn_1', commandId: 'move:scn_1', refusal: null, at: minute(1) };

const NOTHING: StockWrite = { ...WRITES_NOTHING, locations: new Map([[home.id, home]]) };

/** Commits records as one transaction. */
const commit = ({ store, tenant }: StoreUnderTest, changes: Partial<StockWrite>): Promise<void> =>
  store.transact(tenantKey(tenant), ({ write }) => write({ ...NOTHING, ...changes }));

/** Decides on records, and writes those again that it has to. */
function read<Result>(
  { tenant }: StoreUnderTest,
  store: StockStore,
  work: (reader: StockReader) => Promise<Result>,
  again: Partial<StockWrite> = {},
): Promise<Result> {
  return store.transact(tenantKey(tenant), async ({ read: reader, write }) => {
    const result = await work(reader);
    await write({ ...NOTHING, ...again });
    return result;
  });
}

function remembers(open: Open): void {
  test('a SKU is read with all its facts, by the store that wrote it and by another', async () => {
    const under = await open();
    await commit(under, { skus: [mug] });

    for (const store of [under.store, under.other]) {
      const skus = await read(under, store, (reader) => reader.skus(['MUG']), { skus: [mug] });
      expect(skus).toStrictEqual([mug]);
    }
  });

  test('an allocation is read with all its facts, by the store that wrote it and by another', async () => {
    const under = await open();
    const ordered = { id: 'lin_1', sku: 'MUG', name: 'Mug', quantity: 9, allocated: 4, shipped: 2, cancelled: 1 };
    const line = { ...ordered, suspended: 1, later: [{ since: minute(9), units: 2 }] };
    const portions = [
      { fulfilment: 'ful_1', units: 2, firm: true },
      { fulfilment: 'ful_2', units: 1, firm: false, lost: 1 },
    ];
    const returns = [{ id: 'ret_1', lines: [{ id: 'lin_1', expected: 1, missing: 1 }] }];
    const lines = [{ ...line, portions, returned: 1 }];
    const allocation = allocationOf(1, { priority: 9, shipBy: minute(60), lines, returns });
    await commit(under, { allocations: [allocation] });

    for (const store of [under.store, under.other]) {
      const again = { allocations: [allocation] };
      const found = await read(under, store, (reader) => reader.allocations(['ord_1'], () => false), again);
      expect(found).toStrictEqual([allocation]);
    }
  });

  test('nothing that is of one transaction alone is seen by the next, whatever it is', async () => {
    const under = await open();
    const passing = { onlyNow: new Map([[home.id, -7]]) };
    const [sku, allocation] = [Object.assign({}, mug, passing), Object.assign(allocationOf(1), passing)];
    await commit(under, { skus: [sku], allocations: [allocation] });

    const found = await read(
      under,
      under.store,
      async (reader) => [...(await reader.skus(['MUG'])), ...(await reader.allocations(['ord_1'], () => false))],
      { skus: [mug], allocations: [allocationOf(1)] },
    );

    expect(found.flatMap(Object.keys)).not.toContain('onlyNow');
    expect(found).toStrictEqual([mug, allocationOf(1)]);
  });

  test('a transaction that fails leaves nothing', async () => {
    const under = await open();
    const failing = under.store.transact(tenantKey(under.tenant), async ({ write }) => {
      await write({ ...NOTHING, skus: [mug], movements: [entry(1)] });
      throw new RangeError('It fails');
    });

    await expect(failing).rejects.toThrow('It fails');
    expect(await read(under, under.store, (reader) => reader.skus(['MUG']))).toEqual([]);
  });
}

/**
 * Runs a transaction on the other store, with something that happens between its first read and its write.
 *
 * @returns how often it was run.
 */
async function beginAndWrite(
  { other, tenant }: StoreUnderTest,
  between: () => Promise<void>,
  changesOf: (sku: Sku, reader: StockReader) => Promise<Partial<StockWrite>>,
): Promise<number> {
  let runs = 0;
  await other.transact(tenantKey(tenant), async ({ read: reader, write }) => {
    runs += 1;
    const [sku = mug] = await reader.skus(['MUG']);
    if (runs === 1) await between();
    await write({ ...NOTHING, ...(await changesOf(sku, reader)) });
  });
  return runs;
}

const oneMore = (sku: Sku): Sku => ({ ...sku, onHand: sku.onHand + 1, version: sku.version + 1 });

const addOne = ({ store, tenant }: StoreUnderTest): Promise<void> =>
  store.transact(tenantKey(tenant), async ({ read: reader, write }) => {
    await write({ ...NOTHING, skus: (await reader.skus(['MUG'])).map(oneMore) });
  });

const onHandIn = async (under: StoreUnderTest): Promise<number | undefined> =>
  (await read(under, under.other, (reader) => reader.skus(['MUG'])))[0]?.onHand;

function firstWins(open: Open): void {
  test('another begins again on the SKU as the first has left it', async () => {
    const under = await open();
    await commit(under, { skus: [mug] });

    const runs = await beginAndWrite(
      under,
      () => addOne(under),
      async (sku) => ({ skus: [oneMore(sku)] }),
    );

    expect([runs, await onHandIn(under)]).toEqual([2, mug.onHand + 2]);
  });

  test.each<[string, Partial<StockWrite>]>([
    ['the answer to a scan', { newScanAnswers: [answer] }],
    ['the receipt of a request', { receipts: [{ id: 'claim_1', fingerprint: 'f', subject: null, answer: null }] }],
  ])('another begins again where the first has written %s', async (_what, written) => {
    const under = await open();
    await commit(under, { skus: [mug] });
    let isThere = false;

    const runs = await beginAndWrite(
      under,
      () => commit(under, written),
      async (sku, reader) => {
        isThere = (await reader.scanAnswers(['scn_1'])).length + (await reader.receipts(['claim_1'])).size > 0;
        return isThere ? {} : { skus: [oneMore(sku)], ...written };
      },
    );

    expect({ runs, isThere, onHand: await onHandIn(under) }).toEqual({ runs: 2, isThere: true, onHand: mug.onHand });
  });

  test('a transaction reads all records as of its first read', async () => {
    const under = await open();
    await commit(under, { skus: [mug] });
    const seen: number[] = [];

    await beginAndWrite(
      under,
      () => commit(under, { allocations: [allocationOf(1)] }),
      async (_sku, reader) => {
        seen.push((await reader.allocations(['ord_1'], () => false)).length);
        return {};
      },
    );

    expect(seen).toEqual([0]);
  });
}

function finds(open: Open): void {
  test('orders that wait for units or hold loose ones, by what is left of their lines when parts are packed or shipped', async () => {
    const under = await open();
    const packed = [{ fulfilment: 'ful_1', units: 1, firm: true }];
    const loose = [{ fulfilment: 'ful_1', units: 1, firm: false }];
    await commit(under, {
      allocations: [
        withLine(1, { allocated: 0, shipped: 3, cancelled: 1 }),
        withLine(2, { allocated: 1, shipped: 1, cancelled: 1, portions: packed }),
        withLine(3, { allocated: 1, shipped: 3, portions: loose }),
      ],
    });
    const wanted = { sku: 'MUG', ranked: false, units: 10, atMost: 10 };

    for (const store of [under.store, under.other]) {
      const [waiting, holding] = await read(under, store, async (reader) => [
        await reader.waiting(wanted),
        await reader.holding(wanted),
      ]);
      expect(waiting?.allocations.map(({ orderId }) => orderId)).toEqual(['ord_2']);
      expect(holding?.allocations.map(({ orderId }) => orderId)).toEqual(['ord_3']);
    }
  });

  test('SKUs by their barcodes, and those whose backorders are being filled', async () => {
    const under = await open();
    await commit(under, {
      skus: [mug, { ...mug, code: 'CUP', filling: false, details: { ...mug.details, barcodes: [], gtins: [] } }],
    });

    const found = await read(under, under.store, (reader) => reader.skusWithBarcodes(['04006381333931', '123']));

    expect(found).toEqual(
      new Map([
        ['4006381333931', 'MUG'],
        ['04006381333931', 'MUG'],
      ]),
    );
    const filling = await under.store.filling(10);
    expect(filling.filter(({ tenant }) => tenant === tenantKey(under.tenant))).toEqual([
      { tenant: tenantKey(under.tenant), sku: 'MUG' },
    ]);
    expect(await under.store.filling(10, tenantKey(under.tenant))).toEqual([]);
  });

  test('orders that wait from the oldest, and those that hold from the newest, as far as units, orders and lines go', async () => {
    const under = await open();
    const closed = allocationOf(2, { state: 'confirmed' });
    await commit(under, { allocations: [allocationOf(3), allocationOf(1), closed, allocationOf(4)] });
    const wanted = { sku: 'MUG', ranked: false, units: 100, atMost: 10 };
    const orders = async (by: 'waiting' | 'holding', changes: object) => {
      const found = await read(under, under.other, (reader) => reader[by]({ ...wanted, ...changes }));
      return [found.allocations.map(({ orderId }) => orderId), found.complete];
    };

    expect(await orders('waiting', {})).toEqual([['ord_1', 'ord_3', 'ord_4'], true]);
    expect(await orders('waiting', { units: 4 })).toEqual([['ord_1', 'ord_3'], false]);
    expect(await orders('waiting', { atMost: 2 })).toEqual([['ord_1', 'ord_3'], false]);
    expect(await orders('holding', {})).toEqual([['ord_4', 'ord_3', 'ord_1'], true]);
    expect(await orders('holding', { units: 1 })).toEqual([['ord_4'], false]);
    expect(await orders('holding', { atMostLines: 1 })).toEqual([['ord_4', 'ord_3'], false]);
  });

  test('locations by id and by path, receipts by their claims, and answers to scans', async () => {
    const under = await open();
    const shelf = { ...home, id: 'loc_shelf', type: 'aisle' as const, code: 'A1', path: 'MAIN:A1', parentId: home.id };
    const receipt = { id: 'claim_1', fingerprint: 'f', subject: null, answer: null };
    await commit(under, { newLocations: [shelf], receipts: [receipt], newScanAnswers: [answer] });

    const found = await read(under, under.other, async (reader) => ({
      byId: await reader.locations({ ids: ['loc_shelf'], paths: [], usages: [] }),
      byPath: await reader.locations({ ids: [], paths: ['MAIN:A1'], usages: [] }),
      receipts: [...(await reader.receipts(['claim_1', 'claim_2'])).keys()],
      answers: await reader.scanAnswers(['scn_1', 'scn_2']),
    }));

    expect(found).toMatchObject({ byId: [shelf], byPath: [shelf], receipts: ['claim_1'], answers: [answer] });
  });
}

function findsRanks(open: Open): void {
  test('orders of any rank from the one that is filled first, and from the one that loses units first', async () => {
    const under = await open();
    const urgent = allocationOf(5, { priority: 9 });
    const due = allocationOf(4, { shipBy: minute(60) });
    const later = { quantity: 6, later: [{ since: minute(30), units: 2 }] };
    const edited = withLine(1, { ...later, allocated: 4 });
    const last = allocationOf(0, { priority: 0 });
    await commit(under, { allocations: [allocationOf(3), urgent, due, edited, last, allocationOf(2)] });
    const orders = async (by: 'waiting' | 'holding', changes: object) => {
      const wanted = { sku: 'MUG', ranked: true, units: 100, atMost: 10, ...changes };
      const found = await read(under, under.other, (reader) => reader[by](wanted));
      return found.allocations.map(({ orderId }) => orderId);
    };

    expect(await orders('waiting', {})).toEqual(['ord_5', 'ord_4', 'ord_2', 'ord_3', 'ord_1', 'ord_0']);
    expect(await orders('waiting', { atMost: 3 })).toEqual(['ord_5', 'ord_4', 'ord_2']);
    expect(await orders('waiting', { ranked: false })).toEqual(['ord_2', 'ord_3']);
    expect(await orders('holding', {})).toEqual(['ord_0', 'ord_3', 'ord_2', 'ord_1', 'ord_4', 'ord_5']);
    expect(await orders('holding', { units: 2 })).toEqual(['ord_0', 'ord_3']);
  });
}

function readsLedger(open: Open): void {
  test('what moved since a moment, at a place or at all, from the newest', async () => {
    const under = await open();
    const elsewhere = entry(3, { locationId: 'loc_other', occurredAt: minute(1) });
    await commit(under, { movements: [entry(1), entry(2), elsewhere, entry(4), entry(5, { sku: 'CUP' })] });
    const since = { sku: 'MUG', locationId: null, after: minute(1), atMost: 10 };
    const moments = async (changes: object) =>
      (await read(under, under.other, (reader) => reader.movedSince({ ...since, ...changes }))).map(({ at }) => at);

    expect(await moments({})).toEqual([4, 3, 2].map(minute));
    const [, third] = await read(under, under.other, (reader) => reader.movedSince(since));
    expect(third?.occurredAt).toEqual(minute(1));
    expect(await moments({ locationId: home.id })).toEqual([4, 2].map(minute));
    expect(await moments({ atMost: 2 })).toEqual([4, 3].map(minute));
  });

  test('the entries that a request made, whole and in their order', async () => {
    const under = await open();
    const claim = { id: 'claim_1', fingerprint: 'f' };
    const made = [entry(1, { claim }), entry(2, { claim, note: 'Found.', reference: null, occurredAt: minute(1) })];
    await commit(under, { movements: [...made, entry(3)] });

    expect(await read(under, under.other, (reader) => reader.movedUnder(['claim_1']))).toStrictEqual(made);
  });
}
