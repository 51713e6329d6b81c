import {
  accountOperations as account,
  type IssuedKey,
  type KeyRecord,
  type KeyWithQuota,
  operatorOperations as operator,
  READ_ONLY_KEY_FIELDS,
  refuseDiffering,
} from '@fulfilment/contracts';
import { type BoundRoute, ok, operatorRoute, route } from '@fulfilment/http';
import type { Clock } from '@fulfilment/kernel';
import type { ApiKey, KeyStore } from './account-ports.ts';
import { authorOf } from './account-routes.ts';
import { type KeySecret, keyStatus } from './domain/api-key.ts';
import { type KeyCommands, type KeyWithText, noSuchKey } from './key-commands.ts';

/** The requests that the limits of keys of one tenant admit now, in the order of the keys. */
export type RemainingOf = (keys: readonly ApiKey[]) => Promise<readonly number[]>;

/** Keys of the caller's own account and environment. */
export function keyRoutes(
  commands: KeyCommands,
  keys: Pick<KeyStore, 'find' | 'page'>,
  remainingOf: RemainingOf,
  now: Clock,
): readonly BoundRoute[] {
  const withQuota = async (found: readonly ApiKey[], at: Date): Promise<KeyWithQuota[]> => {
    const remaining = await remainingOf(found);
    return found.map((key, index) => ({ ...presentKey(key, at), remaining: remaining[index] ?? 0 }));
  };
  return [
    route(account.listKeys, async ({ query: { status, limit, cursor }, context: { tenant } }) => {
      const active = status === 'all' ? undefined : status === 'active';
      const at = now();
      const page = await keys.page({ tenant, active, at, limit, cursor });
      return ok({ ...page, data: await withQuota(page.data, at) });
    }),
    route(account.getKey, async ({ params, context }) => {
      const key = await keys.find({ keyId: params.id, ...context.tenant });
      if (!key) throw noSuchKey();
      const [shown] = await withQuota([key], now());
      if (!shown) throw noSuchKey();
      return ok(shown);
    }),
    route(account.createKey, async ({ body, context }) => {
      const key = presentIssuedKey(await commands.issueOwn(context.tenant, body, authorOf(context)), now());
      return { status: 201 as const, body: key, headers: { Location: `/account/v1/keys/${key.id}` } };
    }),
    route(account.updateKey, async ({ params, body, context }) => {
      const { name, expires_at: expires, ip_allowlist: ipAllowlist } = body;
      const command = { keyId: params.id, ...context.tenant, name, ipAllowlist, expiresAt: endOf(expires) };
      const refuse = (key: ApiKey) => refuseDiffering(body, presentKey(key, now()), READ_ONLY_KEY_FIELDS);
      return ok(presentKey(await commands.update(command, authorOf(context), refuse), now()));
    }),
    route(account.rotateKey, async ({ params, body: { overlap_seconds: overlapSeconds }, context }) => {
      const command = { keyId: params.id, ...context.tenant, overlapSeconds };
      return ok(presentIssuedKey(await commands.rotate(command, authorOf(context)), now()));
    }),
    route(account.revokeKey, async ({ params, context }) => {
      const key = await commands.revoke({ keyId: params.id, ...context.tenant }, authorOf(context));
      return ok(presentKey(key, now()));
    }),
  ];
}

export function operatorKeyRoutes(
  commands: KeyCommands,
  keys: Pick<KeyStore, 'find' | 'list'>,
  now: Clock,
): readonly BoundRoute[] {
  return [
    operatorRoute(operator.issueKey, async ({ body, context }) => {
      const { account_id: accountId, expires_at: expires, ip_allowlist: ipAllowlist, ...rest } = body;
      const expiresAt = expires === undefined ? undefined : new Date(expires);
      const issued = await commands.issue({ ...rest, accountId, expiresAt, ipAllowlist }, authorOf(context));
      return { status: 201 as const, body: presentIssuedKey(issued, now()) };
    }),
    operatorRoute(operator.rotateKey, async ({ params, body: { overlap_seconds: overlapSeconds }, context }) =>
      ok(presentIssuedKey(await commands.rotate({ keyId: params.id, overlapSeconds }, authorOf(context)), now())),
    ),
    operatorRoute(operator.changeKeyLimits, async ({ params, body, context }) => {
      const { ip_allowlist: ipAllowlist, expires_at: expires, burst, rate } = body;
      const limit = burst === undefined && rate === undefined ? undefined : { burst, rate };
      const command = { keyId: params.id, ipAllowlist, expiresAt: endOf(expires), limit };
      return ok(presentKey(await commands.update(command, authorOf(context)), now()));
    }),
    operatorRoute(operator.listKeys, async ({ query: { account_id: accountId, environment } }) => {
      const found = await keys.list({ accountId, environment });
      return ok({ data: found.map((key) => presentKey(key, now())) });
    }),
    operatorRoute(operator.getKey, async ({ params }) => {
      const key = await keys.find({ keyId: params.id });
      if (!key) throw noSuchKey();
      return ok(presentKey(key, now()));
    }),
    operatorRoute(operator.revokeKey, async ({ params, context }) =>
      ok(presentKey(await commands.revoke({ keyId: params.id }, authorOf(context)), now())),
    ),
  ];
}

function presentKey(key: ApiKey, now: Date): KeyRecord {
  const { id, accountId, environment, role, name = null, limit } = key;
  const [{ prefix, last4 }] = key.secrets;
  return {
    id,
    account_id: accountId,
    environment,
    role,
    name,
    prefix,
    last4,
    secrets: key.secrets.filter(({ endsAt }) => !endsAt || endsAt > now).map(presentSecret),
    ip_allowlist: [...key.ipAllowlist],
    ...limit,
    status: keyStatus(key, now),
    created_at: key.createdAt.toISOString(),
    expires_at: timeOrNull(key.expiresAt),
    revoked_at: timeOrNull(key.revokedAt),
    last_used_at: timeOrNull(key.lastUsedAt),
    last_used_from: key.lastUsedFrom ?? null,
  };
}

function presentIssuedKey({ key, text }: KeyWithText, now: Date): IssuedKey {
  return { ...presentKey(key, now), key: text };
}

function presentSecret({ prefix, last4, createdAt, endsAt }: KeySecret): KeyRecord['secrets'][number] {
  return { prefix, last4, created_at: createdAt.toISOString(), ends_at: timeOrNull(endsAt) };
}

/** Null: no end; undefined: as it is. */
function endOf(expires: string | null | undefined): Date | null | undefined {
  return typeof expires === 'string' ? new Date(expires) : expires;
}

function timeOrNull(time: Date | undefined): string | null {
  return time?.toISOString() ?? null;
}
