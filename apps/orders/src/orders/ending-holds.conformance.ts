import { newId, type Tenant, tenantKey } from '@fulfilment/kernel';
import { expect, test } from 'vitest';
import { at, cancelledOrder, createdOrder } from './domain/order.builder.ts';
import type { Order, OrderIn } from './domain/order.ts';
import type { Hold } from './domain/steps.ts';
import type { OrderLists, OrderStore } from './order-ports.ts';

/** A store of orders, and what tells which of its holds end by themselves. */
export interface EndingHoldsUnderTest {
  readonly orders: OrderStore;
  readonly holds: Pick<OrderLists, 'nextHoldEnd' | 'dueHolds'>;
}

/** Long before any other hold of a store, so that the first ones are these. */
const endAfter = (hours: number): Date => new Date(Date.UTC(2001, 0, 1, hours));

const holdUntil = (hours: number | null): Hold => {
  const until = hours === null ? null : endAfter(hours);
  return { id: newId('hld'), reason: 'fraud', note: null, releasesStock: false, until, placedBy: 'key_1', placedAt: at };
};

const newTenant = (): Tenant => ({ accountId: newId('acc'), environment: 'sandbox' });

/** How stores find holds that end by themselves. */
export function endingHoldsConformance(name: string, open: () => Promise<EndingHoldsUnderTest>): void {
  test(`${name} finds ends of holds tenant by tenant, and of a tenant the first one first`, async () => {
    const { orders, holds } = await open();
    const save = (order: Order) => orders.save({ from: order.version - 1, order, history: [], messages: [] });
    const onHold = async (tenant: Tenant, ...hours: readonly (number | null)[]): Promise<OrderIn<'created'>> => {
      const order = createdOrder({ id: newId('ord'), tenant, version: 1, holds: hours.map(holdUntil) });
      await save(order);
      return order;
    };
    const due = async (hours: number, { after = '', atMost = 9 } = {}): Promise<readonly string[]> =>
      (await holds.dueHolds(endAfter(hours), { after, atMost })).map(({ id }) => id);
    const tenants = [newTenant(), newTenant()] as const;
    const [first, second] = tenantKey(tenants[0]) < tenantKey(tenants[1]) ? tenants : [tenants[1], tenants[0]];
    const late = await onHold(first, 8, 3, null);
    const early = await onHold(first, 1);
    const ended = await onHold(first, 0);
    await onHold(first, null);
    await save(cancelledOrder({ ...ended, status: 'cancelled', version: 2 }));
    const ofSecond = await onHold(second, 2);

    expect(await holds.nextHoldEnd()).toEqual(endAfter(1));
    expect([await due(0), await due(1)]).toEqual([[], [early.id]]);
    expect(await due(5)).toEqual([early.id, late.id]);
    expect(await due(5, { atMost: 1 })).toEqual([early.id]);
    expect(await due(5, { after: tenantKey(first) })).toEqual([ofSecond.id]);
    expect(await due(5, { after: tenantKey(second) })).toEqual([]);
    expect(await holds.dueHolds(endAfter(1), { after: '', atMost: 9 })).toEqual([early]);

    await save({ ...early, version: 2, holds: undefined });
    await save({ ...ofSecond, version: 2, holds: undefined });
    expect([await holds.nextHoldEnd(), await due(5)]).toEqual([endAfter(3), [late.id]]);
    await save({ ...late, version: 2, holds: [holdUntil(null)] });
    expect(await due(9)).toEqual([]);
  });
}
