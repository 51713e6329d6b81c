import { accountOperations as account } from '@fulfilment/contracts';
import { type BoundRoute, route } from '@fulfilment/http';
import type { Clock } from '@fulfilment/kernel';
import type { FindAccount } from './find-account.ts';
import type { IssueOwnKey } from './issue-own-key.ts';
import type { AuditLog, KeyStore } from './account-ports.ts';
import { noSuchKey } from './account-refusals.ts';
import type { RevokeKey } from './revoke-key.ts';
import type { RotateKey } from './rotate-key.ts';
import type { UpdateKey } from './update-key.ts';
import { presentAccount, presentAuditEntry, presentIssuedKey, presentKey } from './account-presentation.ts';
import { requesterOf } from './requester-presentation.ts';

export interface AccountUseCases {
  readonly findAccount: FindAccount;
  readonly issueOwnKey: IssueOwnKey;
  readonly updateKey: UpdateKey;
  readonly rotateKey: RotateKey;
  readonly revokeKey: RevokeKey;
  readonly keys: Pick<KeyStore, 'find' | 'page'>;
  readonly auditLog: AuditLog;
  readonly now: Clock;
}

/** The API of an account's settings. A caller sees the account and the environment that it acts in, and no other. */
export function accountRoutes(use: AccountUseCases): readonly BoundRoute[] {
  return [...readingRoutes(use), ...keyRoutes(use)];
}

function readingRoutes({ findAccount, keys, auditLog, now }: AccountUseCases): BoundRoute[] {
  return [
    route(account.getAccount, async ({ context }) => ok(presentAccount(await findAccount(context.tenant)))),
    route(account.listKeys, async ({ query, context }) => {
      const tenant = context.tenant;
      const { status, limit, cursor } = query;
      const active = status === 'all' ? undefined : status === 'active';
      const at = now();
      const page = await keys.page({ tenant, active, at, limit, cursor });
      return ok({ ...page, data: page.data.map((key) => presentKey(key, at)) });
    }),
    route(account.getKey, async ({ params, context }) => {
      const key = await keys.find({ keyId: params.id, ...context.tenant });
      if (!key) throw noSuchKey();
      return ok(presentKey(key, now()));
    }),
    route(account.listAuditLog, async ({ query, context }) => {
      const tenant = context.tenant;
      const { limit, cursor, target_id: targetId } = query;
      const page = await auditLog.page({ ...tenant, targetId }, { limit, cursor });
      return ok({ ...page, data: page.data.map(presentAuditEntry) });
    }),
  ];
}

function keyRoutes({ issueOwnKey, updateKey, rotateKey, revokeKey, now }: AccountUseCases): BoundRoute[] {
  return [
    route(account.createKey, async ({ body, context }) => {
      const key = presentIssuedKey(await issueOwnKey(context.tenant, body, requesterOf(context)), now());
      return { status: 201 as const, body: key, headers: { Location: `/account/v1/keys/${key.id}` } };
    }),
    route(account.updateKey, async ({ params, body, context }) => {
      const { name, expires_at: expires, ip_allowlist: ipAllowlist } = body;
      const expiresAt = typeof expires === 'string' ? new Date(expires) : expires;
      const changed = await updateKey(
        { keyId: params.id, ...context.tenant, name, ipAllowlist, expiresAt },
        requesterOf(context),
      );
      return ok(presentKey(changed, now()));
    }),
    route(account.rotateKey, async ({ params, body: { overlap_seconds: overlapSeconds }, context }) => {
      const issued = await rotateKey({ keyId: params.id, ...context.tenant, overlapSeconds }, requesterOf(context));
      return ok(presentIssuedKey(issued, now()));
    }),
    route(account.revokeKey, async ({ params, context }) =>
      ok(presentKey(await revokeKey({ keyId: params.id, ...context.tenant }, requesterOf(context)), now())),
    ),
  ];
}

const ok = <Body>(body: Body) => ({ status: 200 as const, body });
