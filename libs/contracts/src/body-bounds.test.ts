import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ACCOUNT_OPERATIONS, OPERATIONS, operations, writes } from './index.ts';

const WRITES = [...OPERATIONS, ...ACCOUNT_OPERATIONS].filter(writes);

test.each(WRITES)('each list in the body of $id has a bound', ({ body }) => {
  const unbounded: unknown[] = [];
  JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), (_name, schema: unknown) => {
    const { type, maxItems, prefixItems } = z.looseObject({}).catch({}).parse(schema);
    if (type === 'array' && maxItems === undefined && prefixItems === undefined) unbounded.push(schema);
    return schema;
  });

  expect(unbounded).toEqual([]);
});

/** The same, counting how many of its members are read. */
function counted<Value extends object>(value: Value): { readonly value: Value; readonly read: Set<PropertyKey> } {
  const read = new Set<PropertyKey>();
  const get = (target: Value, name: PropertyKey): unknown => {
    if (Object.hasOwn(target, name) && name !== 'length') read.add(name);
    return Reflect.get(target, name);
  };
  return { value: new Proxy(value, { get }), read };
}

describe('too many are refused by their number, before one is read:', () => {
  const pairs = Object.fromEntries(Array.from({ length: 95_000 }, (_, place) => [`k${place}`, 'v']));
  const many = Array.from({ length: 330_000 }, () => ({}));

  test.each([
    ['metadata of an order', operations.createOrder, { lines: [{ sku: 'MUG-01', quantity: 1 }] }, 'metadata', pairs],
    ['metadata of a scan', operations.createScan, { barcode: '1' }, 'metadata', pairs],
    ['lines', operations.createOrder, {}, 'lines', many],
    ['orders', operations.createOrders, {}, 'orders', many],
    ['parcels', operations.packOrder, {}, 'packages', many],
    ['items', operations.batchInventory, {}, 'items', many],
    ['scans', operations.createScans, {}, 'scans', many],
    ['lines of a transfer', operations.transferStock, { to: 'A3/S2' }, 'lines', many],
  ])('%s', (_what, { body }, rest, name, value) => {
    const members = counted(value);

    const { success, error } = body.safeParse({ ...rest, [name]: members.value });

    expect(success).toBe(false);
    expect(error?.issues.length).toBeLessThan(5);
    expect(members.read.size).toBe(0);
  });

  test('event types of an endpoint', () => {
    const events = counted(Array.from({ length: 500_000 }, () => 0));
    const { createWebhook } = Object.fromEntries(ACCOUNT_OPERATIONS.map((operation) => [operation.id, operation]));

    expect(createWebhook?.body.safeParse({ url: 'https://example.com', events: events.value }).success).toBe(false);

    expect(events.read.size).toBeLessThan(2);
  });
});
