import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Stock } from '../compose.ts';
import { type LocationDocument, toLocationDocument } from '../database/location-documents.ts';
import { type SkuDocument, toSku, toSkuDocument } from '../database/sku-documents.ts';
import { mainWarehouse } from '../model/location.builder.ts';
import { LOCATION_TYPES } from '../model/location.ts';
import { allocate, confirm, create, origin, ship } from './domain/commands/command.builder.ts';
import type { Command } from './domain/commands/commands.ts';
import { openStockDatabase, type StockDatabase } from './stock-database.fixture.ts';

const LOCATIONS = 1_000;
const ORDERS = 5;

let database: StockDatabase;
let stock: Stock;

beforeAll(async () => {
  database = await openStockDatabase(inject('engines'));
  stock = await database.openProcess();
});

afterAll(async () => {
  await stock.stop();
  await database.drop();
});

/** Entries that the indexes of SKUs have gained and lost, as WiredTiger counts them. */
async function indexWrites(): Promise<number> {
  const [stats] = await database.mongo.db
    .collection('skus')
    .aggregate<{ storageStats: { indexDetails: Record<string, { cursor: Record<string, number> }> } }>([
      { $collStats: { storageStats: {} } },
    ])
    .toArray();
  const cursors = Object.values(stats?.storageStats.indexDetails ?? {}).map(({ cursor }) => cursor);
  return cursors.reduce(
    (sum, cursor) => sum + (cursor['insert calls'] ?? Number.NaN) + (cursor['remove calls'] ?? Number.NaN),
    0,
  );
}

const after = <Each extends Command>(seconds: number, command: Each): Each => ({
  ...command,
  origin: { ...origin, at: new Date(origin.at.getTime() + seconds * 1_000) },
});

/** The SKU as if it had been counted at many bins, each in a shelf and an aisle of its own: 3 000 locations that it is within. */
async function spread(tenant: Tenant, code: string): Promise<void> {
  const { db } = database.mongo;
  const main = (await database.locationsOf(tenant)).get('MAIN') ?? '';
  const chains = Array.from({ length: LOCATIONS - 1 }, (_, n) => {
    const codes = [`A${n}`, 'S', 'B'];
    const ids = codes.map(() => newId('loc'));
    return codes.map((part, depth) =>
      mainWarehouse({
        id: ids[depth] ?? '',
        type: LOCATION_TYPES[depth + 1] ?? 'bin',
        code: part,
        parentId: ids[depth - 1] ?? main,
        lineage: [main, ...ids.slice(0, depth + 1)],
        path: `MAIN:${codes.slice(0, depth + 1).join('/')}`,
      }),
    );
  });
  const locations = new Map(chains.flat().map((each) => [each.id, each]));
  await db
    .collection<LocationDocument>('locations')
    .insertMany(Array.from(locations.values(), (each) => toLocationDocument(tenantKey(tenant), each)));
  const skus = db.collection<SkuDocument>('skus');
  const found = await skus.findOne({ tenant: tenantKey(tenant), sku: code });
  if (!found) throw new Error('The SKU is missing');
  const sku = toSku(found);
  const bins = chains.map((chain) => ({ locationId: chain.at(-1)?.id ?? '', onHand: 1 }));
  const lineageOf = (id: string): readonly string[] => locations.get(id)?.lineage ?? [main];
  const spreadSku = { ...sku, stock: [...sku.stock, ...bins], onHand: sku.onHand + bins.length };
  await skus.replaceOne(
    { tenant: found.tenant, sku: code },
    toSkuDocument(found.tenant, spreadSku, { revision: found.revision + 1, lineageOf }),
  );
}

test('a unit of a SKU at 1,000 locations is held, packed and shipped without an index write for each location', async () => {
  const tenant = await database.newTenant();
  await stock.runCommand(tenant, create('HOT', 2 * ORDERS));
  await spread(tenant, 'HOT');
  const before = await indexWrites();

  for (let order = 1; order <= ORDERS; order += 1) {
    await stock.runCommand(tenant, after(3 * order, allocate(order, [['HOT', 1]])));
    await stock.runCommand(tenant, after(3 * order + 1, confirm(order)));
    await stock.runCommand(tenant, after(3 * order + 2, ship(order)));
  }

  const writes = ((await indexWrites()) - before) / ORDERS;
  const { skus } = await database.read(tenant);
  expect(writes).toBeGreaterThan(1);
  expect(writes).toBeLessThan(20);
  expect(skus).toMatchObject([{ onHand: ORDERS + LOCATIONS - 1, stock: { length: LOCATIONS } }]);
});
