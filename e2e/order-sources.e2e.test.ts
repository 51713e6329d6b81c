import { type CreateOrderBody, type OrderRecord, orderRecord } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from './system/call.ts';
import { sharedTestSystem } from './system/shared-system.ts';
import type { TestSystem } from './system/start-test-system.ts';
import { takePart } from './system/take-part.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

let system: TestSystem;
let tenant: TestTenant;
let shop: TestTenant['shop'];

beforeAll(async () => {
  system = await sharedTestSystem();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  ({ shop } = tenant);
  for (const code of ['W1', 'W2']) await post('/locations', { type: 'warehouse', code });
  await shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: 0 });
  await receive(3, 'W1:A1/S1');
  await receive(4, 'W2:A1/S1');
  return () => tenant.stop();
});

const post = (path: string, body: unknown = {}): Promise<Answer> => system.call('POST', path, { key: shop.key, body });
const receive = (delta: number, location: string): Promise<Answer> =>
  post('/inventory/MUG-01/adjustments', { delta, reason: 'receipt', location });
const order = (quantity: number, facts: Partial<CreateOrderBody> = {}) =>
  shop.createOrder({ lines: [{ sku: 'MUG-01', quantity }], ship_from: ['W1', 'W2'], split: 'within_line', ...facts });
const lineOf = ({ lines }: OrderRecord): string => lines[0]?.id ?? '';
const heldIn = ({ lines }: OrderRecord) => lines[0]?.allocations.map(({ warehouse, quantity }) => [warehouse, quantity]);
interface Entry {
  readonly delta: number;
  readonly reference: { readonly id: string };
}
const problemOf = ({ status, text }: Answer) => ({ status, ...JSON.parse(text) });

/** The order of an answer once inventory has answered, also where a stalled machine lets it be 202. */
async function settled(answer: Answer): Promise<OrderRecord> {
  if (answer.status >= 300) throw new Error(`It was answered with ${answer.status}: ${answer.text}`);
  const { id } = answer.as(answer.status, orderRecord);
  return eventually(async () => {
    const now = await shop.order(id);
    if (now.pending_transition !== null) throw new Error(`inventory has not answered for ${id}`);
    return now;
  });
}
const reassign = (of: OrderRecord, ...moves: readonly object[]) =>
  post(`/orders/${of.id}/reassign`, { lines: moves.map((move) => ({ line_id: lineOf(of), ...move })) });

describe('an order from two warehouses', () => {
  test('A1: is held in both where a line may be split, and waits for the rest where nothing may', async () => {
    const split = await order(5);
    expect(heldIn(split)).toEqual([
      ['W1', 3],
      ['W2', 2],
    ]);

    const whole = await order(3, { split: 'never' });
    expect(whole).toMatchObject({ allocation: 'partial', lines: [{ allocated: 2, backordered: 1 }] });
    expect(heldIn(whole)).toEqual([['W2', 2]]);
  });

  test.each([
    [{ ship_from: [] }, 'validation_failed', '/ship_from'],
    [{ ship_from: ['W1', 'W1'] }, 'validation_failed', '/ship_from'],
    [{ ship_from: ['W1', 'W9'] }, 'unknown_location', '/ship_from/1'],
    [{ ship_from: ['W1:A1/S1'] }, 'unknown_location', '/ship_from/0'],
    [{ split: 'by_box' }, 'validation_failed', '/split'],
  ])('is refused with %j as 422 %s at %s', async (facts, code, pointer) => {
    const answer = await post('/orders', { lines: [{ sku: 'MUG-01', quantity: 1 }], ...facts });

    expect(problemOf(answer)).toMatchObject({ status: 422, code, errors: [{ pointer }] });
  });

  test('has other content under its external id with another split', async () => {
    await order(1, { external_id: 'shop-1' });

    await expect(order(1, { external_id: 'shop-1', split: 'never' })).rejects.toThrow(/duplicate_external_id/);
  });

  test('leaves from each by a fulfilment of its own, which keeps its warehouse', async () => {
    const split = await order(5);
    const refused = problemOf(await post(`/orders/${split.id}/fulfilments`));
    expect(refused).toMatchObject({ status: 409, code: 'insufficient_stock', errors: [{ pointer: '/warehouse' }] });
    expect(refused.errors[0].warehouses).toMatchObject([
      { warehouse: 'W1', quantity: 3 },
      { warehouse: 'W2', quantity: 2 },
    ]);

    for (const warehouse of ['W1', 'W2']) {
      const part = await takePart(system.call, shop.key, `/orders/${split.id}/fulfilments`, { warehouse });
      expect(part).toMatchObject({ warehouse, status: 'open' });
      await takePart(system.call, shop.key, `/fulfilments/${part.id}/pack`);
      const shipped = await takePart(system.call, shop.key, `/fulfilments/${part.id}/ship`);
      expect(shipped).toMatchObject({ warehouse, status: 'shipped' });
      const listed = await system.call('GET', `/fulfilments?warehouse=${shipped.warehouse_id}`, { key: shop.key });
      expect(JSON.parse(listed.text).data).toMatchObject([{ id: part.id }]);
    }
    expect(await shop.order(split.id)).toMatchObject({ status: 'shipped', lines: [{ allocations: [] }] });
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 2, allocated: 0 });
  });
});

