import { operations, type ReturnRecord } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import type { Application } from '../application.ts';
import { RETRY_AFTER_SECONDS } from './saga-routes.ts';
import type { ReturnReply } from './take-returns.ts';

/** The operations of units that come back. */
export const returnRoutes = (orders: Application): readonly BoundRoute[] => [
  route(operations.listReturns, async ({ query, context }) => ok(await orders.listReturns(context.tenant, query))),
  route(operations.getReturn, async ({ params, context }) => ok(await orders.getReturn(context.tenant, params.id))),
  route(operations.getReturnHistory, async ({ params, query: { limit, cursor }, context }) =>
    ok(await orders.getReturnHistory(context.tenant, params.id, { limit, cursor })),
  ),
  route(operations.listOrderReturns, async ({ params, query: { limit, cursor }, context }) =>
    ok(await orders.listOrderReturns({ ...params, tenant: context.tenant }, { limit, cursor })),
  ),
  route(operations.createReturn, async ({ body, context, needs }) => {
    needs(body.order_id === null ? 'returns:receive' : 'returns:create');
    return created(await orders.createReturn(body, context));
  }),
  route(operations.approveReturn, async ({ params, context }) => done(await orders.approveReturn(params.id, context))),
  route(operations.rejectReturn, async ({ params, body, context }) => {
    const { of, replayed } = await orders.rejectReturn(params.id, body, context);
    return { ...ok(of), replayed };
  }),
  route(operations.cancelReturn, async ({ params, body, context }) => done(await orders.cancelReturn(params.id, body, context))),
  route(operations.closeReturn, async ({ params, body, context }) => done(await orders.closeReturn(params.id, body, context))),
  route(operations.receiveReturn, async ({ params, body, context }) =>
    done(await orders.receiveReturn(params.id, body, context)),
  ),
  route(operations.disposeReturn, async ({ params, body, context }) =>
    done(await orders.disposeReturn(params.id, body, context)),
  ),
  route(operations.eraseReturn, async ({ params, context }) => {
    const { of, replayed } = await orders.eraseReturn(params.id, context);
    return { ...ok(of), replayed };
  }),
];

/** 201 for a new return; an existing or pending one is answered as a step is. */
const created = ({ type, of, replayed }: ReturnReply) => {
  if (type !== 'created') return done({ type, of, replayed });
  return { status: 201 as const, body: of, headers: { Location: locationOf(of) }, replayed, lines: of.lines.length };
};

/** 200 once inventory has answered, else 202. */
const done = ({ type, of, replayed }: ReturnReply) =>
  type === 'pending' ? pending(of) : { ...ok(of), replayed, lines: of.lines.length };

const pending = (of: ReturnRecord) => ({
  status: 202 as const,
  body: of,
  lines: of.lines.length,
  headers: { Location: locationOf(of), 'Retry-After': String(RETRY_AFTER_SECONDS) },
});

const locationOf = ({ id }: ReturnRecord): string => `/v1/returns/${id}`;
