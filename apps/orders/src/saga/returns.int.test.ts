import { type OrderRecord, orderRecord, problemDocument, returnRecord } from '@fulfilment/contracts';
import { type Caller, newCaller, type ServiceInstance } from '@fulfilment/service/test-bed';
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
