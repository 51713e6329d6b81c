import {
  accountOperations,
  batchOrder,
  CSV,
  operations,
  ORDER_UPDATES,
  type OrderRecord,
  type Permission,
  type UpdateOrderBody,
} from '@fulfilment/contracts';
import { type BoundRoute, downloadRoute, inTurns, ok, parseItems, route, turnsOfExports } from '@fulfilment/http';
import { tenantKey } from '@fulfilment/kernel';
import type { Application } from '../application.ts';
import type { OrderReply } from '../steps/order-answers.ts';
import { exportText } from './export-presentation.ts';

/** Every operation on orders. */
export const orderRoutes = (orders: Application, turns = turnsOfExports()): readonly BoundRoute[] => [
  route(operations.listOrders, async ({ query, context, may }) => {
    const page = await orders.listOrders(context.tenant, query);
    return ok({ ...page, data: page.data.map((order) => asShownTo(may, order)) });
  }),
  // Before paths with the id of an order in its place.
  downloadRoute(operations.exportOrders, ({ query, medium, context, may }) => ({
    headers: { 'Content-Disposition': `attachment; filename="orders.${medium === CSV ? 'csv' : 'ndjson'}"` },
    pieces: inTurns(
      turns,
      tenantKey(context.tenant),
      exportText(medium, shownTo(may, orders.exportOrders(context.tenant, query))),
    ),
  })),
  route(operations.createOrder, async ({ body, context }) => created(await orders.createOrder(body, context))),
  route(operations.createOrders, async ({ body: { orders: items }, context }) => {
    const { result, replayed } = await orders.createOrders(parseItems(batchOrder, items, '/orders'), context);
    return { ...ok({ results: [...result] }), replayed };
  }),
  route(operations.getOrder, async ({ params, context, may }) =>
    ok(asShownTo(may, await orders.getOrder({ ...params, tenant: context.tenant }))),
  ),
  route(operations.getOrderHistory, async ({ params, query: { limit, cursor }, context }) =>
    ok(await orders.getOrderHistory({ ...params, tenant: context.tenant }, { limit, cursor })),
  ),
  route(operations.updateOrder, async ({ params, body, context, needs }) => {
    needsForUpdate(body, needs);
    const { order, replayed } = await orders.updateOrder(params.id, body, context);
    return { ...ok(order), replayed };
  }),
  route(operations.packOrder, async ({ params, body, context }) => stepped(await orders.packOrder(params.id, body, context))),
  route(operations.shipOrder, async ({ params, body, context }) => stepped(await orders.shipOrder(params.id, body, context))),
  route(operations.cancelOrder, async ({ params, body, context }) => stepped(await orders.cancelOrder(params.id, body, context))),
  route(accountOperations.getOrdersOverview, async ({ context }) => ok(await orders.getOrdersOverview(context.tenant))),
];

/** The order without its address for callers who may not read that. */
function asShownTo(may: (permission: Permission) => boolean, order: OrderRecord): OrderRecord {
  return may('orders:read_ship_to') ? order : { ...order, ship_to: null };
}

async function* shownTo(
  may: (permission: Permission) => boolean,
  pieces: AsyncIterable<readonly OrderRecord[]>,
): AsyncGenerator<readonly OrderRecord[]> {
  for await (const orders of pieces) yield orders.map((order) => asShownTo(may, order));
}

/** Asks for the permission of each field that a change names. */
function needsForUpdate(body: UpdateOrderBody, needs: (permission: Permission) => void): void {
  for (const permission of ['orders:create', 'orders:fulfil'] as const)
    if (ORDER_UPDATES[permission].some((field) => body[field] !== undefined)) needs(permission);
}

/** Seconds after which inventory has probably answered. */
const RETRY_AFTER_SECONDS = 1;

/** 201 for a new order; an existing or pending one is answered as a step is. */
const created = ({ type, order, replayed }: OrderReply) => {
  if (type !== 'created') return stepped({ type, order, replayed });
  return { status: 201 as const, body: order, headers: { Location: locationOf(order) }, replayed };
};

/** 200 once inventory has answered, else 202. */
const stepped = ({ type, order, replayed }: OrderReply) => (type === 'pending' ? pending(order) : { ...ok(order), replayed });

const pending = (order: OrderRecord) => ({
  status: 202 as const,
  body: order,
  headers: { Location: locationOf(order), 'Retry-After': String(RETRY_AFTER_SECONDS) },
});

const locationOf = ({ id }: OrderRecord): string => `/v1/orders/${id}`;
