import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { beforeAll, expect, test } from 'vitest';
import { costTables } from './cost-tables.ts';
import { PATHS, sumOf } from './measure-costs.ts';
import { type CostResults, runCostBench } from './run-cost-bench.ts';
import { COST_QUICK } from './stage.ts';

const TINY = { ...COST_QUICK, idleSeconds: 4, clients: [1, 72], cellMs: 400, roundMs: 300, raceUnits: 60 };

let before: readonly string[];
let results: CostResults;

beforeAll(async () => {
  before = await folders();
  results = await runCostBench({ extent: TINY, progress: () => undefined, signal: new AbortController().signal });
}, 400_000);

test('every path is counted with success, and nothing is left behind', async () => {
  expect(results.cells.map(({ path, clients }) => `${path} ${clients}`)).toEqual(
    TINY.clients.flatMap((clients) => PATHS.map((path) => `${path} ${clients}`)),
  );
  for (const { path, clients, others, units, countedUnits, commands, cpuMs } of results.cells) {
    expect({ path, clients, others }).toEqual({ path, clients, others: {} });
    expect(Math.min(units, countedUnits)).toBeGreaterThanOrEqual(Math.max(10, clients * 2));
    expect(sumOf(commands)).toBeGreaterThan(0);
    expect(sumOf(cpuMs)).toBeGreaterThan(0);
  }
  expect(await folders()).toEqual(before);
});

test('what a unit writes is exact', () => {
  const [order, adjustment, scan, read] = results.cells;
  // An order of two lines has three of its own events and four of stock; each message is a record of the outbox and of a topic.
  expect(order?.mongodb['transactions aborted']).toBeUndefined();
  expect(order?.kafka['orders.events records']).toBeCloseTo(3, 5);
  expect(order?.kafka['inventory.events records']).toBeCloseTo(4, 5);
  expect(order?.writes['orders orders inserted']).toBeCloseTo(1, 5);
  expect(order?.writes['orders order_history inserted']).toBeUndefined();
  expect(adjustment?.writes['inventory movements inserted']).toBeCloseTo(1, 5);
  expect(scan?.writes['scans scans inserted']).toBeCloseTo(1, 5);
  expect(read?.mongodb['documents inserted']).toBeUndefined();
});

test('what an order over three warehouses, an edit and a reservation write is exact', () => {
  const [warehouses, edit, reservation] = results.cells.slice(PATHS.indexOf('warehouses'));
  // Three lines of one SKU each, in a warehouse of its own: an event for each that is held, and one that it has left.
  expect(warehouses?.kafka['orders.events records']).toBeCloseTo(3, 5);
  expect(warehouses?.kafka['inventory.events records']).toBeCloseTo(6, 5);
  expect(edit?.kafka['orders.events records']).toBeCloseTo(1, 5);
  expect(reservation?.writes['inventory reservations inserted']).toBeCloseTo(1, 5);
  expect(reservation?.kafka['orders.events records']).toBeCloseTo(1, 5);
});

test('ratios are of the same run, and the race is exact', () => {
  const { ceilings, product, ratios, race } = results.ratios;

  expect([...ceilings, ...product].flatMap(({ perSecond }) => perSecond).every((rate) => rate > 0)).toBe(true);
  expect(ratios).toHaveLength(7);
  expect(ratios.every(({ rounds }) => rounds.length === 1 && rounds.every((ratio) => ratio > 0))).toBe(true);
  expect(race).toMatchObject({ units: 60, orders: 90, allocated: 60, left: 0, exact: true });
});

test('the tables show every column and ratio', () => {
  const tables = costTables(results);

  expect(tables).toContain('order ×72');
  expect(tables).toContain('MongoDB: commands of webhooks');
  expect(tables).toMatch(/race for 60 units +\| exact/);
});

async function folders(): Promise<readonly string[]> {
  return (await readdir(tmpdir())).filter((name) => name.startsWith('fulfilment-bench-'));
}
