import { orderRecord, scanRecord, skuRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { Webhook } from 'standardwebhooks';
import { Stripe } from 'stripe';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { callEveryRead } from './system/every-read.ts';
import { eventsOf, eventsOfType } from './system/receiver.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

/** The operations of the specification, section 4. */
const SPECIFIED = [
  'GET /inventory',
  'GET /inventory/{sku}',
  'POST /inventory',
  'PATCH /inventory/{sku}',
  'DELETE /inventory/{sku}',
  'GET /locations',
  'POST /locations',
  'POST /locations/{id}/transfer',
  'GET /orders',
  'POST /orders',
  'POST /orders/{id}/pack',
  'POST /orders/{id}/ship',
  'POST /scans',
  'GET /scans',
];

const SAMPLE = { sku: 'MUG-01', name: 'Mug', on_hand: 100, reorder_point: 10, location: 'A3/S2' };

let system: TestSystem;
let tenant: TestTenant;
let shop: TestTenant['shop'];
let key: string;

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  ({ key } = shop);
  return () => tenant.stop();
});

test('an empty account takes the sample SKU; an order of 2 is packed and shipped, and a read then finds 98', async () => {
  const created = await system.call('POST', '/inventory', { key, body: SAMPLE });
  expect(created.as(201, skuRecord)).toMatchObject({ ...SAMPLE, allocated: 0, available: 100, status: 'active', version: 1 });
  expect(created.headers.get('location')).toBe('/v1/inventory/MUG-01');

  const ordered = await system.call('POST', '/orders', { key, body: { lines: [{ sku: 'MUG-01', quantity: 2 }] } });
  const order = ordered.as(201, orderRecord);
  expect(order).toMatchObject({
    status: 'created',
    allocation: 'allocated',
    lines: [{ name: 'Mug', quantity: 2, allocated: 2 }],
  });
  expect(ordered.headers.get('location')).toBe(`/v1/orders/${order.id}`);
  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 100, allocated: 2, available: 98 });

  expect(await shop.pack(order.id)).toMatchObject({ status: 'packed', packages: [] });
  expect(await shop.ship(order.id)).toMatchObject({ status: 'shipped', lines: [{ quantity: 2, shipped: 2 }] });
  expect(await shop.sku('MUG-01')).toMatchObject({
    on_hand: 98,
    allocated: 0,
    available: 98,
    stock: [{ location: 'A3/S2', on_hand: 98 }],
  });
});

test('every change of the main job is delivered, signed as our reference, Standard Webhooks and Stripe verify it', async () => {
  await shop.createSku(SAMPLE);
  const { id } = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
  await shop.pack(id);
  await shop.ship(id);

  const { subscriber, secret } = tenant;
  const told = await eventually(() => {
    const events = eventsOf(subscriber);
    expect(
      eventsOfType(subscriber, 'inventory.updated')
        .map(({ reason }) => reason)
        .toSorted(),
    ).toEqual(['allocation', 'opening', 'shipment']);
    expect(
      events
        .filter(({ type }) => type !== 'inventory.updated' && type !== 'location.created')
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['order.created', 'order.packed', 'order.shipped']);
    return events;
  });

  for (const { account_id, environment, api_version } of told)
    expect({ accountId: account_id, environment, api_version }).toEqual({ ...tenant.tenant, api_version: 'v1' });
  const standard = new Webhook(secret);
  for (const { headers, rawBody } of subscriber.deliveries) {
    expect(standard.verify(rawBody, headers)).toEqual(JSON.parse(rawBody));
    const stripe = Stripe.webhooks.constructEvent(rawBody, headers['service-signature'] ?? '', secret);
    expect(stripe.id).toBe(headers['service-event-id']);
  }
  expect(subscriber.faults).toEqual([]);
});

/** Orders a mug. @returns its id. */
const ordered = async (headers: Readonly<Record<string, string>>): Promise<string> => {
  const body = { lines: [{ sku: 'MUG-01', quantity: 1 }] };
  const answer = await system.call('POST', '/orders', { key, body, headers });
  expect([201, 202]).toContain(answer.status);
  return orderRecord.parse(JSON.parse(answer.text)).id;
};

