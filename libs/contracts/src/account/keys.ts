import { ENVIRONMENTS } from '@fulfilment/kernel';
import { z } from 'zod';
import { clientTimestamp, createdAt, listQuery, pageOf, recordId, text, utcTimestamp } from '../fields.ts';
import { reference } from '../inventory/movements.ts';
import { ipAllowlist, keyRecord } from '../operator.ts';
import type { Operation } from '../operation.ts';
import { optionalField, passingField, readOnlyField } from '../optional-fields.ts';
import { ROLES } from '../permissions.ts';

const name = text(1, 200).describe('Purpose of the key, 1 to 200 characters.');
const expiresAt = utcTimestamp.describe('Expiry time. Must be in the future.');

/** The environment that a session works in; a key works in its own and may leave it out. */
export const inEnvironment = {
  environment: z
    .enum(ENVIRONMENTS)
    .optional()
    .describe('`sandbox` or `production`. Required with a session; with a key it must equal the environment of the key.'),
};

/** True if an operation works in one environment, as all of /v1 do; its query can name it, and a session must. */
export function isInEnvironment({ api, query }: Pick<Operation, 'api' | 'query'>): boolean {
  return api === undefined || namesEnvironment({ query });
}

/** True if the contract of an operation has `environment` in its query. Elsewhere under /v1 the service never sees it. */
export function namesEnvironment({ query }: Pick<Operation, 'query'>): boolean {
  return query instanceof z.ZodObject && 'environment' in query.shape;
}

/** A new key: its name and role; at will its expiry, addresses and limit. */
export const createKeyBody = z
  .strictObject({
    name,
    role: z.enum(ROLES).describe('Role of the key: see the table of permissions.'),
    expires_at: expiresAt.optional(),
    ip_allowlist: ipAllowlist.optional(),
    burst: z.int().min(1).max(1_000_000).optional().describe('Burst size in requests; at most the limit of the environment.'),
    rate: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .describe('Sustained requests per second; at most the limit of the environment.'),
  })
  .meta({ id: 'KeyCreate', examples: [{ name: 'Shop checkout', role: 'integration', ip_allowlist: ['192.0.2.0/24'] }] });
export type CreateKeyBody = z.output<typeof createKeyBody>;

/** Fields of a key that a change of it may repeat as they are. */
const readOnly = {
  id: readOnlyField,
  account_id: readOnlyField,
  environment: readOnlyField,
  role: readOnlyField,
  prefix: readOnlyField,
  last4: readOnlyField,
  burst: readOnlyField,
  rate: readOnlyField,
  status: readOnlyField,
  created_at: readOnlyField,
  revoked_at: readOnlyField,
};

/** The read-only fields of a key. */
export const READ_ONLY_KEY_FIELDS: readonly string[] = Object.keys(readOnly);

/** The body of `PATCH` of a key; an omitted field stays. */
export const updateKeyBody = z
  .strictObject({
    ...readOnly,
    secrets: passingField,
    last_used_at: passingField,
    last_used_from: passingField,
    remaining: passingField,
    name: optionalField(name),
    expires_at: expiresAt.nullable().optional().describe('Expiry time; null: never.'),
    ip_allowlist: ipAllowlist.optional(),
  })
  .meta({ id: 'KeyUpdate', examples: [{ name: 'Shop checkout, new data centre', ip_allowlist: ['198.51.100.0/24'] }] });

/** Which keys are listed. */
export const listKeysQuery = z.strictObject({
  ...listQuery,
  ...inEnvironment,
  status: z.enum(['active', 'ended', 'all']).default('active').describe('`ended`: revoked or expired.'),
});

/** A key with what is left of its limit now. */
export const keyWithQuota = z
  .strictObject({
    ...keyRecord.shape,
    remaining: z
      .int()
      .min(0)
      .describe('Requests that the limit of the key admits now; at most `burst`. The limit of the account can admit fewer.'),
  })
  .meta({ id: 'KeyWithQuota' });
export type KeyWithQuota = z.output<typeof keyWithQuota>;

/** A page of keys, without their texts. */
export const keyPage = pageOf(keyWithQuota).meta({ id: 'KeyPage' });

/** An audit entry: member or key, change, time and address. */
export const auditEntry = z
  .strictObject({
    id: recordId('aud'),
    environment: z.enum(ENVIRONMENTS).nullable().describe('Environment of the change; null for both.'),
    action: z.string().describe('Action, such as `key.rotated`.'),
    target: reference.describe('Changed record.'),
    actor: z.string().describe('Id of the key or member that made the change, or `operator`, with a name as `operator:jo`.'),
    address: z.string().nullable().describe('IP address of the client.'),
    request_id: z.string().describe('Id of the request.'),
    details: z.record(z.string(), z.unknown()).describe('Changed fields; never a secret.'),
    created_at: createdAt,
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntryRecord = z.output<typeof auditEntry>;

/** Filters of the audit logs. */
export const auditFilters = {
  actor: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('Only changes by this key or member, or by `operator`; one with a name is `operator:jo`.'),
  created_after: clientTimestamp.optional().describe('Changes made at or after this time.'),
  created_before: clientTimestamp
    .optional()
    .describe('Changes made before this time, so that consecutive windows neither miss nor repeat one.'),
};

/** Which entries of the audit log are listed. */
export const listAuditQuery = z.strictObject({
  ...listQuery,
  ...inEnvironment,
  ...auditFilters,
  target_id: z.string().min(1).max(64).optional().describe('Only changes of this key, member or account.'),
});

/** A page of the audit log. */
export const auditPage = pageOf(auditEntry).meta({ id: 'AuditPage' });
