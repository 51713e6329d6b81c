import {
  availabilityQuote,
  integrityReport,
  OPERATIONS,
  orderRecord,
  reservationRecord,
  returnRecord,
} from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { atOnce } from './system/at-once.ts';
import type { Answer, Call } from './system/call.ts';
import { eventsOf } from './system/receiver.ts';
import { runSeed } from './system/run-seed.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';
import { imbalances } from './system/watch-stock.ts';

const SKUS = ['MUG', 'CUP', 'PLATE'];
/** Sellable places of two warehouses, and one in each whose units are not for sale. */
const PLACES = ['A1/S1', 'W2:A1/S1', 'Q', 'W2:Q'];
const WORKERS = 6;
const PIECES = 140;
const seed = runSeed('STOCK_SEED', import.meta.url);

let system: TestSystem;
let tenant: TestTenant;
const barcodeOf = (sku: string): string => `code-of-${sku}`;

/** SKUs as they were shown, by what showed them, and sums of them that were wrong. */
const shown = new Map<string, number>();
const wrong: string[] = [];
/** Quantities that were more than 0 in some answer: each has a part in the sums. */
const used = new Set<string>();

function look(where: string, value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const inner of Object.values(value)) look(where, inner);
  // A warehouse is looked at with its SKU.
  if (!('on_hand' in value) || !('buffer' in value) || 'warehouse_id' in value) return;
  shown.set(where, (shown.get(where) ?? 0) + 1);
  wrong.push(...imbalances(value).map((each) => `${where}: ${each}`));
  for (const [name, units] of Object.entries(value)) if (typeof units === 'number' && units > 0) used.add(name);
}

/** The requests of the test, with a look at every answer. */
const call: Call = async (method, path, options) => {
  const answer = await system.call(method, path, options);
  const [route = ''] = path.split('?');
  const name = operationAt(method, route);
  for (const value of valuesIn(answer)) look(name, value);
  return answer;
};

const parameters = (template: string): number => template.split(':').length;

