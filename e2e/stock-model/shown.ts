import { movementRecord, reservationRecord } from '@fulfilment/contracts';
import { readPages } from '../system/pages.ts';
import type { TestSystem } from '../system/start-test-system.ts';
import type { Client } from './perform.ts';
import { available, held, type ModelLine, onHand, reserved, type Warehouse } from './warehouse.ts';

/** The state of a SKU that both the system and the model can show. */
export interface ShownSku {
  readonly on_hand: number;
  readonly allocated: number;
  readonly reserved: number;
  readonly available: number;
  readonly status: 'active' | 'archived';
  readonly stock: Readonly<Record<string, number>>;
}

/** And of an order: of each SKU, what is held for it; nothing once it has ended. */
export interface ShownOrder {
  readonly status: string;
  readonly held: Readonly<Record<string, number>>;
  readonly allocation: string;
}

export function modelSkus(warehouse: Warehouse): Readonly<Record<string, ShownSku>> {
  return Object.fromEntries(
    [...warehouse.skus].map(([code, sku]) => {
      const promised = { allocated: held(warehouse, code), reserved: reserved(warehouse, code) };
      const status = sku.archived ? 'archived' : 'active';
      const free = available(warehouse, code, sku);
      return [code, { on_hand: onHand(sku), ...promised, available: free, status, stock: Object.fromEntries(sku.stock) }];
    }),
  );
}

export async function systemSkus({ shop }: Client): Promise<Readonly<Record<string, ShownSku>>> {
  return Object.fromEntries(
    (await shop.skus()).map(({ sku, on_hand, allocated, reserved: kept, available: free, status, stock }) => {
      const places = Object.fromEntries(stock.map((each) => [each.location, each.on_hand]));
      return [sku, { on_hand, allocated, reserved: kept, available: free, status, stock: places }];
    }),
  );
}

export function modelOrders({ orders }: Warehouse): readonly ShownOrder[] {
  return orders.map(({ status, lines }) => shownOrder(status, lines));
}

export async function systemOrders({ shop, orderIds }: Client): Promise<readonly ShownOrder[]> {
  const orders = await Promise.all(orderIds.map((id) => shop.order(id)));
  return orders.map(({ status, lines }) =>
    shownOrder(
      status,
      lines.map(({ sku, quantity, allocated }) => ({ sku, quantity, held: allocated })),
    ),
  );
}

/** Of each reservation whether it is active, and the units that it keeps. */
export const modelReservations = ({ reservations }: Warehouse) => reservations.map(({ status, kept }) => ({ status, kept }));

export async function systemReservations({ send, reservationIds }: Client): Promise<ReturnType<typeof modelReservations>> {
  const read = reservationIds.map(async (id) => (await send('GET', `/reservations/${id}`)).as(200, reservationRecord));
  return (await Promise.all(read)).map(({ status, lines }) => {
    if (status === 'expired') throw new Error('A reservation of an hour has expired');
    return { status, kept: lines.reduce((sum, line) => sum + line.reserved, 0) };
  });
}

/** Of each SKU and place, what the ledger adds up to. */
export async function ledgerSums(
  { call }: Pick<TestSystem, 'call'>,
  { shop }: Client,
  skus: readonly string[],
): Promise<Readonly<Record<string, Readonly<Record<string, number>>>>> {
  const sums = skus.map(async (sku) => {
    const movements = await readPages(call, { key: shop.key, path: `/inventory/${sku}/movements`, item: movementRecord });
    const places = Map.groupBy(movements, ({ location }) => location.replace('MAIN:', ''));
    const totals = [...places].map(([place, entries]) => [place, entries.reduce((sum, { delta }) => sum + delta, 0)] as const);
    return [sku, Object.fromEntries(totals.filter(([, total]) => total !== 0))] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

function shownOrder(status: string, lines: readonly Omit<ModelLine, 'returned'>[]): ShownOrder {
  const ended = status === 'shipped' || status === 'cancelled';
  const bySku = Map.groupBy(lines, ({ sku }) => sku);
  const sums = [...bySku].map(([sku, own]) => [sku, own.reduce((sum, line) => sum + line.held, 0)] as const);
  return { status, held: ended ? {} : Object.fromEntries(sums), allocation: ended ? 'over' : allocationOf(lines) };
}

function allocationOf(lines: readonly Omit<ModelLine, 'returned'>[]): string {
  if (lines.every((line) => line.held === line.quantity)) return 'allocated';
  return lines.some((line) => line.held > 0) ? 'partial' : 'backordered';
}
