import { accountOperations as account, type WebhookChangeRecord } from '@fulfilment/contracts';
import { type BoundRoute, ok, route } from '@fulfilment/http';
import { momentOf } from '@fulfilment/kernel';
import type { AuditEntry, AuditLog } from './audit-ports.ts';

/** The audit log. Register it before the routes with an endpoint's id. */
export const auditRoutes = (audit: AuditLog): readonly BoundRoute[] => [
  route(account.listWebhookChanges, async ({ query, context }) => {
    const { limit, cursor, webhook_id: endpointId, actor, created_after: from, created_before: before } = query;
    const filter = { endpointId, actor, from: momentOf(from), before: momentOf(before) };
    const page = await audit.page(context.tenant, filter, { limit, cursor });
    return ok({ ...page, data: page.data.map(changeRecord) });
  }),
];

function changeRecord({ id, tenant, action, target, actor, address, requestId, details, at }: AuditEntry): WebhookChangeRecord {
  const { environment } = tenant;
  const did = { actor, address: address ?? null, request_id: requestId, details: { ...details }, created_at: at.toISOString() };
  return { id, environment, action, target: { ...target }, ...did };
}
