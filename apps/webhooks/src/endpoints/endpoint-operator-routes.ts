import { operatorOperations as operator, pathOf, type WebhookRecord } from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute } from '@fulfilment/http';
import { type Tenant, tenantsOf } from '@fulfilment/kernel';
import { authorOf } from '../audit/audit-ports.ts';
import type { Endpoint } from '../model/domain/endpoint.ts';
import type { EndpointReader } from './endpoint-ports.ts';
import type { EndpointCommands } from './manage-endpoints.ts';

/** Settings that the operator does not choose. */
const OPERATOR_DEFAULTS = { filter: null, ordered: false, batch: null, maxRate: null } as const;

/** The operator API of webhook endpoints. */
export const operatorEndpointRoutes = (
  commands: EndpointCommands,
  queries: EndpointReader,
  countPending: (tenant: Tenant) => Promise<number>,
): readonly BoundRoute[] => [
  operatorRoute(operator.addWebhook, async ({ body, context }) => {
    const { account_id: accountId, environment, url, events, description = null } = body;
    const settings = { tenant: { accountId, environment }, url, events, description, ...OPERATOR_DEFAULTS };
    const { endpoint, secret } = await commands.add(settings, authorOf(context));
    const record = operatorRecord(endpoint);
    const headers = { location: `${pathOf(operator.listWebhooks)}/${record.id}` };
    return { status: 201 as const, body: { ...record, secret }, headers };
  }),
  operatorRoute(operator.listWebhooks, async ({ query: { account_id: accountId, environment } }) => {
    const tenants = environment === undefined ? tenantsOf(accountId) : [{ accountId, environment }];
    return ok({ data: (await queries.list(tenants)).map(operatorRecord) });
  }),
  operatorRoute(operator.getWebhook, async ({ params: { id } }) => ok(operatorRecord(await queries.find(undefined, id)))),
  operatorRoute(operator.removeWebhook, async ({ params: { id }, query: { account_id: accountId }, context }) => {
    const tenants = accountId === undefined ? undefined : tenantsOf(accountId);
    return ok(operatorRecord(await commands.remove({ id, tenants, by: authorOf(context) })));
  }),
  operatorRoute(operator.getStored, async ({ params: { id } }) => {
    const counted = tenantsOf(id).map(async (tenant) => {
      const used = await queries.count(tenant);
      return { environment: tenant.environment, kind: 'webhook_endpoints' as const, used };
    });
    return ok({ data: await Promise.all(counted) });
  }),
  operatorRoute(operator.getWaiting, async ({ params: { id } }) => {
    const counted = tenantsOf(id).map(async (tenant) => {
      const waiting = await countPending(tenant);
      return { environment: tenant.environment, kind: 'deliveries', waiting };
    });
    return ok({ data: await Promise.all(counted) });
  }),
  operatorRoute(operator.holdDeliveries, async ({ params: { id } }) => ok({ changed: await commands.holdAccount(id, true) })),
  operatorRoute(operator.releaseDeliveries, async ({ params: { id } }) => ok({ changed: await commands.holdAccount(id, false) })),
];

/** An endpoint as the operator sees it. */
function operatorRecord({ id, tenant, url, events, description, state, createdAt }: Endpoint): WebhookRecord {
  return {
    id,
    account_id: tenant.accountId,
    environment: tenant.environment,
    url,
    events: [...events],
    description,
    status: state.status,
    created_at: createdAt.toISOString(),
  };
}
