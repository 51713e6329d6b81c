import { type OrderResult, orderResults } from '@fulfilment/contracts';
import { eventually } from '@fulfilment/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { killNine } from './faults/kill-nine.ts';
import { postUntilFinal } from './faults/named-request.ts';
import { eventsOfType } from './system/receiver.ts';
import { lentTestSystem } from './system/shared-system.ts';
import type { OwnTestSystem } from './system/start-test-system.ts';
import { openTenant, type TestTenant } from './system/tenant.ts';

/** Batches that are sent at once, the orders of each, and the units there are: for most of them. */
const [BATCHES, ORDERS, STOCK] = [4, 50, 175];
const DELIVERED_WITHIN = { withinMs: 45_000, everyMs: 250 };

let system: OwnTestSystem;
let tenant: TestTenant;

beforeAll(async () => {
  system = await lentTestSystem();
  return () => system.stop();
});

beforeEach(async () => {
  tenant = await openTenant(system);
  return () => tenant.stop();
});

const mugs = (quantity: number, more: object = {}): object => ({ lines: [{ sku: 'MUG-01', quantity }], ...more });

async function send(batch: readonly unknown[], headers: Readonly<Record<string, string>> = {}): Promise<readonly OrderResult[]> {
  const answer = await system.call('POST', '/orders/batch', { key: tenant.shop.key, body: { orders: batch }, headers });
  return answer.as(200, orderResults).results;
}

const openMugs = (onHand: number) => tenant.shop.createSku({ sku: 'MUG-01', name: 'Mug', on_hand: onHand });
const createdEvents = () => eventsOfType(tenant.subscriber, 'order.created').map(({ data }) => data.id);

describe('a batch of orders', () => {
  test('is accepted and refused order by order, and allocated first come, first served', async () => {
    const { shop } = tenant;
    await openMugs(5);
    const known = await shop.createOrder({ external_id: 'known', lines: [{ sku: 'MUG-01', quantity: 1 }] });

    const results = await send([
      mugs(3),
      mugs(1, { external_id: 'known' }),
      mugs(2, { external_id: 'known' }),
      mugs(2, { allow_backorder: false }),
      mugs(2),
      { lines: [{ sku: 'NO-SUCH', quantity: 1 }] },
      { lines: [] },
    ]);

    expect(results.map(({ status, record, error }) => [status, record?.allocation ?? error?.code])).toEqual([
      [201, 'allocated'],
      [200, 'allocated'],
      [409, 'duplicate_external_id'],
      [409, 'insufficient_stock'],
      [201, 'partial'],
      [422, 'unknown_sku'],
      [422, 'validation_failed'],
    ]);
    expect(results[1]?.record?.id).toBe(known.id);
    expect(results[3]?.error?.errors).toMatchObject([{ pointer: '/orders/3/lines/0/quantity', requested: 2, available: 1 }]);
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: 5, allocated: 5, available: 0 });
    const made = results.flatMap(({ status, record }) => (status === 201 && record ? [record.id] : []));
    await eventually(() => expect(createdEvents().toSorted()).toEqual([known.id, ...made].toSorted()), DELIVERED_WITHIN);
  });

  test('needs the permission to create orders', async () => {
    const { key } = await system.operator.key({ ...tenant.tenant, role: 'fulfilment' });

    const answer = await system.call('POST', '/orders/batch', { key, body: { orders: [mugs(1)] } });

    expect(answer.problem('forbidden')).toMatchObject({ permission: 'orders:create' });
  });
});

test.each(['orders', 'inventory'])(
  'kill -9 of %s under batches: each is answered the same ever after, no order is there twice, no unit is sold twice',
  async (victim) => {
    const { shop } = tenant;
    await openMugs(STOCK);
    const batches = Array.from({ length: BATCHES }, (_, number) => ({
      key: `batch ${number}`,
      path: '/orders/batch',
      body: { orders: Array.from({ length: ORDERS }, () => mugs(1)) },
    }));
    const sendAll = () =>
      Promise.all(
        batches.map(async (batch) => {
          const { results } = orderResults.parse((await postUntilFinal(system.call, shop.key, batch)).body);
          return results;
        }),
      );
    const [first] = await Promise.all([sendAll(), killNine(system, victim)]);

    // A batch with pending orders is no final answer: the same batch waits for them.
    const settled = await eventually(async () => {
      const results = await sendAll();
      expect(new Set(results.flat().map(({ status }) => status))).toEqual(new Set([201]));
      return results;
    }, DELIVERED_WITHIN);
    const again = await sendAll();

    const ids = settled.flat().map(({ record }) => record?.id ?? '');
    expect(again).toEqual(settled);
    expect(first.flat().map(({ record }) => record?.id ?? '')).toEqual(ids);
    expect(new Set(ids).size).toBe(BATCHES * ORDERS);
    const orders = await shop.orders();
    expect(orders.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(orders.reduce((sum, { lines }) => sum + (lines[0]?.allocated ?? 0), 0)).toBe(STOCK);
    expect(await shop.sku('MUG-01')).toMatchObject({ on_hand: STOCK, allocated: STOCK, available: 0 });
    for (const results of settled) {
      const held = results.map(({ record }) => record?.allocation === 'allocated');
      expect(held).toEqual(held.toSorted((one, other) => Number(other) - Number(one)));
    }
    expect(await system.differences()).toEqual([]);
  },
  180_000,
);