const fewer = (of: OrderRecord, quantity: number, short = 'reallocate') => ({
  lines: [{ line_id: lineOf(of), quantity }],
  short,
});

describe('a fulfilment of which fewer units are packed', () => {
  test('has the others in another warehouse, once, and those that are nowhere else where they were', async () => {
    const [before, other] = [await order(3), await order(2)];
    expect(heldIn(other)).toEqual([['W2', 2]]);
    const behind = await order(4, { ship_from: ['W1'] });
    const part = await takePart(system.call, shop.key, `/orders/${before.id}/fulfilments`);
    const headers = { 'Idempotency-Key': 'pack-short' };
    const pack = () => system.call('POST', `/fulfilments/${part.id}/pack`, { key: shop.key, body: fewer(before, 1), headers });
    const first = await pack();
    const after = await settled(await system.call('GET', `/orders/${before.id}`, { key: shop.key }));

    expect(heldIn(after)).toEqual([
      ['W1', 1],
      ['W2', 2],
    ]);
    expect(after.lines).toMatchObject([{ quantity: 3, allocated: 3, packed: 1, backordered: 0, cancelled: 0 }]);
    const again = await pack();
    expect([again.text, again.headers.get('Idempotency-Replayed')]).toEqual([first.text, 'true']);
    expect(await shop.order(before.id)).toEqual(after);
    await eventually(async () => expect(heldIn(await shop.order(behind.id))).toEqual([['W1', 2]]));

    const rest = await takePart(system.call, shop.key, `/orders/${before.id}/fulfilments`);
    expect(rest).toMatchObject({ warehouse: 'W2', lines: [{ quantity: 2 }] });
    await takePart(system.call, shop.key, `/fulfilments/${rest.id}/pack`, fewer(before, 1));
    expect(heldIn(await shop.order(before.id))).toEqual([
      ['W1', 1],
      ['W2', 2],
    ]);
    for (const { id } of [part, rest]) await takePart(system.call, shop.key, `/fulfilments/${id}/ship`);
    expect((await shop.sku('MUG-01')).warehouses).toMatchObject([
      { warehouse: 'W1', on_hand: 2, allocated: 2, available: 0 },
      { warehouse: 'W2', on_hand: 3, allocated: 3, available: 0 },
    ]);
    const entries = await system.call('GET', '/inventory/MUG-01/movements', { key: shop.key });
    const shipped = JSON.parse(entries.text).data.filter(({ reason }: { reason: string }) => reason === 'shipment');
    expect(shipped.map(({ delta, reference }: Entry) => [delta, reference.id])).toEqual([
      [-1, rest.id],
      [-1, part.id],
    ]);
    expect(JSON.parse((await system.call('GET', '/integrity', { key: shop.key })).text)).toMatchObject({ consistent: true });
  });

  test('keeps them in a warehouse that it may not leave, and takes no other word for it', async () => {
    const whole = await order(3, { split: 'never' });
    const part = await takePart(system.call, shop.key, `/orders/${whole.id}/fulfilments`);
    expect(problemOf(await post(`/fulfilments/${part.id}/pack`, fewer(whole, 1, 'elsewhere')))).toMatchObject({
      status: 422,
      code: 'validation_failed',
      errors: [{ pointer: '/short' }],
    });
    expect((await shop.order(whole.id)).lines).toMatchObject([{ packed: 0 }]);
    await takePart(system.call, shop.key, `/fulfilments/${part.id}/pack`, fewer(whole, 1));
    expect(heldIn(await shop.order(whole.id))).toEqual([['W1', 3]]);
  });
});

describe('units that are to be held in another warehouse', () => {
  test('are, and the order and its history tell it', async () => {
    const before = await order(3);
    const after = await settled(await reassign(before, { quantity: 2, from: 'W1', to: 'W2' }));

    expect(heldIn(after)).toEqual([
      ['W1', 1],
      ['W2', 2],
    ]);
    expect(after.version).toBe(before.version + 1);
    const history = await system.call('GET', `/orders/${before.id}/history`, { key: shop.key });
    expect(JSON.parse(history.text).data.map(({ transition }: { transition: string }) => transition)).toEqual([
      'create',
      'reassign',
    ]);
  });

  test.each([
    [{ quantity: 1, to: 'W9' }, 422, 'unknown_location'],
    [{ quantity: 4, to: 'W2' }, 409, 'quantity_exceeded'],
    [{ quantity: 1, from: 'W2', to: 'W1' }, 409, 'insufficient_stock'],
  ])('are refused with %j as %s %s', async (move, status, code) => {
    const before = await order(3);

    expect(problemOf(await reassign(before, move))).toMatchObject({ status, code });
    expect(await shop.order(before.id)).toEqual(before);
  });

  test('are refused of a packed order', async () => {
    const before = await order(3);
    await settled(await post(`/orders/${before.id}/pack`));

    expect(problemOf(await reassign(before, { quantity: 1, to: 'W2' }))).toMatchObject({
      status: 409,
      code: 'invalid_transition',
    });
  });
});
