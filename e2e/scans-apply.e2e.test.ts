import { adjustmentRecord, operations, scanRecord, type ScanRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Hearsay, makeGoodClient } from './faults/good-client.ts';
import { killNine } from './faults/kill-nine.ts';
import { atOnce } from './system/at-once.ts';
import { readPages } from './system/pages.ts';
import { eventsOfType } from './system/receiver.ts';
import { lentTestSystem } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

const receipt = {
  barcode: '4006381333931',
  type: 'receive',
  sku: 'MUG-01',
  quantity: 24,
  location: 'A3/S2',
  apply: true,
} as const;
/** A busy machine, and processes that have to come back. */
const PATIENCE = { withinMs: 180_000, everyMs: 100 };

let system: OwnTestSystem;
let tenant: TestTenant;
let shop: TestTenant['shop'];
let key: string;

beforeAll(async () => {
  system = await lentTestSystem();
  return () => system.stop();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  ({ key } = shop);
  return () => tenant.stop();
});

const read = async (id: string): Promise<ScanRecord> => (await system.call('GET', `/scans/${id}`, { key })).as(200, scanRecord);

const applied = ({ id }: ScanRecord): Promise<ScanRecord> =>
  eventually(async () => {
    const scan = await read(id);
    expect(scan.applied).not.toBe('pending');
    return scan;
  }, PATIENCE);

async function ledgerOf(sku: string) {
  const answer = await system.call('GET', `/inventory/${sku}/movements?limit=200`, { key });
  return answer
    .as(200, operations.listMovements.replies[200].body)
    .data.map(({ delta, reason, reference }) => ({ delta, reason, reference }));
}

test('what a device received is in stock, in the ledger under its scan, and told once as a scan and once as a movement', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
  const scan = await shop.scan(receipt);
  expect(scan).toMatchObject({ applied: 'pending', refusal: null });

  expect(await applied(scan)).toEqual({ ...scan, applied: 'done' });
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 24, stock: [{ location: 'A3/S2', on_hand: 24 }] });
  const reference = { type: 'scan', id: scan.id };
  expect(await ledgerOf('MUG-01')).toEqual([{ delta: 24, reason: 'receipt', reference }]);
  await eventually(() => {
    expect(eventsOfType(tenant.subscriber, 'scan.completed').map(({ data }) => data)).toEqual([scan]);
    const told = eventsOfType(tenant.subscriber, 'inventory.updated');
    expect(told).toContainEqual(expect.objectContaining({ reason: 'receipt', reference }));
  }, PATIENCE);
});

test('devices that know no SKU are booked by their barcodes, each under ids of its own; a wrong item is told whose it is', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', barcodes: ['4006381333931'] });
  await shop.createSku({ sku: 'CUP-01', name: 'Cup', barcodes: ['012345678905'] });
  const scanned = { type: 'receive', quantity: 24, apply: true, client_scan_id: '181' } as const;
  const elementString = '010400638133393110LOT-7\u001D17271231';
  const bodies = [
    { ...scanned, device_id: 'gun-7', barcode: elementString },
    { ...scanned, device_id: 'gun-8', barcode: '0012345678905' },
    { ...scanned, barcode: '4006381333931', sku: 'CUP-01' },
    { ...scanned, device_id: 'gun-9', barcode: '4006381333948' },
  ];
  const [mugs, cups, wrong, unknown] = await Promise.all(bodies.map(async (body) => applied(await shop.scan(body))));

  expect([mugs, cups]).toMatchObject([
    { applied: 'done', sku: null },
    { applied: 'done', sku: null },
  ]);
  const found = await system.call('GET', `/inventory/by-barcode/${encodeURIComponent(elementString)}`, { key });
  expect(found.as(200, operations.getSkuByBarcode.replies[200].body).sku).toBe('MUG-01');
  expect(wrong?.refusal).toMatchObject({ code: 'wrong_item', errors: [{ pointer: '/barcode', sku: 'MUG-01' }] });
  expect(unknown?.refusal).toMatchObject({ code: 'unknown_sku', errors: [{ pointer: '/barcode', barcode: '4006381333948' }] });
  expect([await shop.sku('MUG-01'), await shop.sku('CUP-01')]).toMatchObject([{ on_hand: 24 }, { on_hand: 24 }]);
  expect(await ledgerOf('MUG-01')).toEqual([{ delta: 24, reason: 'receipt', reference: { type: 'scan', id: mugs?.id } }]);
});