function operationAt(method: string, path: string): string {
  const fits = OPERATIONS.filter(
    (each) => each.method === method && new RegExp(`^${each.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  return fits.toSorted((a, b) => parameters(a.path) - parameters(b.path))[0]?.id ?? path;
}

function valuesIn({ headers, text }: Answer): readonly unknown[] {
  const type = headers.get('content-type') ?? '';
  if (/[/+]json/.test(type)) return [JSON.parse(text)];
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  if (type.includes('ndjson')) return lines.map((line): unknown => JSON.parse(line));
  if (!type.includes('csv')) return [];
  // Names and codes of the test need no quotes.
  const [columns = [], ...rows] = lines.map((line) => line.split(','));
  return rows.map((row) =>
    Object.fromEntries(columns.map((name, place) => [name, /^\d+$/.test(row[place] ?? '') ? Number(row[place]) : row[place]])),
  );
}

const send = (method: string, path: string, body?: unknown): Promise<Answer> =>
  call(method, path, { key: tenant.shop.key, body });

/** A piece of work on stock: one of many kinds, with what it is about. */
interface Piece {
  readonly sku: string;
  readonly place: string;
  readonly units: number;
  /** Which of the records that are there. */
  readonly nth: number;
}

const [orders, reservations, places]: [string[], string[], Map<string, string>] = [[], [], new Map()];
const idIn = (answer: Answer): string => z.looseObject({ id: z.string() }).parse(JSON.parse(answer.text)).id;
const nth = (ids: readonly string[], n: number): string => ids[n % Math.max(1, ids.length)] ?? `ord_${'0'.repeat(26)}`;
const warehouseOf = (place: string): string => (place.startsWith('W2') ? 'W2' : 'MAIN');

/** Lines of a SKU. */
const unitsOf = <Line extends { readonly sku: string }>(sku: string, records: readonly { readonly lines: readonly Line[] }[]) =>
  records.flatMap(({ lines }) => lines.filter((line) => line.sku === sku));

/** Units that can be ordered, of each warehouse that has any. */
const byWarehouse = (all: readonly { readonly warehouse: string; readonly available: number }[]) =>
  new Map(all.flatMap(({ warehouse, available }) => (available > 0 ? [[warehouse, available] as const] : [])));

/** The first line of an order, where it is there. */
async function lineOf(id: string) {
  const answer = await send('GET', `/orders/${id}`);
  return answer.status === 404 ? undefined : answer.as(200, orderRecord).lines[0];
}

async function shipPart(id: string, units: number): Promise<void> {
  const line = await lineOf(id);
  const made = await send('POST', `/orders/${id}/fulfilments`, { lines: [{ line_id: line?.id, quantity: Math.min(units, 2) }] });
  if (made.status >= 300) return;
  const part = idIn(made);
  for (const step of ['pack', 'unpack', 'pack', 'ship']) await send('POST', `/fulfilments/${part}/${step}`, {});
}

async function takeBack(id: string, disposition: string): Promise<void> {
  const unit = { line_id: (await lineOf(id))?.id, quantity: 1 };
  const made = await send('POST', '/returns', { order_id: id, lines: [{ ...unit, reason: 'wrong' }], approved: true });
  if (made.status === 201)
    await send('POST', `/returns/${made.as(201, returnRecord).id}/receipts`, { lines: [{ ...unit, disposition }] });
}

const WORK: Readonly<Record<string, (piece: Piece) => Promise<unknown>>> = {
  receive: ({ sku, place, units }) =>
    send('POST', `/inventory/${sku}/adjustments`, { delta: units, reason: 'receipt', location: place }),
  take: ({ sku, place, units }) =>
    send('POST', `/inventory/${sku}/adjustments`, { delta: -units, reason: 'damaged', location: place }),
  count: ({ sku, units, nth: n }) => send('PATCH', `/inventory/${sku}`, { on_hand: 10 + units * (n % 4) }),
  countByScan: ({ sku, place, units }) =>
    send('POST', '/scans', { barcode: 'x', type: 'count', sku, quantity: units, location: place, apply: true }),
  receiveByScan: ({ sku, place, units }) =>
    send('POST', '/scans', { barcode: 'x', type: 'receive', sku, quantity: units, location: place, apply: true }),
  batch: ({ sku, place, units, nth: n }) =>
    send('POST', '/inventory/batch', {
      mode: n % 2 === 0 ? 'atomic' : 'partial',
      items: SKUS.map((each) => ({
        op: 'adjust',
        sku: each,
        delta: each === sku ? units : 1,
        reason: 'receipt',
        location: place,
      })),
    }),
  import: ({ sku, units }) =>
    call('POST', '/inventory/import', {
      key: tenant.shop.key,
      raw: `op,sku,delta,reason\nadjust,${sku},${units},receipt\n`,
      headers: { 'content-type': 'text/csv' },
    }),
  move: ({ sku, place, units, nth: n }) =>
    send('POST', `/locations/${places.get(place)}/transfer`, { to: PLACES[n % PLACES.length], sku, quantity: units }),
  withhold: ({ sku, units }) => send('PATCH', `/inventory/${sku}`, { safety_stock: units }),
  withholdInWarehouse: ({ sku, place, units }) =>
    send('PATCH', `/inventory/${sku}/warehouses/${warehouseOf(place)}`, { safety_stock: units }),
  order: async ({ sku, place, units, nth: n }) => {
    const sources = n % 3 === 0 ? {} : { ship_from: n % 3 === 1 ? [warehouseOf(place)] : ['MAIN', 'W2'], split: 'within_line' };
    const answer = await send('POST', '/orders', { lines: [{ sku, quantity: units }], ...sources });
    if (answer.status < 300) orders.push(idIn(answer));
  },
  ship: async ({ nth: n }) => {
    for (const step of ['pack', 'ship']) await send('POST', `/orders/${nth(orders, n)}/${step}`, {});
  },
  shipPart: ({ nth: n, units }) => shipPart(nth(orders, n), units),
  pack: ({ nth: n }) => send('POST', `/orders/${nth(orders, n)}/pack`, {}),
  cancel: ({ nth: n }) => send('POST', `/orders/${nth(orders, n)}/cancel`, {}),
  close: ({ nth: n }) => send('POST', `/orders/${nth(orders, n)}/close`, {}),
  edit: async ({ nth: n, units }) => {
    const id = nth(orders, n);
    const line = await lineOf(id);
    await send('POST', `/orders/${id}/edit`, { mode: 'patch', lines: [{ id: line?.id, quantity: units }] });
  },
  hold: ({ nth: n }) => send('POST', `/orders/${nth(orders, n)}/holds`, { reason: 'fraud', release_stock: true }),
  return: ({ nth: n, units }) => takeBack(nth(orders, n), ['restock', 'quarantine', 'scrap'][units % 3] ?? ''),
  reserve: async ({ sku, place, units, nth: n }) => {
    const where = n % 2 === 0 ? {} : { warehouse: warehouseOf(place) };
    const answer = await send('POST', '/reservations', { lines: [{ sku, quantity: units }], expires_in: 3_600, ...where });
    if (answer.status === 201) reservations.push(idIn(answer));
  },
  release: ({ nth: n }) => send('DELETE', `/reservations/${nth(reservations, n)}`),
  archive: ({ sku }) => send('DELETE', `/inventory/${sku}`),
  restore: ({ sku }) => send('PATCH', `/inventory/${sku}`, { status: 'active' }),
  read: ({ sku }) => send('GET', `/inventory/${sku}`),
  readByBarcode: ({ sku }) => send('GET', `/inventory/by-barcode/${barcodeOf(sku)}`),
  list: () => tenant.shop.skus(),
};

/** Each kind once, then as chance has it: archived SKUs refuse much of it, so that is rarer. */
function drawn(): readonly (Piece & { readonly kind: string })[] {
  const kinds = Object.keys(WORK);
  const about = {
    sku: fc.constantFrom(...SKUS),
    place: fc.constantFrom(...PLACES),
    units: fc.integer({ min: 1, max: 9 }),
    nth: fc.nat(40),
  };
  const often = kinds.filter((kind) => kind !== 'archive');
  const each = fc.record({ ...about, kind: fc.constantFrom(...often, 'receive', 'order', 'order', 'reserve', 'restore') });
  const pieces = fc.sample(each, { seed, numRuns: PIECES });
  return pieces.map((piece, place) => ({
    ...piece,
    kind: place % 5 === 4 ? (kinds[(place - 4) / 5] ?? piece.kind) : piece.kind,
  }));
}

beforeAll(async () => {
  system = await sharedTestSystem();
  tenant = await openTenant({ call, operator: system.operator });
  return () => tenant.stop();
});

beforeAll(async () => {
  const main = (await tenant.shop.locations()).find(({ path }) => path === 'MAIN');
  const { id: second } = await tenant.shop.createLocation({ type: 'warehouse', code: 'W2' });
  for (const parent_id of [main?.id, second])
    await tenant.shop.createLocation({ type: 'aisle', code: 'Q', parent_id, usage: 'quarantine' });
  for (const [n, sku] of SKUS.entries()) {
    await tenant.shop.createSku({ sku, name: sku, on_hand: 0, barcodes: [barcodeOf(sku)], reorder_point: 5, safety_stock: n });
    for (const location of PLACES) await send('POST', `/inventory/${sku}/adjustments`, { delta: 6, reason: 'receipt', location });
  }
  for (const { path, id } of await tenant.shop.locations()) places.set(path.replace(/^MAIN:/, ''), id);
  await atOnce(WORKERS, drawn(), async ({ kind, ...piece }) => await WORK[kind]?.(piece));
  for (const sku of SKUS) {
    await WORK['restore']?.({ sku, place: 'Q', units: 1, nth: 0 });
    await WORK['archive']?.({ sku, place: 'Q', units: 1, nth: 0 });
    await WORK['restore']?.({ sku, place: 'Q', units: 1, nth: 0 });
  }
}, 1_200_000);

describe('whatever is done to stock, on hand is what is allocated, reserved, unavailable, withheld and available, by warehouse and in sum', () => {
  test('in the answer of every operation that shows a SKU', async () => {
    for (const sku of SKUS)
      for (const kind of ['read', 'readByBarcode', 'list']) await WORK[kind]?.({ sku, place: 'Q', units: 1, nth: 0 });
    const showing = OPERATIONS.filter(({ id, replies }) => {
      const bodies = Object.values(replies).map(({ body }) => JSON.stringify(z.toJSONSchema(body, { unrepresentable: 'any' })));
      return id !== 'listEvents' && bodies.some((schema) => schema.includes('"buffer"'));
    });

    expect(showing.length).toBeGreaterThanOrEqual(9);
    expect(showing.filter(({ id }) => !shown.has(id)).map(({ id }) => id)).toEqual([]);
    expect(wrong).toEqual([]);
    expect([...used]).toEqual(
      expect.arrayContaining(['on_hand', 'allocated', 'reserved', 'unavailable', 'buffer', 'available', 'safety_stock']),
    );
  });

  test.each(['application/x-ndjson', 'text/csv'])('in an export as %s', async (accept) => {
    const before = shown.get('exportInventory') ?? 0;

    await call('GET', '/inventory/export', { key: tenant.shop.key, headers: { accept } });

    expect((shown.get('exportInventory') ?? 0) - before).toBe(SKUS.length);
    expect(wrong).toEqual([]);
  });

  test('in every event, of the feed and as it was delivered, before the change and after it', async () => {
    const told = await eventually(
      async () => {
        const feed = await tenant.shop.events();
        expect(eventsOf(tenant.subscriber)).toHaveLength(feed.length);
        return feed;
      },
      { withinMs: 60_000 },
    );
    for (const { rawBody } of tenant.subscriber.deliveries) look('delivery', JSON.parse(rawBody));

    const ofStock = told.filter(({ type }) => type.startsWith('inventory.') || type === 'sku.updated');
    expect(new Set(ofStock.map(({ type }) => type)).size).toBe(4);
    for (const where of ['listEvents', 'delivery']) expect(shown.get(where)).toBeGreaterThan(ofStock.length);
    expect(wrong).toEqual([]);
  });

  test('and a quote names what the SKU has available, in sum and by warehouse', async () => {
    const lines = SKUS.map((sku) => ({ sku, quantity: 1 }));
    const quote = (await send('POST', '/availability', { lines })).as(200, availabilityQuote);

    for (const { sku, available, warehouses } of quote.lines) {
      const record = await tenant.shop.sku(sku);
      expect([available, byWarehouse(warehouses)]).toEqual([record.available, byWarehouse(record.warehouses)]);
    }
  });

  test('and what orders and reservations hold is what the SKUs say, and stock agrees with itself', async () => {
    // What stock did to orders comes to them over Kafka.
    await eventually(
      async () => {
        const read = await atOnce(WORKERS, orders, async (id) => (await send('GET', `/orders/${id}`)).as(200, orderRecord));
        const kept = await atOnce(WORKERS, reservations, async (id) =>
          (await send('GET', `/reservations/${id}`)).as(200, reservationRecord),
        );
        for (const sku of SKUS) {
          const held = unitsOf(sku, read).reduce((sum, line) => sum + line.allocated, 0);
          const reserved = unitsOf(sku, kept).reduce((sum, line) => sum + line.reserved, 0);
          expect(await tenant.shop.sku(sku)).toMatchObject({ allocated: held, reserved });
        }
      },
      { withinMs: 60_000 },
    );
    expect((await send('GET', '/integrity')).as(200, integrityReport)).toMatchObject({ consistent: true });
  });
});
