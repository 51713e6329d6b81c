import type { LocationRecord, OrderRecord, ScanRecord, SkuRecord } from '@fulfilment/contracts';
import type { Shop } from '../system/shop.ts';

/** Records in every state, which no refused request may change. */
export interface Standing {
  readonly sku: SkuRecord;
  readonly archived: SkuRecord;
  /** Where the stock of `sku` lies. */
  readonly place: LocationRecord;
  readonly defaultWarehouse: LocationRecord;
  readonly created: OrderRecord;
  readonly backordered: OrderRecord;
  readonly packed: OrderRecord;
  readonly shipped: OrderRecord;
  readonly cancelled: OrderRecord;
  readonly scan: ScanRecord;
}

/** Sets up the records in an empty tenant. */
export async function setUpRecords(shop: Shop): Promise<Standing> {
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 100, location: 'A3/S2', barcodes: ['4006381333931'] });
  await shop.createSku({ sku: 'RARE-01', name: 'Rare', on_hand: 0 });
  await shop.createSku({ sku: 'OLD-01', name: 'Old', on_hand: 5, location: 'A3/S2' });
  const order = (sku: string, quantity: number, external_id: string) =>
    shop.createOrder({ external_id, lines: [{ sku, quantity }] });
  const { id: packed } = await order('MUG-01', 3, 'packed');
  const { id: shipped } = await order('MUG-01', 4, 'shipped');
  const { id: cancelled } = await order('MUG-01', 5, 'cancelled');
  await shop.pack(packed);
  await shop.pack(shipped);
  const created = await order('MUG-01', 2, 'created');
  const backordered = await order('RARE-01', 1, 'backordered');
  const [defaultWarehouse] = await shop.locations();
  if (!defaultWarehouse) throw new Error('There is no default warehouse');
  return {
    defaultWarehouse,
    archived: await shop.archiveSku('OLD-01'),
    created,
    backordered,
    shipped: await shop.ship(shipped),
    packed: await shop.order(packed),
    cancelled: await shop.cancel(cancelled),
    scan: await shop.scan({ barcode: '1', client_scan_id: 'gun-7:1' }),
    sku: await shop.sku('MUG-01'),
    place: await shop.location((await shop.sku('MUG-01')).location_id),
  };
}

/** Every record that the tenant has, as its lists show them; a rejected order is kept as a note of the refusal and holds nothing. */
export async function everyRecord(shop: Shop): Promise<unknown> {
  const [skus, locations, orders, scans] = await Promise.all([shop.skus(), shop.locations(), shop.orders(), shop.scans()]);
  return { skus, locations, orders: orders.filter(({ status }) => status !== 'rejected'), scans };
}