test('a count at a place sets what lies there, one without a place the total; what comes in fills the orders that wait', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 10, location: 'A3/S2' });
  await applied(await shop.scan({ ...receipt, quantity: 5, location: 'A4/S1' }));
  await applied(await shop.scan({ ...receipt, type: 'count', quantity: 2, location: 'A4/S1' }));
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 12 });
  const { location: _none, ...total } = { ...receipt, type: 'count' as const, quantity: 1 };
  await applied(await shop.scan(total));
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 1 });

  const order = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 3 }] });
  expect(order.allocation).toBe('partial');
  await applied(await shop.scan({ ...receipt, quantity: 2 }));

  await eventually(async () => expect((await shop.order(order.id)).allocation).toBe('allocated'), PATIENCE);
  expect(await shop.pack(order.id)).toMatchObject({ status: 'packed' });
});

/** The time some minutes ago, as a device writes it. */
const minutesAgo = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const { location: _place, ...unplaced } = receipt;
const counted = { ...unplaced, type: 'count' as const };
const scanOf = (sku: string, body: object) => ({ ...unplaced, sku, ...body });

test('a count that arrives late leaves what was shipped since, and what an earlier count had corrected', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 60 });
  const { created_at: created } = await shop.sku('MUG-01');
  const after = (ms: number): string => new Date(Date.parse(created) + ms).toISOString();
  await applied(await shop.scan({ ...counted, quantity: 53, scanned_at: after(1) }));
  const adjustment = { delta: -1, reason: 'sample' };
  (await system.call('POST', '/inventory/MUG-01/adjustments', { key, body: adjustment })).as(201, adjustmentRecord);
  await applied(await shop.scan({ ...counted, quantity: 53, scanned_at: after(2) }));

  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 52 });
});

test('what a device received and then counted while it was offline is there once, whichever of the two arrives first', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
  await shop.createSku({ sku: 'CUP-02', name: 'Cup' });
  // The SKUs have to be older than the counts.
  const { created_at: created } = await shop.sku('CUP-02');
  const [received, seen] = [minutesAgo(5), created];
  const inOrder = [scanOf('MUG-01', { scanned_at: received }), scanOf('MUG-01', { type: 'count', scanned_at: seen })];
  const reversed = [scanOf('CUP-02', { type: 'count', scanned_at: seen }), scanOf('CUP-02', { scanned_at: received })];

  const scans: ScanRecord[] = [];
  for (const body of [...inOrder, ...reversed]) scans.push(await applied(await shop.scan(body)));

  expect([(await shop.sku('MUG-01')).on_hand, (await shop.sku('CUP-02')).on_hand]).toEqual([24, 24]);
  const [, , count, late] = scans;
  const ledger = (await system.call('GET', '/inventory/CUP-02/movements', { key })).as(
    200,
    operations.listMovements.replies[200].body,
  );
  expect(ledger.data.map(({ delta, reason, reference, occurred_at: at }) => [delta, reason, reference?.id, at])).toEqual([
    [-24, 'count', count?.id, seen],
    [24, 'receipt', late?.id, received],
    [24, 'count', count?.id, seen],
  ]);
  await eventually(() => {
    const told = eventsOfType(tenant.subscriber, 'inventory.updated').filter(({ data }) => data.sku === 'CUP-02');
    expect(told.at(-1)).toMatchObject({ reason: 'receipt', changed: [], occurred_at: received, data: { on_hand: 24 } });
  }, PATIENCE);
});

const SCAN_EVENTS = 'scan.completed,scan.applied,scan.refused';
const scanEvent = z.looseObject({ type: z.string(), data: z.looseObject({ id: z.string() }) });

