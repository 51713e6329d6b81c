import { editOrderBody, type OrderRecord, type UpdateOrderBody } from '@fulfilment/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { claimOf } from '@fulfilment/kernel';
import { eventually } from '@fulfilment/testing';
import { type Saga, startSaga } from './saga.fixture.ts';

let saga: Saga;

beforeEach(async () => {
  saga = await startSaga({ stock: { 'MUG-01': 10, 'CUP-01': 4 } });
});

afterEach(() => saga.stop());

const edited = (body: object) => editOrderBody.parse(body);
const create = async (...lines: readonly (readonly [sku: string, quantity: number])[]): Promise<OrderRecord> => {
  const body = { lines: lines.map(([sku, quantity]) => ({ sku, quantity })) };
  return (await saga.orders.createOrder(body, saga.context)).order;
};
const edit = async (id: string, body: object) => (await saga.orders.editOrder(id, edited(body), saga.context)).order;
const lineOf = ({ lines }: OrderRecord, place = 0) => lines[place]?.id ?? '';
const quantities = ({ lines }: OrderRecord) => lines.map(({ sku, quantity, allocated }) => [sku, quantity, allocated]);
const partOf = (id: string) => saga.orders.getFulfilment(saga.context.tenant, id);
const commandsOf = (id: string) => saga.inventory.commands.filter((command) => command.order_id === id).map(({ type }) => type);
const minimum = (units: number, limit: string) => ({
  code: 'quantity_exceeded',
  details: { errors: [{ pointer: '/lines/0/quantity', minimum: units, requested: 1, limit }] },
});
const historyOf = async (id: string) => {
  const { data } = await saga.orders.getOrderHistory({ tenant: saga.context.tenant, id }, { limit: 50, cursor: undefined });
  return data.map(({ transition }) => transition);
};

test('an edit names all lines, or with `patch` those that change; new lines get ids, also of one SKU', async () => {
  const order = await create(['MUG-01', 5], ['CUP-01', 1]);
  const patched = await edit(order.id, {
    mode: 'patch',
    lines: [
      { id: lineOf(order), quantity: 3 },
      { sku: 'MUG-01', quantity: 1 },
    ],
  });
  expect(quantities(patched)).toEqual([
    ['MUG-01', 3, 3],
    ['CUP-01', 1, 1],
    ['MUG-01', 1, 1],
  ]);
  expect(patched.version).toBe(order.version + 1);

  const replaced = await edit(order.id, { lines: [{ id: lineOf(patched, 2), sku: 'MUG-01', quantity: 7 }] });
  expect(quantities(replaced)).toEqual([['MUG-01', 7, 7]]);
  expect(replaced.lines[0]?.id).toBe(lineOf(patched, 2));
  expect(saga.eventsOf(order.id)).toEqual(['order.created', 'order.updated', 'order.updated']);
  const told = saga.events.filter(({ subject }) => subject === order.id).map(({ value }) => JSON.parse(value).changed);
  expect(told.slice(1)).toEqual([['lines'], ['lines']]);
  expect(await historyOf(order.id)).toEqual(['create', 'edit', 'edit']);
});

test('a line that is replaced by a new one of as many units is an edit, whether of another SKU or of the same', async () => {
  const order = await create(['MUG-01', 2]);
  const swapped = await edit(order.id, { lines: [{ sku: 'CUP-01', quantity: 2 }] });
  expect(quantities(swapped)).toEqual([['CUP-01', 2, 2]]);

  const again = await edit(order.id, { lines: [{ sku: 'CUP-01', quantity: 2 }] });
  expect(quantities(again)).toEqual([['CUP-01', 2, 2]]);
  expect(lineOf(again)).not.toBe(lineOf(swapped));
});

test('an edit that changes nothing makes no version, no event and no command', async () => {
  const order = await create(['MUG-01', 5]);
  const same = await edit(order.id, { lines: [{ id: lineOf(order), quantity: 5 }] });
  const patched = await edit(order.id, { mode: 'patch', lines: [{ id: lineOf(order), sku: 'MUG-01', quantity: 5 }] });

  expect([same, patched]).toEqual([order, order]);
  expect(commandsOf(order.id)).toEqual(['allocate']);
  expect(saga.eventsOf(order.id)).toEqual(['order.created']);
});

test('an edit waits for a step under way, and an order being edited is packed after it', async () => {
  const order = await create(['MUG-01', 5]);
  const [packed, more] = await Promise.all([
    saga.orders.packOrder(order.id, {}, saga.context),
    edit(order.id, { mode: 'patch', lines: [{ sku: 'CUP-01', quantity: 1 }] }),
  ]);

  expect(packed.order.status).toBe('packed');
  expect(more).toMatchObject({ status: 'created', fulfilments: [{ status: 'packed' }] });
  expect(more.lines.map(({ packed: units }) => units)).toEqual([5, 0]);
  expect(saga.eventsOf(order.id)).toEqual(['order.created', 'order.packed', 'order.updated']);
  const again = await saga.orders.packOrder(order.id, {}, saga.context);
  expect(again.order).toMatchObject({ status: 'packed', fulfilments: [{ status: 'packed' }, { status: 'packed' }] });
});

