import {
  accountOperations as account,
  type AccountRecord,
  accountRecord,
  type AuditEntryRecord,
  createAccountBody,
  listOf,
  nothing,
  setPlanBody,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute, route } from '@fulfilment/http';
import type { RequestContext } from '@fulfilment/kernel';
import { z } from 'zod';
import { type AccountCommands, findAccount } from './account-commands.ts';
import type { Account, AccountStore, AuditEntry, AuditLog, Author } from './account-ports.ts';

/** The audience of operators' tokens for this API. */
export const AUDIENCE = 'gateway';

/** The caller's own account and its audit log. */
export function accountRoutes(accounts: Pick<AccountStore, 'find'>, auditLog: AuditLog): readonly BoundRoute[] {
  return [
    route(account.getAccount, async ({ context }) => ok(presentAccount(await findAccount(accounts, context.tenant.accountId)))),
    route(account.listAuditLog, async ({ query: { limit, cursor, target_id: targetId }, context }) => {
      const page = await auditLog.page({ ...context.tenant, targetId }, { limit, cursor });
      return ok({ ...page, data: page.data.map(presentAuditEntry) });
    }),
  ];
}

// Any text: an id of the wrong shape gets the same answer as one that does not exist.
const byId = z.strictObject({ id: z.string() });

export function operatorAccountRoutes(
  commands: AccountCommands,
  accounts: Pick<AccountStore, 'find' | 'all'>,
): readonly BoundRoute[] {
  const common = { params: nothing, query: nothing } as const;
  const one = { description: 'The account.', body: accountRecord };
  const path = '/operator/v1/accounts';
  return [
    operatorRoute(
      { ...common, method: 'POST', path, body: createAccountBody, replies: { 201: one } },
      async ({ body, context }) => ({
        status: 201 as const,
        body: presentAccount(await commands.create(body, authorOf(context))),
      }),
    ),
    operatorRoute(
      { ...common, method: 'GET', path, body: nothing, replies: { 200: { description: 'All.', body: listOf(accountRecord) } } },
      async () => ok({ data: (await accounts.all()).map(presentAccount) }),
    ),
    operatorRoute(
      { ...common, method: 'GET', path: `${path}/:id`, params: byId, body: nothing, replies: { 200: one } },
      async ({ params }) => ok(presentAccount(await findAccount(accounts, params.id))),
    ),
    operatorRoute(
      { ...common, method: 'PATCH', path: `${path}/:id`, params: byId, body: setPlanBody, replies: { 200: one } },
      async ({ params, body: { plan }, context }) =>
        ok(presentAccount(await commands.setPlan({ accountId: params.id, plan }, authorOf(context)))),
    ),
    ...(['suspend', 'resume'] as const).map((step) =>
      operatorRoute(
        { ...common, method: 'POST', path: `${path}/:id/${step}`, params: byId, body: nothing, replies: { 200: one } },
        async ({ params, context }) => ok(presentAccount(await commands[step](params.id, authorOf(context)))),
      ),
    ),
  ];
}

/** The actor of a request, as the audit log records it. */
export function authorOf({ actor, clientAddress, requestId }: RequestContext): Author {
  return { actor, address: clientAddress, requestId };
}

export function presentAccount({ id, name, plan, suspendedAt, createdAt }: Account): AccountRecord {
  return { id, name, plan, suspended_at: suspendedAt?.toISOString() ?? null, created_at: createdAt.toISOString() };
}

function presentAuditEntry({ id, environment, action, target, by, at, details }: AuditEntry): AuditEntryRecord {
  const { actor, address = null, requestId } = by;
  return { id, environment, action, target, actor, address, request_id: requestId, details, created_at: at.toISOString() };
}
