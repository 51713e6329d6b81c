import { type FulfilmentRecord, operations } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import type { Application } from '../application.ts';
import type { FulfilmentReply } from './fulfil-in-parts.ts';
import { RETRY_AFTER_SECONDS, stepped } from './saga-routes.ts';

/** The operations of orders that are packed and shipped in parts. */
export const fulfilmentRoutes = (orders: Application): readonly BoundRoute[] => [
  route(operations.listFulfilments, async ({ query, context }) => ok(await orders.listFulfilments(context.tenant, query))),
  route(operations.getFulfilment, async ({ params, context }) => ok(await orders.getFulfilment(context.tenant, params.id))),
  route(operations.listOrderFulfilments, async ({ params, query: { limit, cursor }, context }) =>
    ok(await orders.listOrderFulfilments({ ...params, tenant: context.tenant }, { limit, cursor })),
  ),
  route(operations.createFulfilment, async ({ params, body, context }) =>
    created(await orders.createFulfilment(params.id, body, context)),
  ),
  route(operations.updateFulfilment, async ({ params, body, context }) => {
    const { fulfilment, replayed } = await orders.updateFulfilment(params.id, body, context);
    return { ...ok(fulfilment), replayed };
  }),
  route(operations.packFulfilment, async ({ params, body, context }) =>
    done(await orders.packFulfilment(params.id, body, context)),
  ),
  route(operations.unpackFulfilment, async ({ params, body, context }) =>
    done(await orders.unpackFulfilment(params.id, body, context)),
  ),
  route(operations.shipFulfilment, async ({ params, body, context }) =>
    done(await orders.shipFulfilment(params.id, body, context)),
  ),
  route(operations.cancelFulfilment, async ({ params, body, context }) =>
    done(await orders.cancelFulfilment(params.id, body, context)),
  ),
  route(operations.reassignOrder, async ({ params, body, context }) =>
    stepped(await orders.reassignOrder(params.id, body, context)),
  ),
  route(operations.closeOrder, async ({ params, body, context }) => stepped(await orders.closeOrder(params.id, body, context))),
];

/** 201 for a new fulfilment; an existing or pending one is answered as a step is. */
const created = ({ type, fulfilment, replayed }: FulfilmentReply) => {
  if (type !== 'created') return done({ type, fulfilment, replayed });
  const headers = { Location: locationOf(fulfilment) };
  return { status: 201 as const, body: fulfilment, headers, replayed, lines: fulfilment.lines.length };
};

/** 200 once inventory has answered, else 202. */
const done = ({ type, fulfilment, replayed }: FulfilmentReply) =>
  type === 'pending' ? pending(fulfilment) : { ...ok(fulfilment), replayed, lines: fulfilment.lines.length };

const pending = (fulfilment: FulfilmentRecord) => ({
  status: 202 as const,
  body: fulfilment,
  lines: fulfilment.lines.length,
  headers: { Location: locationOf(fulfilment), 'Retry-After': String(RETRY_AFTER_SECONDS) },
});

const locationOf = ({ id }: FulfilmentRecord): string => `/v1/fulfilments/${id}`;
