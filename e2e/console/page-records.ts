import { deliveryPage, operations, reservationRecord, webhookWithSecret } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import type { Environment } from '@fulfilment/kernel';
import { makeShop, type Shop } from '../system/shop.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import { takePart, takeReturn } from '../system/take-part.ts';

/** Ids of records that pages of their own show, by the name that stands for them in the path of a listed page. */
export type PageRecords = Readonly<
  Record<'order' | 'parted' | 'fulfilment' | 'returned' | 'held' | 'reservation' | 'shelf' | 'endpoint' | 'delivery', string>
>;

const SKUS = [
  { sku: 'MUG-01', name: 'Mug, white, 300 ml', on_hand: 120, reorder_point: 20, location: 'A1/S1', barcodes: ['4006381333931'] },
  { sku: 'MUG-02', name: 'Mug, red, 300 ml', on_hand: 18, reorder_point: 24, location: 'A1/S1' },
  { sku: 'CUP-11', name: 'Espresso cup with saucer', on_hand: 64, reorder_point: 10, location: 'A1/S2' },
  { sku: 'BOWL-04', name: 'Bowl, stoneware, 18 cm', on_hand: 0, reorder_point: 12, location: 'A2/S1' },
  { sku: 'TEE/RED/M', name: 'T-shirt, red, size M', on_hand: 41, location: 'A2/S3' },
  { sku: 'JUG-09', name: 'Jug, glass, 1 l', on_hand: 7, reorder_point: 3, location: 'A2/S1' },
] as const;

const PATIENCE = { withinMs: 30_000 };

const ADDRESS = { name: 'Ada Ek', address1: 'Lager 4', postal_code: '211 20', city: 'Malmö', country: 'SE' } as const;

interface DayOptions {
  readonly accountId: string;
  readonly environment: Environment;
  /** A receiver of the day's events. */
  readonly receiverUrl: string;
}

/** Stock, locations, orders, scans and deliveries of an ordinary day in one environment of an account. */
export async function fillDay(
  { operator, call, callAccount }: Pick<TestSystem, 'operator' | 'call' | 'callAccount'>,
  { accountId, environment, receiverUrl }: DayOptions,
): Promise<PageRecords> {
  const { key } = await operator.key({ accountId, environment, name: 'Shop backend' });
  const shop = makeShop(call, key);
  const endpoint = { url: receiverUrl, description: 'Shop floor', events: ['order.created', 'order.packed', 'order.shipped'] };
  const added = (await callAccount('POST', '/webhooks', { key, body: endpoint })).as(201, webhookWithSecret);
  for (const sku of SKUS) await shop.createSku({ ...sku, ...('barcodes' in sku ? { barcodes: [...sku.barcodes] } : {}) });
  const cold = await shop.createLocation({ type: 'warehouse', code: 'COLD', name: 'Cold store' });
  await shop.createLocation({ type: 'aisle', code: 'B1', parent_id: cold.id });
  await shop.createLocation({ type: 'warehouse', code: 'BACK', name: 'Returns desk', usage: 'returns' });
  const order = await shipped(shop);
  const returned = await comingBack(call, shop, order);
  await shop.createOrder({ external_id: 'shop-1002', lines: [{ sku: 'BOWL-04', quantity: 6 }] });
  await shop.pack((await shop.createOrder({ external_id: 'shop-1003', lines: [{ sku: 'CUP-11', quantity: 4 }] })).id);
  await shop.createOrder({ external_id: 'shop-1004', lines: [{ sku: 'TEE/RED/M', quantity: 1 }] });
  await shop.updateSku('MUG-01', { on_hand: 116, note: 'Two boxes were open' });
  for (const type of ['receive', 'pick', 'count'] as const)
    await shop.scan({ barcode: '4006381333931', type, sku: 'MUG-01', quantity: 2, location: 'A1/S1', device_id: 'gun-7' });
  const shelf = (await shop.locations()).find(({ path }) => path === 'MAIN:A1/S1');
  if (shelf === undefined) throw new Error('The shelf of the mugs is not there');
  await shop.transfer(shelf.id, { to: 'A1/S2', sku: 'MUG-01', quantity: 30 });
  const delivery = await eventually(async () => {
    const path = `/webhooks/${added.id}/deliveries?event_type=order.shipped&status=delivered`;
    const [first] = (await callAccount('GET', path, { key })).as(200, deliveryPage).data;
    if (first === undefined) throw new Error('The order that was shipped is not delivered yet');
    return first.id;
  }, PATIENCE);
  const parts = { ...(await parted(call, shop)), ...(await kept(shop)) };
  return { order, returned, ...parts, shelf: shelf.id, endpoint: added.id, delivery };
}

