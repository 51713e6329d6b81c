import type { StockOutcome } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Caller, newCaller } from '@fulfilment/service/test-bed';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { allocate, type Instance, openTestBed, step, type TestBed } from '../inventory.fixture.ts';
import { KNOWN_FROM } from '../schema.ts';

let bed: TestBed;
let inventory: Instance;

beforeAll(async () => {
  bed = await openTestBed(inject('engines'));
  inventory = await bed.start();
});

afterAll(async () => {
  await inventory.stop();
  await bed.stop();
});

/** The document of an order at a version. */
const told = (order: string, version: number): Promise<StockOutcome> =>
  eventually(() => {
    const found = bed.outcomesOf(order).find((outcome) => outcome.version === version);
    if (!found) throw new Error(`Version ${version} was not heard of`);
    return found;
  });

/** An order of 5 units of `a`, of which 10 are on hand: 4 at a shelf. */
async function ordered(by: Caller) {
  const order = newId('ord');
  await inventory.sku(by, 'POST /inventory', { sku: 'a', name: 'A', on_hand: 10 });
  const { body } = await inventory.call(by, 'GET /locations?type=warehouse');
  const [main] = Object(body).data;
  await inventory.call(by, `POST /locations/${main.id}/transfer`, { to: 'A1/S1', sku: 'a', quantity: 4 });
  await bed.send(by, allocate(by, order, [['a', 5]]));
  const { lines } = await told(order, 1);
  return { order, line: lines[0]?.id ?? '' };
}

test('a part of an order is assigned, packed, unpacked, shipped from a place, and the rest is dropped', async () => {
  const by = newCaller();
  const { order, line } = await ordered(by);
  const fulfilment_id = newId('ful');
  const lines = [{ id: line, quantity: 2 }];

  await bed.send(by, step(by, 'assign', { order, attempt: 2, fulfilment_id, lines }));
  expect(await told(order, 2)).toMatchObject({
    state: 'open',
    last_answer: { type: 'assign', accepted: true },
    lines: [{ allocated: 5, portions: [{ fulfilment_id, units: 2, firm: false }] }],
  });
  await bed.send(by, step(by, 'confirm', { order, attempt: 3, fulfilment_id }));
  await bed.send(by, step(by, 'unconfirm', { order, attempt: 4, fulfilment_id }));
  await bed.send(by, step(by, 'unassign', { order, attempt: 5, fulfilment_id }));
  expect((await told(order, 3)).lines).toMatchObject([{ portions: [{ units: 2, firm: true }] }]);
  expect((await told(order, 4)).lines).toMatchObject([{ portions: [{ units: 2, firm: false }] }]);
  expect((await told(order, 5)).lines[0]).not.toHaveProperty('portions');

  await bed.send(by, step(by, 'confirm', { order, attempt: 6, fulfilment_id, lines }));
  const from = [{ line_id: line, location: 'A1/S1', quantity: 2 }];
  const shipment = step(by, 'ship', { order, attempt: 7, fulfilment_id, from });
  await bed.send(by, shipment, shipment);
  expect(await told(order, 7)).toMatchObject({ state: 'open', lines: [{ allocated: 3, shipped: 2 }] });
  await bed.send(by, step(by, 'release', { order, attempt: 8, lines: [{ id: line, quantity: 3 }] }));
  expect(await told(order, 8)).toMatchObject({ state: 'shipped', lines: [{ allocated: 0, shipped: 2, cancelled: 3 }] });

  expect(await inventory.sku(by, 'GET /inventory/a')).toMatchObject({ on_hand: 8, allocated: 0, available: 8 });
  const { body } = await inventory.call(by, 'GET /inventory/a/movements');
  expect(Object(body).data[0]).toMatchObject({
    delta: -2,
    reason: 'shipment',
    location: 'A1/S1',
    reference: { type: 'fulfilment', id: fulfilment_id, order_id: order },
  });
  const shipped = bed.eventsOf(by).filter((event) => 'reason' in event && event.reason === 'shipment');
  expect(shipped).toMatchObject([{ reference: { type: 'fulfilment', id: fulfilment_id, order_id: order } }]);
  expect((await inventory.call(by, 'GET /integrity')).body).toMatchObject({ consistent: true, differing: 0 });
});

