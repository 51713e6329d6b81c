import { expect, test } from 'vitest';
import { ConnectionLost } from '../../../api/problem.ts';
import type { StationMode } from '../../../parts/scanning/mode-bar.tsx';
import type { ScanQueue } from '../scan-queue.ts';
import { packBodyOf } from './parcels.ts';
import { type KeptWork, NOTHING_KEPT, StationWork } from './station-work.ts';
import type { Task } from './task.ts';

type Queued = Parameters<ScanQueue['add']>[0];

const line = { name: null, barcodes: ['4006381333931'], places: [] };
const order: Task = {
  id: 'ord_1',
  orderId: 'ord_1',
  name: 'shop-1',
  kind: 'order',
  warehouse: undefined,
  version: 3,
  carrier: '',
  lines: [
    { ...line, id: 'lin_1', sku: 'MUG', units: 2 },
    { ...line, id: 'lin_2', sku: 'MUG', units: 1 },
  ],
};

/** Work of a mode; codes are scanned one after another, and what was queued, said and heard is told. */
function workOf(mode: StationMode, kept: Partial<KeptWork> = {}, skus: readonly string[] = []) {
  const queued: Queued[] = [];
  const heard: string[] = [];
  const work = new StationWork({
    mode,
    environment: 'sandbox',
    queue: { add: (scan) => void queued.push(scan) },
    kept: { ...NOTHING_KEPT, ...kept },
    keep: () => undefined,
    play: (tone) => void heard.push(tone),
    findPlace: async (code) => {
      if (code === 'NO/LINE') throw new ConnectionLost();
      return code === 'A1/S1' ? 'MAIN:A1/S1' : undefined;
    },
    findTask: async (code) => (code === 'shop-1' || code === 'ord_1' ? order : `No order has ${code}.`),
    findSku: async (code) => {
      if (code.endsWith('NO-LINE')) throw new ConnectionLost();
      return skus.includes(code) ? { sku: code, name: code } : null;
    },
  });
  const scan = async (...codes: readonly string[]): Promise<void> => {
    for (const code of codes) work.scan(code);
    await work.judged();
  };
  const told = () => queued.map(({ barcode, type, quantity, location, apply }) => ({ barcode, type, quantity, location, apply }));
  return { work, scan, queued, told, heard, said: () => work.state.get().outcome?.text };
}

test('what is received has its units and location, and the next code is one unit again', async () => {
  const { work, scan, told } = workOf('receive');
  work.set({ quantity: 24 });
  await scan('A1/S1', 'MUG', 'MUG');
  const received = { barcode: 'MUG', type: 'receive', location: 'MAIN:A1/S1', apply: true };
  expect(told()).toEqual([
    { ...received, quantity: 24 },
    { ...received, quantity: 1 },
  ]);
});

test('a count needs a location and a number of units, 0 among them; a code in place of the number is told and asked for itself', async () => {
  const { work, scan, told, said, heard } = workOf('count');
  await scan('MUG');
  expect([said(), told()]).toEqual(['MUG was not counted: scan the location first.', []]);
  await scan('A1/S1', 'MUG', '4006381333931');
  expect([said(), work.state.get().asked]).toEqual(['MUG was not counted: no number of units came after it.', '4006381333931']);
  await scan('0');
  expect(told()).toEqual([{ barcode: '4006381333931', type: 'count', quantity: 0, location: 'MAIN:A1/S1', apply: true }]);
  expect(heard).toEqual(['bad', 'good', 'bad']);
});

test.each([
  ['the code of a SKU that looks like a path', 'TEE/RED', ['TEE/RED']],
  ['a location while there is no connection', 'NO/LINE', []],
  ['the id of no location', 'loc_01JD8Z0000000000000000TEST', []],
])('%s is taken for no location', async (_what, code, queued) => {
  const { work, scan, told } = workOf('receive', { place: 'MAIN:B1' });
  await scan(code);
  expect(told().map(({ barcode }) => barcode)).toEqual(queued);
  expect(work.state.get().place).toBe('MAIN:B1');
  expect(work.state.get().outcome?.tone).toBe(queued.length > 0 ? undefined : 'bad');
});

test.each([
  ['receive', '6*MUG', [['MUG', 6]]],
  ['receive', '6 * MUG', [['MUG', 6]]],
  ['receive', '6**MUG*', [['*MUG*', 6]]],
  ['putaway', '6*MUG', [['MUG', 6]]],
  ['count', '0*MUG', [['MUG', 0]]],
  ['lookup', '6*MUG', [['6*MUG', undefined]]],
  ['receive', '6*SET', [['6*SET', 1]]],
  ['receive', '6*', []],
  ['receive', '0*MUG', []],
  ['receive', '1000001*MUG', []],
  ['receive', '6*A1/S1', []],
  ['receive', '6*NO-LINE', []],
  ['count', '6*', []],
] as const)('units before a code are those of it, and an exact code comes first: %s of %s', async (mode, code, units) => {
  const { scan, queued } = workOf(mode, { place: 'MAIN:A1/S1', from: 'MAIN:DOCK' }, ['6*SET']);
  await scan(code);
  expect(queued.map(({ barcode, quantity }) => [barcode, quantity])).toEqual(units);
});

