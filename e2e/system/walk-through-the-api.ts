import type { Call } from './call.ts';
import type { Shop } from './shop.ts';

/** Calls every operation of the specification, and some more, with success, on an empty tenant. */
export async function walkThroughTheApi(shop: Shop, call: Call): Promise<void> {
  await shop.createSku({ sku: 'WALK-01', name: 'Walking stick', on_hand: 10, location: 'A1/S1' });
  await shop.updateSku('WALK-01', { name: 'Walking stick, ash', on_hand: 12 });
  await shop.sku('WALK-01');
  await shop.skus();

  const warehouse = await shop.createLocation({ type: 'warehouse', code: 'W2', name: 'Second warehouse' });
  await shop.location(warehouse.id);
  const shelf = (await shop.locations()).find(({ path }) => path === 'MAIN:A1/S1');
  await shop.transfer(shelf?.id ?? '', { to: 'W2', sku: 'WALK-01', quantity: 5 });

  const lines = [{ sku: 'WALK-01', quantity: 1 }];
  const [shipped, cancelled] = [await shop.createOrder({ lines }), await shop.createOrder({ lines })];
  await shop.pack(shipped.id);
  await shop.ship(shipped.id);
  await shop.cancel(cancelled.id);
  await shop.order(shipped.id);
  await shop.history(shipped.id);
  await shop.orders();
  await call('GET', '/orders?status=shipped', { key: shop.key });

  const scan = await shop.scan({ barcode: '4006381333931' });
  await call('GET', `/scans/${scan.id}`, { key: shop.key });
  await call('POST', '/scans/batch', { key: shop.key, body: { scans: [{ barcode: '4006381333931' }] } });
  await shop.scans();
  await shop.events();
  await shop.archiveSku('WALK-01');
}