test('a plain order is stored and told as it was before there were fulfilments', async () => {
  const by = newCaller();
  const { order } = await ordered(by);
  await bed.send(by, step(by, 'confirm', { order, attempt: 2 }));
  await told(order, 2);
  await bed.send(by, step(by, 'ship', { order, attempt: 3 }));
  const outcome = await told(order, 3);

  const document = await bed.mongo.db
    .collection<{ _id: string }>('allocations')
    .findOne({ _id: `${by.accountId}:sandbox/${order}` });
  expect(Object.keys(Object(document).lines[0])).toEqual(['id', 'sku', 'name', 'quantity', 'allocated', 'shipped']);
  expect(Object.keys(document ?? {})).toEqual([
    '_id',
    'tenant',
    'order_id',
    'order_created_at',
    'lines',
    'state',
    'last_attempt',
    'last_answer',
    'version',
    'updated_at',
  ]);
  expect(Object.keys(outcome.lines[0] ?? {})).toEqual(['id', 'sku', 'name', 'quantity', 'allocated', 'shipped']);
  const { body } = await inventory.call(by, 'GET /inventory/a/movements');
  expect(Object(body).data[0].reference).toEqual({ type: 'order', id: order });
});

test('a command of a later release becomes a dead letter, and others of its tenant are answered', async () => {
  const by = newCaller();
  const { order, line } = await ordered(by);
  const later = { ...step(by, 'unassign', { order: newId('ord'), attempt: 2, fulfilment_id: newId('ful') }), type: 'reassign' };
  const lines = [{ id: line, quantity: 1 }];

  await bed.send(by, later, step(by, 'assign', { order, attempt: 2, fulfilment_id: newId('ful'), lines }));

  expect((await told(order, 2)).last_answer).toMatchObject({ accepted: true });
  await eventually(() => expect(bed.dead.map((value) => JSON.parse(value))).toContainEqual(later));
});

test('while a process of an earlier release runs no part of an order is held apart, and none starts afterwards', async () => {
  const by = newCaller();
  const { order, line } = await ordered(by);
  const schema = bed.mongo.db.collection<{ _id: string }>('schema');
  const members = bed.mongo.db.collection<{ _id: string; schema: number; until: Date }>('relay_members');
  // A process that has raised the bound knows that it stays.
  await inventory.stop();
  await schema.updateOne({ _id: 'schema' }, { $set: { min_reader: 1, min_writer: 1 } });
  inventory = await bed.start();
  await members.insertOne({ _id: 'an older one', schema: KNOWN_FROM.fulfilments - 1, until: new Date(Date.now() + 600_000) });
  const lines = [{ id: line, quantity: 1 }];

  await bed.send(by, step(by, 'assign', { order, attempt: 2, fulfilment_id: newId('ful'), lines }));
  expect((await told(order, 2)).last_answer).toMatchObject({ accepted: false, code: 'upstream_unavailable' });
  expect(await schema.findOne({ _id: 'schema' })).toMatchObject({ min_reader: 1, min_writer: 1 });

  await members.deleteOne({ _id: 'an older one' });
  await bed.send(by, step(by, 'assign', { order, attempt: 3, fulfilment_id: newId('ful'), lines }));
  expect((await told(order, 3)).last_answer).toMatchObject({ accepted: true });
  expect(await schema.findOne({ _id: 'schema' })).toMatchObject({
    min_reader: KNOWN_FROM.fulfilments,
    min_writer: KNOWN_FROM.fulfilments,
  });
});
