import {
  batchOrder,
  operations,
  ORDER_UPDATES,
  type OrderRecord,
  type Permission,
  type UpdateOrderBody,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, parseItems, route } from '@fulfilment/http';
import type { Application } from '../application.ts';
import type { OrderReply } from './order-answers.ts';

/** The operations that create orders and carry them further. */
export const sagaRoutes = (orders: Application): readonly BoundRoute[] => [
  route(operations.createOrder, async ({ body, context }) => created(await orders.createOrder(body, context))),
  route(operations.createOrders, async ({ body: { orders: items }, context }) => {
    const { result, replayed } = await orders.createOrders(parseItems(batchOrder, items, '/orders'), context);
    return { ...ok({ results: [...result] }), replayed };
  }),
  route(operations.updateOrder, async ({ params, body, context, needs }) => {
    needsForUpdate(body, needs);
    return stepped(await orders.updateOrder(params.id, body, context));
  }),
  route(operations.eraseOrder, async ({ params, context }) => {
    const { order, replayed } = await orders.eraseOrder(params.id, context);
    return { ...ok(order), replayed };
  }),
  route(operations.editOrder, async ({ params, body, context }) => stepped(await orders.editOrder(params.id, body, context))),
  route(operations.holdOrder, async ({ params, body, context }) => {
    const { type, order, replayed } = await orders.holdOrder(params.id, body, context);
    if (type === 'pending') return pending(order);
    // A hold that leaves the units where they are is nothing that inventory is asked about.
    const lines = body.release_stock ? order.lines.length : 0;
    return { status: 201 as const, body: order, headers: { Location: locationOf(order) }, replayed, lines };
  }),
  route(operations.releaseHold, async ({ params, context }) =>
    stepped(await orders.releaseHold(params.id, params.hold, context)),
  ),
  route(operations.packOrder, async ({ params, body, context }) => stepped(await orders.packOrder(params.id, body, context))),
  route(operations.shipOrder, async ({ params, body, context }) => stepped(await orders.shipOrder(params.id, body, context))),
  route(operations.cancelOrder, async ({ params, body, context }) => stepped(await orders.cancelOrder(params.id, body, context))),
];

/** Asks for the permission of each field that a change names. */
function needsForUpdate(body: UpdateOrderBody, needs: (permission: Permission) => void): void {
  for (const permission of ['orders:create', 'orders:fulfil'] as const)
    if (ORDER_UPDATES[permission].some((field) => body[field] !== undefined)) needs(permission);
}

/** Seconds after which inventory has probably answered. */
export const RETRY_AFTER_SECONDS = 1;

/** 201 for a new order; an existing or pending one is answered as a step is. */
const created = ({ type, order, replayed }: OrderReply) => {
  if (type !== 'created') return stepped({ type, order, replayed });
  return { status: 201 as const, body: order, headers: { Location: locationOf(order) }, replayed, lines: order.lines.length };
};

/** 200 once inventory has answered, else 202. */
export const stepped = ({ type, order, replayed }: OrderReply) =>
  type === 'pending' ? pending(order) : { ...ok(order), replayed, lines: order.lines.length };

const pending = (order: OrderRecord) => ({
  status: 202 as const,
  body: order,
  lines: order.lines.length,
  headers: { Location: locationOf(order), 'Retry-After': String(RETRY_AFTER_SECONDS) },
});

const locationOf = ({ id }: OrderRecord): string => `/v1/orders/${id}`;
