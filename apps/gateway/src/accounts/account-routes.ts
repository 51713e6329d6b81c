import {
  accountOperations as account,
  type AccountRecord,
  type AccountStorage,
  type AuditEntryRecord,
  errors,
  operatorOperations as operator,
  type Revocation,
  storageBounds,
  storageBoundsOf,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute, route } from '@fulfilment/http';
import { momentOf, type RequestContext } from '@fulfilment/kernel';
import { type AccountCommands, findAccount } from './account-commands.ts';
import type { Account, AccountStore, AuditEntry, AuditLog, Author, Revocations } from './account-ports.ts';

/** The audience of operators' tokens for this API. */
export const AUDIENCE = 'gateway';

/** The caller's own account and its audit log. */
export function accountRoutes(accounts: Pick<AccountStore, 'find'>, auditLog: AuditLog): readonly BoundRoute[] {
  return [
    route(account.getAccount, async ({ context }) => ok(presentAccount(await findAccount(accounts, context.tenant.accountId)))),
    route(account.listAuditLog, async ({ query, context }) => {
      const { limit, cursor, target_id: targetId, actor, created_after: from, created_before: before } = query;
      const made = { from: momentOf(from), before: momentOf(before) };
      const page = await auditLog.page({ ...context.tenant, targetId, actor, ...made }, { limit, cursor });
      return ok({ ...page, data: page.data.map(presentAuditEntry) });
    }),
  ];
}

export function operatorAccountRoutes(
  commands: AccountCommands,
  accounts: Pick<AccountStore, 'find' | 'all'>,
  { revocations, auditLog }: { readonly revocations: Revocations; readonly auditLog: AuditLog },
): readonly BoundRoute[] {
  return [
    operatorRoute(operator.createAccount, async ({ body, context }) => ({
      status: 201 as const,
      body: presentAccount(await commands.create(body, authorOf(context))),
    })),
    operatorRoute(operator.listAccounts, async () => ok({ data: (await accounts.all()).map(presentAccount) })),
    operatorRoute(operator.getAccount, async ({ params }) => ok(presentAccount(await findAccount(accounts, params.id)))),
    operatorRoute(operator.setPlan, async ({ params, body: { plan }, context }) =>
      ok(presentAccount(await commands.setPlan({ accountId: params.id, plan }, authorOf(context)))),
    ),
    operatorRoute(operator.getStorage, async ({ params }) => ok(presentStorage(await findAccount(accounts, params.id)))),
    operatorRoute(operator.setStorage, async ({ params, body: wish, context }) =>
      ok(presentStorage(await commands.setStorage({ accountId: params.id, wish }, authorOf(context)))),
    ),
    operatorRoute(operator.suspendAccount, async ({ params, context }) =>
      ok(presentAccount(await commands.suspend(params.id, authorOf(context)))),
    ),
    operatorRoute(operator.beginExport, async ({ params, context }) =>
      ok(presentAccount(await commands.beginExport(params.id, authorOf(context)))),
    ),
    operatorRoute(operator.listAccountAudit, async ({ params: { id }, query: { limit, cursor } }) => {
      await findAccount(accounts, id);
      const page = await auditLog.page({ accountId: id, environment: undefined }, { limit, cursor });
      return ok({ ...page, data: page.data.map(presentAuditEntry) });
    }),
    operatorRoute(operator.scheduleDeletion, async ({ params: { id }, context }) => {
      const { deleteAfter, isDue } = await commands.scheduleDeletion(id, authorOf(context));
      return ok({ account_id: id, delete_after: deleteAfter.toISOString(), due: isDue });
    }),
    operatorRoute(operator.deleteAccount, async ({ params: { id }, context }) =>
      ok({ account_id: id, removed: await commands.delete(id, authorOf(context)) }),
    ),
    operatorRoute(operator.listRevocations, async ({ query: { since, after } }) => {
      const from = new Date(since);
      if (from.getTime() > Date.now()) throw timeToCome();
      const page = await revocations(from, after);
      return ok({ data: page.map(presentRevocation), next_after: page.at(-1)?.id ?? null });
    }),
    operatorRoute(operator.resumeAccount, async ({ params, context }) =>
      ok(presentAccount(await commands.resume(params.id, authorOf(context)))),
    ),
  ];
}

/** A list since a time to come is empty, and would be kept beside a backup as if nothing had been revoked. */
function timeToCome() {
  const message = 'Must be in the past.';
  return errors.invalidParameter(message, { facts: { errors: [{ pointer: '/since', code: 'in_future', message }] } });
}

/** The actor of a request, as the audit log records it. */
export function authorOf({ actor, clientAddress, requestId }: RequestContext): Author {
  return { actor, address: clientAddress, requestId };
}

export function presentAccount({ id, name, plan, suspendedAt, createdAt }: Account): AccountRecord {
  return { id, name, plan, suspended_at: suspendedAt?.toISOString() ?? null, created_at: createdAt.toISOString() };
}

function presentRevocation({ id, action, accountId, target, at }: AuditEntry): Revocation {
  return { id, action, account_id: accountId, target, at: at.toISOString() };
}

function presentStorage({ id, plan, storage = {} }: Account): AccountStorage {
  const set = storageBounds.keyof().options.filter((kind) => storage[kind] !== undefined);
  return { account_id: id, ...storageBoundsOf({ plan, storage }), set };
}

function presentAuditEntry({ id, environment, action, target, by, at, details }: AuditEntry): AuditEntryRecord {
  const { actor, address = null, requestId } = by;
  return { id, environment, action, target, actor, address, request_id: requestId, details, created_at: at.toISOString() };
}