test('what stock refuses is in the record with its code, and moves nothing', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 1 });
  await shop.createSku({ sku: 'OLD-01', name: 'Old', on_hand: 5 });
  await shop.archiveSku('OLD-01');
  const wanted = [
    [{ ...receipt, sku: 'NO-SUCH' }, 'unknown_sku', '/sku'],
    [{ ...receipt, sku: 'OLD-01' }, 'sku_archived', '/sku'],
    [{ ...receipt, location: 'W9:A1/S1' }, 'unknown_location', '/location'],
  ] as const;

  for (const [body, code, pointer] of wanted) {
    const { applied: outcome, refusal } = await applied(await shop.scan(body));
    expect([outcome, refusal?.code, refusal?.errors.map((item) => item.pointer)]).toEqual(['refused', code, [pointer]]);
  }
  const refused = await readPages(system.call, { key, path: '/scans', item: scanRecord, filter: { applied: 'refused' } });
  expect(refused).toHaveLength(3);
  expect([(await shop.sku('MUG-01')).on_hand, (await shop.sku('OLD-01')).on_hand]).toEqual([1, 5]);
  await eventually(async () => {
    const told = await readPages(system.call, { key, path: '/events', item: scanEvent, filter: { types: 'scan.refused' } });
    expect(told.map(({ data }) => data)).toEqual(expect.arrayContaining(refused));
    expect(told).toHaveLength(3);
  }, PATIENCE);
});

test('a device that was offline sends what it kept, twice: every scan is applied once', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
  const kept = Array.from({ length: 120 }, (_, n) => ({
    ...receipt,
    quantity: 1,
    client_scan_id: `gun-7:${n % 100}`,
    scanned_at: '2026-10-01T08:00:00+02:00',
  }));
  const send = async () => {
    const answer = await system.call('POST', '/scans/batch', { key, body: { scans: kept } });
    return answer.as(200, operations.createScans.replies[200].body).results;
  };

  const [first, second] = await Promise.all([send(), send()]);

  const recorded = [...first, ...second].filter(({ status }) => status === 201);
  expect([recorded.length, first.length + second.length]).toEqual([100, 240]);
  expect(new Set([...first, ...second].map(({ status }) => status))).toEqual(new Set([200, 201]));
  await eventually(async () => {
    const done = await readPages(system.call, { key, path: '/scans', item: scanRecord, filter: { applied: 'done' } });
    expect(done).toHaveLength(100);
  }, PATIENCE);
  expect((await shop.sku('MUG-01')).on_hand).toBe(100);
});

test('kill -9 of scans and of inventory, while devices scan: every scan is applied once, and says so', async () => {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug' });
  const heard: Hearsay = { promised: new Set(), answers: new Map() };
  const device = makeGoodClient(system.call, key, heard);
  const bodies = Array.from({ length: 400 }, (_, n) => ({ ...receipt, quantity: 1, client_scan_id: `gun:${n}` }));
  const scanning = atOnce(8, bodies, (body) => device.scan(body));
  for (const name of ['inventory', 'scans', 'inventory']) await killNine(system, name);
  const scans = await scanning;

  expect(new Set(scans.map(({ id }) => id)).size).toBe(bodies.length);
  await eventually(async () => {
    const done = await readPages(system.call, { key, path: '/scans', item: scanRecord, filter: { applied: 'done' } });
    expect(done).toHaveLength(bodies.length);
  }, PATIENCE);
  expect((await shop.sku('MUG-01')).on_hand).toBe(bodies.length);
  await eventually(async () => {
    const events = await readPages(system.call, { key, path: '/events', item: scanEvent, filter: { types: SCAN_EVENTS } });
    const told = Map.groupBy(events, ({ data }) => data.id);
    expect(new Map(scans.map(({ id }) => [id, told.get(id)?.map(({ type }) => type)]))).toEqual(
      new Map(scans.map(({ id }) => [id, ['scan.completed', 'scan.applied']])),
    );
    expect(events).toHaveLength(2 * bodies.length);
  }, PATIENCE);
  expect(Object.fromEntries(heard.answers)).not.toHaveProperty('internal');
});

test('every store agrees with the others', async () => {
  expect(await system.differences()).toEqual([]);
});