test("without tracing the client's trace context goes to the receiver unchanged, and no other is made", async () => {
  await shop.createSku(SAMPLE);
  const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
  const [traced, untraced] = [await ordered({ traceparent }), await ordered({})];

  const created = await eventually(() => {
    const deliveries = tenant.subscriber.deliveries.filter(({ event }) => event.type === 'order.created');
    expect(deliveries).toHaveLength(2);
    return new Map(deliveries.map(({ event, headers }) => ['id' in event.data ? event.data.id : '', headers['traceparent']]));
  });
  expect(created).toEqual(
    new Map([
      [traced, traceparent],
      [untraced, undefined],
    ]),
  );
});

test('the events of an order carry it whole, those of a SKU what it was before and why it changed', async () => {
  await shop.createSku(SAMPLE);
  const { id } = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] });
  await shop.pack(id);
  const shipped = await shop.ship(id, { carrier: 'DHL' });
  const sku = await shop.sku('MUG-01');

  const [event, change] = await eventually(() => {
    const [ofOrder] = eventsOfType(tenant.subscriber, 'order.shipped');
    const ofSku = eventsOfType(tenant.subscriber, 'inventory.updated').find(({ reason }) => reason === 'shipment');
    expect([ofOrder, ofSku]).not.toContain(undefined);
    return [ofOrder, ofSku];
  });

  expect(event).toMatchObject({ data: shipped, sequence: shipped.version });
  expect(change).toMatchObject({
    data: sku,
    sequence: sku.version,
    previous: { on_hand: 100, allocated: 2, available: 98 },
    reason: 'shipment',
    reference: { type: 'order', id },
  });
  expect(change?.changed.toSorted()).toEqual(['allocated', 'on_hand', 'stock']);
});

test('every operation of the specification answers as the document says', async () => {
  await callEveryRead(shop);

  expect(system.contract.operations).toEqual(expect.arrayContaining(SPECIFIED));
  expect([...system.contract.answered]).toEqual(expect.arrayContaining(SPECIFIED));
});

test('what is sent with pack, ship and cancel is kept, and the history says who did it when, under which request', async () => {
  await shop.createSku(SAMPLE);
  const ship_to = {
    name: 'Ada',
    address1: '1 Main St',
    city: 'Berlin',
    postal_code: '10115',
    country: 'DE',
    email: 'ada@example.com',
  };
  const details = { ship_to, note: 'Ring twice', metadata: { channel: 'web' } };
  const { id } = await shop.createOrder({ ...details, lines: [{ sku: 'MUG-01', quantity: 1, external_line_id: 'line-1' }] });
  const packages = [{ weight_g: 850, length_mm: 200, width_mm: 100, height_mm: 80, tracking: 'P1' }];
  const shipment = { carrier: 'DHL', tracking_number: '0034', tracking_url: 'https://example.com/0034' };

  await shop.pack(id, { packages });
  const asked = await system.call('POST', `/orders/${id}/ship`, {
    key,
    body: shipment,
    headers: { 'x-request-id': 'my-request.1' },
  });

  expect(asked.headers.get('x-request-id')).toBe('my-request.1');
  expect(await shop.order(id)).toMatchObject({ ...details, ...shipment, packages, lines: [{ external_line_id: 'line-1' }] });
  const history = await shop.history(id);
  expect(history.map(({ transition, status }) => [transition, status])).toEqual([
    ['create', 'created'],
    ['pack', 'packed'],
    ['ship', 'shipped'],
  ]);
  expect(new Set(history.map(({ actor }) => actor)).size).toBe(1);
  expect(history[2]?.request_id).toBe('my-request.1');
});

