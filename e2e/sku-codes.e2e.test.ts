import { CSV, importReport, NDJSON, operations } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { eventsOfType } from './system/receiver.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  return () => tenant.stop();
});

test.each(['TEE/RED/M', '../orders', 'MUG 12oz', 'CAF\u00C9-1', '#12', 'A|B:C', 'a\\b', '=1+1', '$sku.x', 'fils %2F', '😀'])(
  'the SKU %s goes through the gateway from its creation to its shipment, in paths, filters, files and events',
  async (sku) => {
    const { shop, subscriber } = tenant;
    const { key } = shop;
    const path = `/inventory/${encodeURIComponent(sku)}`;

    const made = await system.call('POST', '/inventory', { key, body: { sku: sku.normalize('NFD'), name: 'Thing', on_hand: 5 } });
    expect(made.status).toBe(201);
    expect(made.headers.get('location')).toBe(`/v1${path}`);
    expect(await shop.updateSku(sku, { name: 'Other thing' })).toMatchObject({ sku, name: 'Other thing' });
    const body = { delta: 2, reason: 'found' };
    expect((await system.call('POST', `${path}/adjustments`, { key, body })).status).toBe(201);
    const { id } = await shop.createOrder({ lines: [{ sku, quantity: 3 }] });
    await shop.pack(id);
    await shop.ship(id);
    await shop.scan({ barcode: '1', type: 'receive', sku, quantity: 1, apply: true });

    await eventually(async () => expect(await shop.sku(sku)).toMatchObject({ sku, on_hand: 5, allocated: 0 }));
    const asked = `sku=${encodeURIComponent(sku)}`;
    const page = async (list: string) => system.call('GET', list, { key });
    expect((await page(`/inventory?${asked}`)).as(200, operations.listSkus.replies[200].body).data).toMatchObject([{ sku }]);
    expect(
      (await page(`/inventory?q=${encodeURIComponent(sku)}`)).as(200, operations.listSkus.replies[200].body).data,
    ).toMatchObject([{ sku }]);
    expect((await page(`/orders?${asked}`)).as(200, operations.listOrders.replies[200].body).data).toMatchObject([{ id }]);
    await eventually(async () =>
      expect((await page(`/scans?${asked}`)).as(200, operations.listScans.replies[200].body).data).toMatchObject([
        { sku, applied: 'done' },
      ]),
    );
    const movements = (await page(`${path}/movements?limit=1`)).as(200, operations.listMovements.replies[200].body);
    expect(
      (await page(`${path}/movements?limit=1&cursor=${movements.next_cursor}`)).as(
        200,
        operations.listMovements.replies[200].body,
      ).data,
    ).toMatchObject([{ sku }]);
    for (const medium of [CSV, NDJSON]) {
      const { text: raw } = await system.call('GET', '/inventory/export', { key, headers: { accept: medium } });
      const read = await system.call('POST', '/inventory/import', { key, raw, headers: { 'content-type': medium } });
      expect(read.as(200, importReport)).toMatchObject({ rows: 1, unchanged: 1 });
    }
    await eventually(() => {
      const told = eventsOfType(subscriber, 'inventory.updated').map(({ data }) => data);
      expect(told).toContainEqual(expect.objectContaining({ sku, on_hand: 5 }));
    });
  },
);
