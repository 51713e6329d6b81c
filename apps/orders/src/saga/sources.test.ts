import type { CreateFulfilmentBody, CreateOrderBody, OrderRecord, ReassignOrderBody } from '@fulfilment/contracts';
import { claimOf, newId } from '@fulfilment/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';

type Move = Omit<ReassignOrderBody['lines'][number], 'line_id'> & { readonly line_id?: string };

let saga: Saga;

beforeEach(async () => {
  saga = await startSaga({ warehouses: { W1: { 'MUG-01': 3, 'CUP-01': 5 }, W2: { 'MUG-01': 4 }, 'W3-CH': { 'MUG-01': 9 } } });
});

afterEach(() => saga.stop());

const create = async (quantity: number, more: Partial<CreateOrderBody> = {}): Promise<OrderRecord> => {
  const body = { lines: [{ sku: 'MUG-01', quantity }], ship_from: ['W1', 'W2'], ...more };
  return (await saga.orders.createOrder(body, saga.context)).order;
};
const told = (id: string) =>
  saga.events.filter(({ subject }) => subject === id).map(({ value }): unknown => JSON.parse(value).changed);
const historyOf = async (id: string) => {
  const { data } = await saga.orders.getOrderHistory({ tenant: saga.context.tenant, id }, { limit: 50, cursor: undefined });
  return data.map(({ transition }) => transition);
};
const lineOf = ({ lines }: OrderRecord): string => lines[0]?.id ?? '';
const heldIn = (code: string, quantity: number) => ({
  warehouse_id: saga.inventory.warehouses.idOf(code),
  warehouse: code,
  quantity,
});

describe('an order that says where it ships from', () => {
  test('is asked for with its warehouses, its split and the country that it goes to, and shows where its units are held', async () => {
    const ship_to = { name: 'A', address1: 'B 1', city: 'C', country: 'AT' };
    const order = await create(5, { split: 'within_line', ship_to });

    expect(saga.inventory.commands).toMatchObject([
      { type: 'allocate', sourcing: { ship_from: ['W1', 'W2'], split: 'within_line' }, ship_to_country: 'AT' },
    ]);
    expect(order).toMatchObject({ ship_from: ['W1', 'W2'], split: 'within_line', allocation_reason: null });
    expect(order.lines).toMatchObject([{ allocated: 5, allocations: [heldIn('W1', 3), heldIn('W2', 2)] }]);
    expect(await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id })).toEqual(order);
  });

  test('is backordered with a reason where no warehouse may ship it', async () => {
    const order = await create(5, { ship_from: ['W3-CH'] });

    expect(order).toMatchObject({ status: 'created', allocation: 'backordered', allocation_reason: 'no_eligible_warehouse' });
    expect(order.lines[0]?.allocations).toEqual([]);
  });

  test.each([[['W1', 'W9']], [['W1', newId('loc')]]])(
    'is refused where it names a warehouse that is not there: %j',
    async (ship_from) => {
      await expect(create(1, { ship_from })).rejects.toMatchObject({
        code: 'unknown_location',
        details: { errors: [{ pointer: '/ship_from/1', code: 'unknown_location' }] },
      });
    },
  );

  test.each([{ ship_from: ['W1'] }, { split: 'never' as const }, { ship_from: undefined, split: undefined }])(
    'is other content under its external id than one with %j',
    async (other) => {
      const asked = { external_id: 'shop-1', ship_from: ['W1', 'W2'], split: 'by_line' as const };
      const { id } = await create(1, asked);

      await expect(create(1, { ...asked, ...other })).rejects.toMatchObject({ code: 'duplicate_external_id' });
      expect((await create(1, asked)).id).toBe(id);
    },
  );

  test('gives its units back to the warehouses, and shows none, once it is cancelled', async () => {
    const { id } = await create(5);
    const { order } = await saga.orders.cancelOrder(id, {}, saga.context);

    expect(order.lines[0]).toMatchObject({ allocated: 0, allocations: [] });
    expect(['W1', 'W2'].map((code) => saga.inventory.warehouses.freeIn(code, 'MUG-01'))).toEqual([3, 4]);
    expect(told(id)).toEqual([undefined, undefined]);
  });
});