test('an edit shrinks open fulfilments, the last first, and cancels one of which nothing is left', async () => {
  const order = await create(['MUG-01', 6]);
  const plan = async (quantity: number) => {
    const body = { lines: [{ line_id: lineOf(order), quantity }] };
    return (await saga.orders.createFulfilment(order.id, body, saga.context)).fulfilment.id;
  };
  const [first, second] = [await plan(3), await plan(2)];
  await edit(order.id, { lines: [{ id: lineOf(order), quantity: 4 }] });
  expect([await partOf(first), await partOf(second)]).toMatchObject([
    { status: 'open', lines: [{ quantity: 3, allocated: 3 }] },
    { status: 'open', lines: [{ quantity: 1, allocated: 1 }] },
  ]);

  const left = await edit(order.id, { lines: [{ id: lineOf(order), quantity: 2 }] });
  expect(left.fulfilments.map(({ status }) => status)).toEqual(['open', 'cancelled']);
  expect(await partOf(first)).toMatchObject({ lines: [{ quantity: 2, allocated: 2 }] });
});

test('a cancelled fulfilment keeps what its lines were of that an edit removed, whether by that edit or before', async () => {
  const order = await create(['MUG-01', 2], ['CUP-01', 1]);
  const plan = async (quantity: number) => {
    const body = { lines: [{ line_id: lineOf(order), quantity }] };
    return (await saga.orders.createFulfilment(order.id, body, saga.context)).fulfilment.id;
  };
  const [before, by] = [await plan(1), await plan(1)];
  await saga.orders.cancelFulfilment(before, { reason: 'other' }, saga.context);
  const { version } = await partOf(before);

  await edit(order.id, { mode: 'patch', lines: [{ id: lineOf(order), quantity: 0 }] });

  const line = { line_id: lineOf(order), sku: 'MUG-01', name: order.lines[0]?.name };
  expect(await partOf(before)).toMatchObject({ status: 'cancelled', version, lines: [line] });
  expect(await partOf(by)).toMatchObject({ status: 'cancelled', cancel_reason: 'edit', lines: [line] });
  const told = saga.events.filter(({ subject, type }) => subject === by && type === 'fulfilment.cancelled');
  expect(told.map(({ value }) => JSON.parse(value).data)).toMatchObject([{ lines: [line] }]);
});

test.each([
  ['a line that is not there', { lines: [{ id: 'lin_01JD8Z0000000000000000TEST', quantity: 1 }] }, '/lines/0/id', 'unknown_line'],
  ['a new line without a SKU', { lines: [{ quantity: 1 }] }, '/lines/0/sku', 'required'],
  ['a new line without units', { lines: [{ sku: 'CUP-01', quantity: 0 }] }, '/lines/0/quantity', 'out_of_range'],
  ['nothing that is left', { mode: 'replace', lines: [{ id: 'own', quantity: 0 }] }, '/lines', 'invalid'],
  ['a line twice', { lines: ['own', 'own'].map((id) => ({ id, quantity: 1 })) }, '/lines/1/id', 'duplicate'],
  ['another SKU', { lines: [{ id: 'own', sku: 'CUP-01', quantity: 1 }] }, '/lines/0/sku', 'read_only'],
  [
    'more than 200 lines',
    { mode: 'patch', lines: Array.from({ length: 200 }, () => ({ sku: 'CUP-01', quantity: 1 })) },
    '/lines',
    'too_long',
  ],
])(
  'an edit with %s is refused as 422, without a command',
  async (_what, body: { readonly lines: readonly object[] }, pointer, code) => {
    const order = await create(['MUG-01', 5]);
    const lines = body.lines.map((line) => ('id' in line && line.id === 'own' ? { ...line, id: lineOf(order) } : line));

    await expect(edit(order.id, { ...body, lines })).rejects.toMatchObject({
      code: 'validation_failed',
      details: { errors: [{ pointer, code }] },
    });
    expect(commandsOf(order.id)).toEqual(['allocate']);
    expect(await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id })).toEqual(order);
  },
);

test('a line keeps what is packed, shipped or cancelled of it: less is refused with the minimum', async () => {
  const order = await create(['MUG-01', 6], ['CUP-01', 1]);
  const part = (quantity: number) => ({ lines: [{ line_id: lineOf(order), quantity }] });
  const one = (await saga.orders.createFulfilment(order.id, part(2), saga.context)).fulfilment.id;
  await saga.orders.packFulfilment(one, {}, saga.context);
  const less = (quantity: number) => edit(order.id, { mode: 'patch', lines: [{ id: lineOf(order), quantity }] });
  await expect(less(1)).rejects.toMatchObject(minimum(2, 'packed'));
  await saga.orders.shipFulfilment(one, {}, saga.context);
  await expect(less(1)).rejects.toMatchObject(minimum(2, 'shipped'));
  await saga.orders.closeOrder(order.id, part(1), saga.context);
  await expect(less(1)).rejects.toMatchObject(minimum(3, 'shipped'));

  const kept = await less(3);
  expect(kept.lines[0]).toMatchObject({ quantity: 3, shipped: 2, cancelled: 1, allocated: 0, backordered: 0 });
  const gone = await edit(order.id, { lines: [{ id: lineOf(order), quantity: 3 }] });
  expect(gone).toMatchObject({ status: 'shipped', fulfilment: 'complete' });
  await expect(less(4)).rejects.toMatchObject({ code: 'invalid_transition', details: { current_status: 'shipped' } });
});

