import { newId, type Tenant } from '@fulfilment/kernel';
import { describe, expect, test } from 'vitest';
import { cancelledOrder, createdOrder, mugs, packedOrder, pendingOrder, shippedOrder } from '../domain/order.builder.ts';
import type { Order } from '../domain/order.ts';
import type { Hold } from '../domain/steps.ts';
import { placing } from '../order-change.builder.ts';
import type { OrderFigures, OrderStore } from '../order-ports.ts';

const OPEN = ['pending', 'created', 'packed'] as const;

/** Counts of orders over time, as every store has them. */
export function orderFiguresConformance(
  name: string,
  open: () => { readonly orders: OrderStore; readonly figures: OrderFigures },
): void {
  describe(`${name} counts`, () => {
    test('orders of some statuses by the span in which they were created, each in one', async () => {
      const { orders, figures } = open();
      const tenant = newTenant();
      const [monday, tuesday, thursday] = [new Date('2026-11-16'), new Date('2026-11-17'), new Date('2026-11-19')];
      await saveAll(orders, tenant, [
        createdOrder({ createdAt: justBefore(monday) }),
        createdOrder({ createdAt: monday }),
        packedOrder({ createdAt: justBefore(tuesday) }),
        createdOrder({ createdAt: thursday }),
        cancelledOrder({ createdAt: tuesday }),
        shippedOrder({ createdAt: tuesday }),
      ]);
      await saveAll(orders, newTenant(), [createdOrder({ createdAt: monday })]);

      expect(await figures.countBySpan(tenant, OPEN, [new Date(0), monday, tuesday, thursday])).toEqual([1, 2, 0, 1]);
      expect(await figures.countBySpan(tenant, OPEN, [tuesday, thursday])).toEqual([0, 1]);
    });

    test('allocated orders with a hold that has not ended, and no other', async () => {
      const { orders, figures } = open();
      const tenant = newTenant();
      const noon = new Date('2026-11-17T12:00:00.000Z');
      const until = (end: Date | null) => ({ holds: [heldUntil(end)] });
      await saveAll(orders, tenant, [
        createdOrder(),
        createdOrder(until(null)),
        createdOrder(until(new Date('2026-11-17T12:00:00.001Z'))),
        createdOrder({ holds: [heldUntil(noon), heldUntil(null)] }),
        createdOrder(until(noon)),
        createdOrder({ ...until(null), allocation: 'backordered' }),
        packedOrder(until(null)),
        cancelledOrder(until(null)),
      ]);
      await saveAll(orders, newTenant(), [createdOrder(until(null))]);

      expect(await figures.countHeld(tenant, noon)).toBe(3);
    });

    test('shipped orders and their units by the day, UTC, on which the last of them left', async () => {
      const { orders, figures } = open();
      const tenant = newTenant();
      const day = new Date('2026-11-17');
      await saveAll(orders, tenant, [
        shipped('2026-11-16T23:59:59.999Z', 9),
        shipped('2026-11-16T12:00:00.000Z', 9, '2026-11-18T08:00:00.000Z'),
        shipped('2026-11-17T00:00:00.000Z', 2),
        shipped('2026-11-17T23:59:59.999Z', 3, '2026-11-20T08:00:00.000Z'),
        shipped('2026-11-19T10:00:00.000Z', 4),
        packedOrder({ updatedAt: new Date('2026-11-19T10:00:00.000Z') }),
      ]);
      await saveAll(orders, newTenant(), [shipped('2026-11-17T10:00:00.000Z', 5)]);

      expect((await figures.shippedSince(tenant, day)).toSorted((a, b) => a.day.getTime() - b.day.getTime())).toEqual([
        { day, orders: 2, units: 7 },
        { day: new Date('2026-11-19'), orders: 1, units: 5 },
      ]);
    });

    test('nothing of a tenant without orders', async () => {
      const { figures } = open();

      expect(await figures.countBySpan(newTenant(), OPEN, [new Date(0)])).toEqual([0]);
      expect(await figures.countHeld(newTenant(), new Date(0))).toBe(0);
      expect(await figures.shippedSince(newTenant(), new Date(0))).toEqual([]);
    });
  });
}

const justBefore = (time: Date): Date => new Date(time.getTime() - 1);

/** A hold that ends then; one that has to be released for null. */
const heldUntil = (until: Date | null): Hold => ({
  id: newId('hld'),
  reason: 'fraud',
  note: null,
  releasesStock: false,
  until,
  placedBy: 'key_1',
  placedAt: new Date('2026-11-17T08:00:00.000Z'),
});

/** An order of two lines that left then: so many units of the first, and one of the second. */
function shipped(shippedAt: string, units: number, updatedAt = shippedAt): Order {
  const lines = [mugs({ allocated: 0, shipped: units }), mugs({ id: 'lin_2', shipped: 1 })];
  return shippedOrder({ lines, shippedAt: new Date(shippedAt), updatedAt: new Date(updatedAt) });
}

const newTenant = (): Tenant => ({ accountId: newId('acc'), environment: 'sandbox' });

async function saveAll(orders: OrderStore, tenant: Tenant, each: readonly Order[]): Promise<void> {
  for (const order of each) {
    const id = newId('ord');
    const pending = pendingOrder({ id, tenant });
    await orders.save(placing(pending));
    await orders.save({ from: pending.version, order: { ...order, id, tenant }, history: [], messages: [] });
  }
}