test('an order that does not say where it ships from is stored, asked for and shown as before', async () => {
  const { order } = await saga.orders.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] }, saga.context);

  const stored = await saga.store.find({ tenant: saga.context.tenant, id: order.id });
  const known = Object.entries({ ...stored, ...stored?.lines[0] }).filter(([, value]) => value !== undefined);
  expect(known.filter(([name]) => ['shipFrom', 'split', 'hasNoWarehouse', 'sources'].includes(name))).toEqual([]);
  expect(saga.inventory.commands[0]).not.toHaveProperty('sourcing');
  expect(saga.inventory.commands[0]).not.toHaveProperty('ship_to_country');
  expect(order).toMatchObject({
    ship_from: null,
    split: null,
    allocation_reason: null,
    lines: [{ allocated: 2, allocations: [] }],
  });
});

const reassign = async (order: OrderRecord, ...moves: readonly Move[]): Promise<OrderRecord> => {
  const lines = moves.map((move) => ({ line_id: lineOf(order), ...move }));
  return (await saga.orders.reassignOrder(order.id, { lines }, saga.context)).order;
};

describe('units that are to be held in another warehouse', () => {
  test('are, in one step that is told as a change of the lines', async () => {
    const order = await create(3);
    const moved = await reassign(order, { quantity: 2, from: 'W1', to: 'W2' });

    expect(moved).toMatchObject({ status: 'created', version: order.version + 1, pending_transition: null });
    expect(moved.lines).toMatchObject([{ allocated: 3, allocations: [heldIn('W1', 1), heldIn('W2', 2)] }]);
    expect(saga.inventory.commands.at(-1)).toMatchObject({
      id: `reassign:${order.id}:2`,
      type: 'reassign',
      lines: [{ id: lineOf(order), quantity: 2, from: 'W1', to: 'W2' }],
    });
    expect(told(order.id)).toEqual([undefined, ['lines']]);
    expect(await historyOf(order.id)).toEqual(['create', 'reassign']);
  });

  test('may come from several warehouses, or from the one that holds most where none is named', async () => {
    const order = await create(5);
    const moved = await reassign(order, { quantity: 1, from: 'W1', to: 'W2' }, { quantity: 2, to: 'W3-CH' });

    expect(moved.lines[0]?.allocations).toEqual([heldIn('W1', 2), heldIn('W2', 1), heldIn('W3-CH', 2)]);
    expect(saga.inventory.commands.at(-1)).toMatchObject({ lines: [{ from: 'W1' }, { quantity: 2 }] });
  });

  test.each([
    ['a line of another order', { line_id: newId('lin'), quantity: 1, to: 'W2' }, 'validation_failed', '/lines/0/line_id'],
    ['more than is open', { quantity: 4, to: 'W2' }, 'quantity_exceeded', '/lines/0/quantity'],
    ['a warehouse that is not there', { quantity: 1, to: 'W9' }, 'unknown_location', '/lines/0/to'],
  ])('are refused where they are of %s', async (_what, move, code, pointer) => {
    const order = await create(3);

    await expect(reassign(order, move)).rejects.toMatchObject({ code, details: { errors: [{ pointer }] } });
    expect(await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id })).toEqual(order);
  });

  test('are refused as a whole where one line has none of them there', async () => {
    const order = await create(3);

    await expect(reassign(order, { quantity: 1, to: 'W2' }, { quantity: 1, from: 'W3-CH', to: 'W1' })).rejects.toMatchObject({
      code: 'insufficient_stock',
    });
  });

  test('are refused of units in a fulfilment, counted over all that the request names of their line', async () => {
    const order = await create(3);
    await saga.orders.createFulfilment(order.id, { lines: [{ line_id: lineOf(order), quantity: 2 }] }, saga.context);

    await expect(reassign(order, { quantity: 1, to: 'W2' }, { quantity: 1, to: 'W2' })).rejects.toMatchObject({
      code: 'quantity_exceeded',
      details: { errors: [{ pointer: '/lines/1/quantity', requested: 2, allowed: 1, limit: 'open' }] },
    });
  });

  test.each(['packed', 'cancelled'])('are refused of an order that is %s', async (status) => {
    const order = await create(3);
    if (status === 'packed') await saga.orders.packOrder(order.id, {}, saga.context);
    else await saga.orders.cancelOrder(order.id, {}, saga.context);

    await expect(reassign(order, { quantity: 1, to: 'W2' })).rejects.toMatchObject({
      code: 'invalid_transition',
      details: { current_status: status },
    });
  });

  test('are moved of an order on hold too', async () => {
    const order = await create(3);
    await saga.orders.holdOrder(order.id, { reason: 'fraud', release_stock: false }, saga.context);

    expect((await reassign(order, { quantity: 3, to: 'W2' })).lines[0]?.allocations).toEqual([heldIn('W2', 3)]);
  });

  test('are shown as pending where inventory is late, and the same key is answered once they are moved', async () => {
    const order = await create(3);
    const lines = [{ line_id: lineOf(order), quantity: 3, to: 'W2' }];
    const context = {
      ...saga.context,
      idempotency: claimOf({ tenant: saga.context.tenant, method: 'POST', target: [], key: 'k', content: lines }),
    };
    saga.inventory.holdBack();
    const { type, order: waiting } = await saga.hasty.reassignOrder(order.id, { lines }, context);
    expect([type, waiting.pending_transition]).toEqual(['pending', 'reassign']);

    await saga.inventory.letGo();
    const { order: moved } = await saga.orders.reassignOrder(order.id, { lines }, context);
    expect(moved).toMatchObject({ pending_transition: null, lines: [{ allocations: [heldIn('W2', 3)] }] });
    expect(saga.inventory.commands.filter(({ type: each }) => each === 'reassign')).toHaveLength(1);
  });
});

