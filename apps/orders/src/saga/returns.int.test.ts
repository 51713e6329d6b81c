import { orderPage, type OrderRecord, orderRecord, problemDocument, returnPage, returnRecord } from '@fulfilment/contracts';
import { type Caller, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
import { eventually } from '@fulfilment/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { FakeInventory } from './fake-inventory.fixture.ts';
import { openTestBed, type TestBed } from '../orders.fixture.ts';

let bed: TestBed;
let inventory: FakeInventory;
let processes: readonly [ServiceInstance, ServiceInstance];

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = new FakeInventory(bed.log, { 'MUG-01': 1_000_000 });
  await inventory.start();
  processes = [await bed.start({ ORDER_WAIT_MS: '20000' }), await bed.start({ ORDER_WAIT_MS: '20000' })];
});

afterAll(async () => {
  await Promise.all(processes.map((each) => each.stop()));
  await inventory.stop();
  await bed.stop();
});

/** An order of five mugs that have left. */
async function shipped(by: Caller): Promise<OrderRecord> {
  const [orders] = processes;
  const body = { lines: [{ sku: 'MUG-01', quantity: 5 }] };
  const order = orderRecord.parse((await orders.call(by, 'POST /orders', body)).body);
  await orders.call(by, `POST /orders/${order.id}/pack`);
  await orders.call(by, `POST /orders/${order.id}/ship`);
  return order;
}

/** The same request at both processes at once, twice each. */
const everywhere = (by: Caller, body: object) =>
  Promise.all([...processes, ...processes].map((orders) => orders.call(by, 'POST /returns', body)));

test('a request under one key at several processes makes one return and one order in exchange, also where the outcome comes again', async () => {
  const by = newCaller();
  const order = await shipped(by);
  const units = order.lines.map((line) => ({ line_id: line.id, quantity: 2, reason: 'damaged' }));
  const exchange = { lines: [{ sku: 'MUG-01', quantity: 1 }] };
  const body = { order_id: order.id, lines: units, approved: true, exchange };

  const replies = await everywhere({ ...by, headers: { 'idempotency-key': 'one' } }, body);

  const [made, ...others] = replies.map((reply) => returnRecord.parse(reply.body));
  expect(others).toEqual([made, made, made]);
  await inventory.repeat(order.id);
  const [orders] = processes;
  const placed = orderRecord.parse((await orders.call(by, `GET /orders/${made?.exchange_order_id}`)).body);
  expect(placed).toMatchObject({ exchange_for: made?.id, lines: [{ sku: 'MUG-01', quantity: 1 }] });
  const { data } = orderPage.parse((await orders.call(by, 'GET /orders?status=pending,created,packed,shipped,rejected')).body);
  expect(data.map(({ id }) => id).toSorted()).toEqual([order.id, placed.id].toSorted());
});

test('returns of no known order with one external id, at several processes at once, are one', async () => {
  const by = newCaller();
  const body = { order_id: null, external_id: 'parcel-1', lines: [{ sku: 'MUG-01', quantity: 2 }], approved: true };

  const replies = await everywhere(by, body);

  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]));
  expect(new Set(replies.map((reply) => returnRecord.parse(reply.body).id)).size).toBe(1);
  const [orders] = processes;
  expect(returnPage.parse((await orders.call(by, 'GET /returns')).body).data).toHaveLength(1);
});

test('while inventory is away a return of no known order waits in sight, is no order, and is refused or opened later', async () => {
  const slow = await bed.start({ ORDER_WAIT_MS: '300' });
  const by = newCaller();
  inventory.holdBack();
  const ask = (sku: string) =>
    slow.call({ ...by, headers: { 'idempotency-key': sku } }, 'POST /returns', {
      order_id: null,
      lines: [{ sku, quantity: 1 }],
      approved: true,
    });

  const [opened, refused] = [await ask('MUG-01'), await ask('NONE')];

  expect([opened.status, refused.status]).toEqual([202, 202]);
  const { id } = returnRecord.parse(opened.body);
  expect(opened.body).toMatchObject({ order_id: null, status: 'approved', pending_transition: 'return', version: 1 });
  expect((await slow.call(by, `GET /returns/${id}`)).body).toEqual(opened.body);
  expect(orderPage.parse((await slow.call(by, 'GET /orders?status=pending')).body).data).toEqual([]);
  await inventory.letGo();
  await eventually(async () => {
    expect((await slow.call(by, `GET /returns/${id}`)).body).toMatchObject({ pending_transition: null, version: 2 });
    expect((await ask('NONE')).body).toMatchObject({ code: 'unknown_sku' });
  });
  expect((await ask('MUG-01')).status).toBe(201);
  expect((await slow.call(by, `GET /returns/${returnRecord.parse(refused.body).id}`)).status).toBe(404);
  await slow.stop();
});

const ROUNDS = 200;
const AT_ONCE = 10;

test.each([
  ['both are approved', [true, true]],
  ['one is requested', [true, false]],
])('of two returns of 3 out of 5 at the same moment one is refused with the 2 that are allowed: %s', async (_what, approved) => {
  const round = async (): Promise<void> => {
    const by = newCaller();
    const { id, lines } = await shipped(by);
    const units = lines.map((line) => ({ line_id: line.id, quantity: 3, reason: 'damaged' }));
    const replies = await Promise.all(
      processes.map((orders, place) =>
        orders.call(by, 'POST /returns', { order_id: id, lines: units, approved: approved[place] }),
      ),
    );

    expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409]);
    const [accepted, refused] = replies.toSorted((one, other) => one.status - other.status);
    expect(returnRecord.parse(accepted?.body).lines).toMatchObject([{ expected: 3 }]);
    expect(problemDocument.parse(refused?.body)).toMatchObject({
      code: 'quantity_exceeded',
      errors: [{ allowed: 2, limit: 'shipped' }],
    });
  };
  for (let done = 0; done < ROUNDS / 2; done += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, round));
});
