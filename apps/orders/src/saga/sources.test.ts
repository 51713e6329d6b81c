import type { CreateOrderBody, OrderRecord } from '@fulfilment/contracts';
import { newId } from '@fulfilment/kernel';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Saga, startSaga } from './saga.fixture.ts';

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