async function shipped(shop: Shop): Promise<string> {
  const lines = [
    { sku: 'MUG-01', quantity: 2 },
    { sku: 'JUG-09', quantity: 2 },
  ];
  const { id } = await shop.createOrder({ external_id: 'shop-1001', lines, ship_to: ADDRESS, note: 'Leave with a neighbour' });
  await shop.pack(id, { packages: [{ weight_g: 1_850 }] });
  await shop.ship(id, { carrier: 'PostNord', tracking_number: '00373500489530470000' });
  return id;
}

/** A return of which one unit came, and others may come. */
async function comingBack(call: TestSystem['call'], shop: Shop, orderId: string): Promise<string> {
  const [mugs, jug] = (await shop.order(orderId)).lines.map(({ id: line_id, quantity }) => ({ line_id, quantity }));
  const lines = [
    { ...mugs, reason: 'wrong_size' },
    { ...jug, quantity: 1, reason: 'damaged', note: 'Broken on the way; the box is whole' },
  ];
  const take = (path: string, body: unknown) => takeReturn(call, shop.key, path, body);
  const { id } = await take('/returns', { order_id: orderId, external_id: 'rma-501', lines, approved: true });
  await take(`/returns/${id}/receipts`, { lines: [{ ...mugs, quantity: 1 }] });
  return id;
}

/** An order of which one part has left, and another is open. */
async function parted(call: TestSystem['call'], shop: Shop): Promise<Pick<PageRecords, 'parted' | 'fulfilment'>> {
  const lines = [
    { sku: 'MUG-01', quantity: 4 },
    { sku: 'CUP-11', quantity: 2 },
  ];
  const order = await shop.createOrder({ external_id: 'shop-1005', lines, ship_to: ADDRESS });
  const [mugs, cups] = order.lines.map(({ id: line_id }) => ({ line_id, quantity: 2 }));
  if (!mugs || !cups) throw new Error('The order lacks a line');
  const take = (path: string, body: unknown) => takePart(call, shop.key, path, body);
  const { id: fulfilment } = await take(`/orders/${order.id}/fulfilments`, { lines: [mugs, cups] });
  await take(`/fulfilments/${fulfilment}/pack`, { packages: [{ weight_g: 1_200, lines: [mugs, cups] }] });
  await take(`/fulfilments/${fulfilment}/ship`, { carrier: 'PostNord' });
  await take(`/orders/${order.id}/fulfilments`, { lines: [{ ...mugs, quantity: 1 }] });
  return { parted: order.id, fulfilment };
}

/** An order on hold for two reasons, and units that are kept for a cart. */
async function kept(shop: Shop): Promise<Pick<PageRecords, 'held' | 'reservation'>> {
  const lines = [{ sku: 'MUG-01', quantity: 3 }];
  const { id: held } = await shop.createOrder({ external_id: 'shop-1006', lines, priority: 8, ship_by: '2099-12-01T09:00:00Z' });
  const reasons = [
    { reason: 'awaiting_payment' },
    { reason: 'fraud_check', note: 'Two cards were tried', until: '2099-11-30T09:00:00Z' },
  ];
  for (const body of reasons) await shop.ask(operations.holdOrder, { at: { ord_: held }, body });
  const body = { lines: [{ sku: 'CUP-11', quantity: 2 }], expires_in: 86_400, external_id: 'cart-4711' };
  const { id: reservation } = reservationRecord.parse(await shop.ask(operations.createReservation, { body }));
  return { held, reservation };
}