const plan = async ({ id }: OrderRecord, body: CreateFulfilmentBody = {}) =>
  (await saga.orders.createFulfilment(id, body, saga.context)).fulfilment;
const placeOf = (code: string) => ({ warehouse_id: saga.inventory.warehouses.idOf(code), warehouse: code });
const listed = async (code: string) => {
  const query = { warehouse: placeOf(code).warehouse_id, limit: 50 };
  return (await saga.orders.listFulfilments(saga.context.tenant, query)).data.map(({ id }) => id);
};

describe('a fulfilment of an order that is held by warehouse', () => {
  test('is of one warehouse, which it keeps while it is packed, shipped and read again', async () => {
    const order = await create(5);
    const planned = await plan(order, { lines: [{ line_id: lineOf(order), quantity: 2 }], warehouse: 'W2' });
    const packed = (await saga.orders.packFulfilment(planned.id, {}, saga.context)).fulfilment;
    const shipped = (await saga.orders.shipFulfilment(planned.id, {}, saga.context)).fulfilment;

    expect([planned, packed, shipped].map(({ status }) => status)).toEqual(['open', 'packed', 'shipped']);
    for (const each of [planned, packed, shipped]) expect(each).toMatchObject(placeOf('W2'));
    expect(saga.inventory.commands.slice(1)).toMatchObject([
      { type: 'assign', fulfilment_id: planned.id, warehouse: 'W2' },
      { type: 'confirm', fulfilment_id: planned.id, warehouse: placeOf('W2').warehouse_id },
      { type: 'ship', fulfilment_id: planned.id },
    ]);
    expect(await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id })).toMatchObject({
      lines: [{ allocated: 3, shipped: 2, allocations: [heldIn('W1', 3)] }],
    });
  });

  test('and is packed short has the others in another warehouse, where that is asked for', async () => {
    const order = await create(3);
    const planned = await plan(order, { warehouse: 'W1' });
    const pack = (quantity: number) =>
      saga.orders.packFulfilment(
        planned.id,
        { lines: [{ line_id: lineOf(order), quantity }], short: 'reallocate' },
        saga.context,
      );
    const { fulfilment } = await pack(2);

    expect(fulfilment).toMatchObject({ ...placeOf('W1'), status: 'packed', lines: [{ quantity: 2, allocated: 2 }] });
    const asked = { type: 'confirm', lines: [{ quantity: 2 }], short: 'backorder', reallocate: true };
    expect(saga.inventory.commands.at(-1)).toMatchObject(asked);
    expect(await saga.orders.getOrder({ tenant: saga.context.tenant, id: order.id })).toMatchObject({
      status: 'created',
      lines: [{ allocated: 3, packed: 2, allocations: [heldIn('W1', 2), heldIn('W2', 1)] }],
    });
    await saga.orders.unpackFulfilment(planned.id, {}, saga.context);
    await pack(2);
    expect(saga.inventory.commands.at(-1)).not.toHaveProperty('short');
    expect(saga.inventory.commands.at(-1)).not.toHaveProperty('reallocate');
  });

  test.each(['code', 'id'])('without lines is of all that is held in the warehouse, by its %s, and in no other', async (by) => {
    const order = await create(5);
    await plan(order, { lines: [{ line_id: lineOf(order), quantity: 1 }], warehouse: 'W1' });
    const rest = await plan(order, { warehouse: by === 'code' ? 'W1' : placeOf('W1').warehouse_id });
    const others = await plan(order);

    expect(rest).toMatchObject({ ...placeOf('W1'), lines: [{ quantity: 2, allocated: 2 }] });
    expect(others).toMatchObject({ ...placeOf('W2'), lines: [{ quantity: 2 }] });
    await expect(plan(order, { warehouse: 'W1' })).rejects.toMatchObject({ code: 'insufficient_stock' });
  });

  test('is refused without lines where units lie in several warehouses, by their names and numbers', async () => {
    const order = await create(5);

    await expect(plan(order)).rejects.toMatchObject({
      code: 'insufficient_stock',
      message: 'The allocated units lie in several warehouses: 3 in W1, 2 in W2. Give `warehouse` for those of one.',
      details: { errors: [{ pointer: '/warehouse', warehouses: [heldIn('W1', 3), heldIn('W2', 2)] }] },
    });
    expect(saga.inventory.commands).toHaveLength(1);
  });

  test.each([
    ['that is not there', 'W9', 'unknown_location'],
    ['that holds fewer', 'W2', 'insufficient_stock'],
  ])('is refused of lines in a warehouse %s', async (_what, warehouse, code) => {
    const order = await create(5);
    const lines = [{ line_id: lineOf(order), quantity: 3 }];

    await expect(plan(order, { lines, warehouse })).rejects.toMatchObject({ code });
  });

  test('is other content under its external id in another warehouse', async () => {
    const order = await create(5);
    const lines = [{ line_id: lineOf(order), quantity: 1 }];
    const first = await plan(order, { lines, warehouse: 'W1', external_id: 'parcel-1' });

    expect((await plan(order, { lines, warehouse: 'W1', external_id: 'parcel-1' })).id).toBe(first.id);
    await expect(plan(order, { lines, warehouse: 'W2', external_id: 'parcel-1' })).rejects.toMatchObject({
      code: 'duplicate_external_id',
    });
  });

  test('is listed by its warehouse', async () => {
    const order = await create(5);
    const [one, two] = [await plan(order, { warehouse: 'W1' }), await plan(order, { warehouse: 'W2' })];

    expect([await listed('W1'), await listed('W2'), await listed('W3-CH')]).toEqual([[one.id], [two.id], []]);
  });
});

test('a fulfilment of an order that is held in no one warehouse has none, and its commands name none', async () => {
  const { order } = await saga.orders.createOrder({ lines: [{ sku: 'MUG-01', quantity: 2 }] }, saga.context);
  const { fulfilment } = await saga.orders.createFulfilment(order.id, {}, saga.context);
  await saga.orders.packFulfilment(fulfilment.id, {}, saga.context);

  expect(fulfilment).toMatchObject({ warehouse_id: null, warehouse: null });
  for (const command of saga.inventory.commands) expect(command).not.toHaveProperty('warehouse');
  const stored = await saga.store.find({ tenant: saga.context.tenant, id: order.id });
  expect(Object.entries(stored?.fulfilments?.[0] ?? {}).filter(([name, value]) => name === 'warehouse' && value)).toEqual([]);
});