test('an external id names one order: the same content again answers it, other content is refused, and ten at once make one', async () => {
  await shop.createSku(SAMPLE);
  const body = { external_id: 'shop-1001', lines: [{ sku: 'MUG-01', quantity: 2 }] };

  const answers = await Promise.all(Array.from({ length: 10 }, () => system.call('POST', '/orders', { key, body })));

  expect(Map.groupBy(answers, ({ status }) => status).get(201)).toHaveLength(1);
  expect(new Set(answers.map((answer) => answer.as(answer.status === 201 ? 201 : 200, orderRecord).id)).size).toBe(1);
  expect(await shop.sku('MUG-01')).toMatchObject({ allocated: 2 });
  const reordered = { lines: [{ quantity: 2, sku: 'MUG-01' }], external_id: 'shop-1001' };
  (await system.call('POST', '/orders', { key, body: reordered })).as(200, orderRecord);
  const other = { ...body, lines: [{ sku: 'MUG-01', quantity: 3 }] };
  (await system.call('POST', '/orders', { key, body: other })).problem('duplicate_external_id');
  expect(await shop.orders()).toHaveLength(1);
});

test('an order with an unknown SKU is rejected and stays readable as such; its external id is free again', async () => {
  const body = { external_id: 'shop-1002', lines: [{ sku: 'MUG-01', quantity: 2 }] };
  const refusal = (await system.call('POST', '/orders', { key, body })).problem('unknown_sku');
  expect(refusal.errors).toMatchObject([{ pointer: '/lines/0/sku', sku: 'MUG-01' }]);

  const [rejected] = await shop.orders();
  expect(rejected).toMatchObject({
    status: 'rejected',
    external_id: 'shop-1002',
    refusal: { transition: 'create', code: 'unknown_sku' },
  });

  await shop.createSku(SAMPLE);
  expect((await shop.createOrder(body)).status).toBe('created');
});

test('a cancelled order gives back what it held, packed or not, and nothing else can be done with it', async () => {
  await shop.createSku(SAMPLE);
  const first = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 60 }] });
  const second = await shop.createOrder({ lines: [{ sku: 'MUG-01', quantity: 30 }] });
  await shop.pack(second.id);

  expect(await shop.cancel(first.id, { reason: 'changed their mind' })).toMatchObject({ status: 'cancelled' });
  await shop.cancel(second.id);

  expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 100, allocated: 0, available: 100 });
  expect((await shop.history(first.id)).at(-1)).toMatchObject({ transition: 'cancel', reason: 'changed their mind' });
  await eventually(() => expect(eventsOfType(tenant.subscriber, 'order.cancelled').map(({ data }) => data.id)).toHaveLength(2));
});

test('a scan is recorded and told; a device that sends it again gets the first one, and another content is refused', async () => {
  const seen = {
    barcode: '4006381333931',
    type: 'pick' as const,
    sku: 'NO-SUCH',
    quantity: 1,
    device_id: 'gun-7',
    client_scan_id: 'gun-7:1',
  };
  const scan = await shop.scan(seen);
  expect(scan).toMatchObject({ ...seen, location: null, metadata: {} });

  const again = await system.call('POST', '/scans', { key, body: seen });
  expect(again.as(200, scanRecord)).toEqual(scan);
  (await system.call('POST', '/scans', { key, body: { ...seen, quantity: 2 } })).problem('duplicate_client_scan_id');

  await shop.scan({ barcode: '7' });
  await eventually(() => expect(eventsOfType(tenant.subscriber, 'scan.completed')).toHaveLength(2));
  expect(eventsOfType(tenant.subscriber, 'scan.completed').find(({ data }) => data.id === scan.id)?.data).toEqual(scan);
});

test('HEAD answers as GET, and a large answer is compressed for who asks for it', async () => {
  await shop.createSku(SAMPLE);
  await Promise.all(Array.from({ length: 5 }, (_, n) => shop.scan({ barcode: `b-${n}`, operator: 'o'.repeat(100) })));

  const head = await system.call('HEAD', '/inventory/MUG-01', { key });
  const list = await system.call('GET', '/scans', { key, headers: { 'accept-encoding': 'gzip' } });

  expect([head.status, head.text]).toEqual([200, '']);
  expect(list.headers.get('content-encoding')).toBe('gzip');
});