test('an edit that inventory refuses leaves the order as it was', async () => {
  const order = await create(['MUG-01', 6]);
  const unknown = { mode: 'patch', lines: [{ sku: 'NONE', quantity: 1 }] };
  await expect(edit(order.id, unknown)).rejects.toMatchObject({ code: 'unknown_sku' });
  const many = { lines: [{ id: lineOf(order), quantity: 60 }], allow_backorder: false };
  await expect(edit(order.id, many)).rejects.toMatchObject({ code: 'insufficient_stock' });

  expect(await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id })).toEqual(order);
  const waiting = await edit(order.id, { lines: [{ id: lineOf(order), quantity: 12 }] });
  expect(waiting.lines[0]).toMatchObject({ quantity: 12, allocated: 10, backordered: 2 });
  expect(waiting.allocation).toBe('partial');
});

test('an edit that is not answered in time is 202, and shown as pending until it is', async () => {
  const order = await create(['MUG-01', 6]);
  saga.inventory.holdBack();
  const body = edited({ lines: [{ id: lineOf(order), quantity: 2 }] });
  const { type, order: shown } = await saga.hasty.editOrder(order.id, body, saga.context);
  expect([type, shown.pending_transition, shown.lines[0]?.quantity]).toEqual(['pending', 'edit', 6]);

  await saga.inventory.letGo((outcomes) => [...outcomes, ...outcomes].toReversed());
  await eventually(async () => {
    const now = await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id });
    expect(now).toMatchObject({ pending_transition: null, lines: [{ quantity: 2, allocated: 2 }] });
  });
});

test('priority and time to ship are told to inventory, at creation and by a change', async () => {
  const shipBy = '2026-12-01T12:00:00.000Z';
  const body = { lines: [{ sku: 'MUG-01', quantity: 1 }], priority: 8, ship_by: shipBy };
  const { order } = await saga.orders.createOrder(body, saga.context);
  expect(order).toMatchObject({ priority: 8, ship_by: shipBy });

  const { order: changed } = await saga.orders.updateOrder(
    order.id,
    { priority: null, ship_by: null, note: 'Soon.' },
    saga.context,
  );
  expect(changed).toMatchObject({ priority: 5, ship_by: null, note: 'Soon.' });
  const { order: same } = await saga.orders.updateOrder(order.id, { priority: 5 }, saga.context);
  expect(same).toEqual(changed);
  expect(saga.inventory.commands).toMatchObject([
    { type: 'allocate', priority: 8, ship_by: shipBy },
    { type: 'amend', rank: {} },
  ]);
  expect(saga.eventsOf(order.id)).toEqual(['order.created', 'order.updated', 'order.updated']);
});

test('a change with a rank is made whole or not at all: of an order that ends, and under a key that is taken', async () => {
  const order = await create(['MUG-01', 1]);
  const ask = (key: string, body: UpdateOrderBody) => {
    const claim = { method: 'PATCH', target: ['/v1/orders/:id', order.id], key, content: body } as const;
    const idempotency = claimOf({ tenant: saga.context.tenant, ...claim });
    return saga.orders.updateOrder(order.id, body, { ...saga.context, idempotency });
  };
  await ask('one', { note: 'b' });
  await expect(ask('one', { note: 'a', priority: 9 })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  await ask('two', { note: 'c', priority: 5 });
  await expect(ask('two', { note: 'd' })).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect((await ask('two', { note: 'c', priority: 5 })).replayed).toBe(true);
  await saga.orders.packOrder(order.id, {}, saga.context);
  await saga.orders.shipOrder(order.id, {}, saga.context);

  await expect(ask('three', { note: 'e', priority: 9 })).rejects.toMatchObject({ code: 'invalid_transition' });
  expect((await ask('four', { tracking_number: 'T1', priority: 5 })).order).toMatchObject({ note: 'c', tracking_number: 'T1' });
});

test.each([
  ['changes the rank', 8],
  ['has the rank already', 5],
])('the key of a request that %s is refused for another rank', async (_what, priority) => {
  const order = await create(['MUG-01', 1]);
  const rank = (asked: number) => {
    const claim = { method: 'PATCH', target: ['/v1/orders/:id', order.id], key: 'a-key', content: asked } as const;
    const idempotency = claimOf({ tenant: saga.context.tenant, ...claim });
    return saga.orders.updateOrder(order.id, { priority: asked }, { ...saga.context, idempotency });
  };
  expect((await rank(priority)).order.priority).toBe(priority);

  for (const other of [3, 5, 8].filter((each) => each !== priority))
    await expect(rank(other)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  expect((await rank(priority)).order.priority).toBe(priority);
  expect(await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id })).toMatchObject({ priority });
});
