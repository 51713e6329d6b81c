import { accountOperations, CSV, operations, type OrderRecord, type Permission } from '@fulfilment/contracts';
import { type BoundRoute, bytesUseOf, downloadRoute, inTurns, LookedRecords, ok, route, turnsOfExports } from '@fulfilment/http';
import { tenantKey } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import { exportText } from './export-presentation.ts';
import { ORDERS_A_PIECE } from './read-orders.ts';

/** The operations that read orders. */
export const orderRoutes = (orders: Application, turns = turnsOfExports()): readonly BoundRoute[] => [
  route(operations.listOrders, async ({ query, context, may }) => {
    const page = await orders.listOrders(context.tenant, query, may('orders:read_ship_to'));
    const data = page.data.map((order) => asShownTo(may, order));
    return { ...ok({ ...page, data }), addresses: addressesIn(data) };
  }),
  // Before paths with the id of an order in its place.
  downloadRoute(operations.exportOrders, ({ query, medium, context, may }) => {
    const looked = new LookedRecords();
    const found = looked.counted(orders.exportOrders(context.tenant, query, may('orders:read_ship_to')), ORDERS_A_PIECE);
    return {
      headers: { 'Content-Disposition': `attachment; filename="orders.${medium === CSV ? 'csv' : 'ndjson'}"` },
      pieces: inTurns(turns, tenantKey(context.tenant), exportText(medium, shownTo(may, found))),
      looked,
    };
  }),
  route(operations.getOrder, async ({ params, context, may }) => {
    const order = asShownTo(may, await orders.getOrder({ ...params, tenant: context.tenant }));
    return { ...ok(order), addresses: addressesIn([order]), isReduced: !may('orders:read_ship_to') };
  }),
  route(operations.getOrderHistory, async ({ params, query: { limit, cursor }, context }) =>
    ok(await orders.getOrderHistory({ ...params, tenant: context.tenant }, { limit, cursor })),
  ),
  route(accountOperations.getOrdersOverview, async ({ context }) =>
    ok({ ...(await orders.getOrdersOverview(context)), stored_bytes: bytesUseOf(context) }),
  ),
];

/** The order without its address for callers who may not read that. */
function asShownTo(may: (permission: Permission) => boolean, order: OrderRecord): OrderRecord {
  return may('orders:read_ship_to') ? order : { ...order, ship_to: null };
}

const addressesIn = (orders: readonly OrderRecord[]): number => orders.filter(({ ship_to: shipTo }) => shipTo !== null).length;

async function* shownTo(
  may: (permission: Permission) => boolean,
  pieces: AsyncIterable<readonly OrderRecord[]>,
): AsyncGenerator<readonly OrderRecord[]> {
  for await (const orders of pieces) yield orders.map((order) => asShownTo(may, order));
}
