import { tenantKey } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import type { Sku } from '../model/sku.ts';
import { minute } from './domain/commands/command.builder.ts';
import { lateScans } from './late-scans.conformance.ts';
import { findsInWarehouses, findsOrders, findsRanks } from './order-queues.conformance.ts';
import { findsReservations, keepsReservations } from './reservations.conformance.ts';
import type { StockReader, StockWrite } from './stock-ports.ts';
import {
  allocationOf,
  answer,
  commit,
  entry,
  home,
  mug,
  NOTHING,
  type Open,
  read,
  type StoreUnderTest,
} from './stored-stock.fixture.ts';

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
    findsOrders(open);
    findsRanks(open);
    findsInWarehouses(open);
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

  test('the barcodes and GTINs that a SKU keeps when it gives one to another', async () => {
    const under = await open();
    const [given, kept] = ['4006381333931', 'SHELF-7'];
    const before = { ...mug, details: { ...mug.details, barcodes: [given, kept] } };
    await commit(under, { skus: [before] });
    const after = { ...mug, details: { ...mug.details, barcodes: [kept] } };
    const taking = { ...mug, code: 'CUP', details: { ...mug.details, barcodes: [given], gtins: [] } };

    await read(under, under.store, (reader) => reader.skus(['MUG']), { skus: [after, taking], barcodeGivers: ['MUG'] });

    const [found] = await read(under, under.other, (reader) => reader.skus(['MUG']));
    expect(found?.details).toEqual(after.details);
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
