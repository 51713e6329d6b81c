import {
  type LocationRecord,
  operations,
  type OrderRecord,
  type ScanRecord,
  scanRecord,
  type SkuRecord,
} from '@fulfilment/contracts';
import { makeEach, V1_RESOURCES, type Values, valueOf } from '../system/resources.ts';
import type { Shop } from '../system/shop.ts';

/** Records in every state, which no refused request may change. */
export interface Standing {
  /** A record of each kind: `sku`, `place`, `created` and `scan` among them. */
  readonly values: Values;
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
  const values = await makeEach(V1_RESOURCES, { ask: shop.ask, mark: 'standing' });
  await shop.createSku({ sku: 'RARE-01', name: 'Rare', on_hand: 0 });
  await shop.createSku({ sku: 'OLD-01', name: 'Old', on_hand: 5, location: 'A3/S2' });
  const order = (sku: string, quantity: number, external_id: string) =>
    shop.createOrder({ external_id, lines: [{ sku, quantity }] });
  const { id: packed } = await order('MUG-01', 3, 'packed');
  const { id: shipped } = await order('MUG-01', 4, 'shipped');
  const { id: cancelled } = await order('MUG-01', 5, 'cancelled');
  await shop.pack(packed);
  await shop.pack(shipped);
  const backordered = await order('RARE-01', 1, 'backordered');
  const [defaultWarehouse] = await shop.locations();
  if (!defaultWarehouse) throw new Error('There is no default warehouse');
  return {
    values,
    defaultWarehouse,
    archived: await shop.archiveSku('OLD-01'),
    created: await shop.order(valueOf(values, 'ord_')),
    backordered,
    shipped: await shop.ship(shipped),
    packed: await shop.order(packed),
    cancelled: await shop.cancel(cancelled),
    scan: scanRecord.parse(await shop.ask(operations.getScan, { at: values })),
    sku: await shop.sku('MUG-01'),
    place: await shop.location(valueOf(values, 'loc_')),
  };
}

/** Every record that the tenant has, as its lists show them; a rejected order is kept as a note of the refusal and holds nothing. */
export async function everyRecord(shop: Shop): Promise<unknown> {
  const lists = V1_RESOURCES.flatMap(({ list }) => (list && list.lags !== true ? [list] : []));
  const read = lists.map(async ({ operation: { path }, every, kept = every }) => [path, await shop.all(path, kept)] as const);
  return Object.fromEntries(await Promise.all(read));
}