test('units without a code are those of the next one, and units of a refused code are of no other', async () => {
  const { scan, told, said, heard } = workOf('receive');
  await scan('6*', 'MUG', '6*A1/S1', 'CUP');
  expect(told().map(({ barcode, quantity }) => [barcode, quantity])).toEqual([
    ['MUG', 6],
    ['CUP', 1],
  ]);
  expect(said()).toBe('6*A1/S1 was not taken: a number of units and * come before the code of an item.');
  expect(heard).toEqual(['good', 'bad']);
});

test('units before a code count for the order in hand, the number of an order has them as a part of it', async () => {
  const { work, scan, said } = workOf('pack');
  await scan('2*shop-1');
  expect(said()).toBe('No order has 2*shop-1.');
  await scan('shop-1', '2*4006381333931', '2*MUG');
  expect(work.state.get().scanned).toEqual({ lin_1: 2 });
  expect(said()).toBe('Too many: 2 units of MUG more than are left to scan.');
  await scan('MUG');
  expect(said()).toBe('Order shop-1 is complete.');
});

test('units of an order fill its lines of their SKU in turn, and no more than it has', async () => {
  const { work, scan, queued, said, heard } = workOf('pick');
  await scan('shop-1', '4006381333931', 'MUG');
  work.set({ quantity: 2 });
  await scan('MUG');
  expect(said()).toBe('Too many: 2 units of MUG more than are left to scan.');
  work.set({ quantity: 1 });
  await scan('MUG', 'MUG', 'OTHER');
  expect(work.state.get().scanned).toEqual({ lin_1: 2, lin_2: 1 });
  expect(queued.map(({ sku, orderId, quantity }) => [sku, orderId, quantity])).toEqual(
    Array.from({ length: 3 }, () => ['MUG', 'ord_1', 1]),
  );
  expect(said()).toBe('Unknown barcode: no SKU has OTHER.');
  expect(heard).toEqual(['good', 'good', 'good', 'bad', 'good', 'bad', 'bad']);
});

test('what was scanned of an order stays for it alone', async () => {
  const kept = workOf('pack', { task: 'ord_1', scanned: { lin_1: 1 } });
  await kept.scan('ord_1');
  expect(kept.work.state.get().scanned).toEqual({ lin_1: 1 });
  const other = workOf('pack', { task: 'ord_0', scanned: { lin_1: 1 } });
  await other.scan('ord_1');
  expect(other.work.state.get().scanned).toEqual({});
});

test('a code beside an order that is shipped is its tracking number, and the code of an order another order', async () => {
  const { work, scan } = workOf('ship');
  await scan('shop-1', '00340434161094042557');
  expect(work.state.get().tracking).toBe('00340434161094042557');
  await scan('ord_1');
  expect(work.state.get().tracking).toBe('');
});

test('units of an order are packed parcel by parcel, also over a reload, and what is short is told beside what is packed', async () => {
  const { work, scan, said } = workOf('pack');
  await scan('shop-1', 'MUG', 'MUG');
  work.nextParcel();
  expect(said()).toBe('Parcel 2: the next codes go into it.');
  work.nextParcel();
  expect(work.state.get().parcels).toEqual([{ lin_1: 2 }]);
  const first = [{ lines: [{ line_id: 'lin_1', quantity: 2 }] }];
  expect(packBodyOf(work.state.get(), 'backorder')).toEqual({
    packages: first,
    lines: [{ line_id: 'lin_1', quantity: 2 }],
    short: 'backorder',
  });

  const { task, scanned, parcels } = work.state.get();
  const again = workOf('pack', { task, scanned, parcels });
  await again.scan('ord_1', 'MUG');
  expect(packBodyOf(again.work.state.get(), undefined)).toEqual({
    packages: [...first, { lines: [{ line_id: 'lin_2', quantity: 1 }] }],
  });
  again.work.leave();
  expect(again.work.state.get().parcels).toEqual([]);
});

test('Enter alone takes the step after the codes before it, while a step is there', async () => {
  const { work, scan } = workOf('pack');
  const taken: unknown[] = [];
  work.confirm();
  await work.judged();
  work.whenConfirmed(() => taken.push(work.state.get().scanned));
  work.scan('shop-1');
  work.scan('MUG');
  work.confirm();
  await scan('MUG');
  expect(taken).toEqual([{ lin_1: 1 }]);
});
