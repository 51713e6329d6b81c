import type { Plan, Role, StorageBounds } from '@fulfilment/contracts';
import type { Environment } from '@fulfilment/kernel';
import { codecOf, converted, type DocumentOf, type IndexDeclaration } from '@fulfilment/mongo';
import type { Collection, Db } from 'mongodb';
import type { Limit } from './domain/limits.ts';
import type { AuditEntry, KeptSecret } from './account-ports.ts';
import type { Validity } from './domain/api-key.ts';

export interface AccountDocument {
  readonly _id: string;
  readonly name: string;
  readonly plan: Plan;
  /** The largest limit ever given to a key of an environment; the limit of the tenant is never smaller. */
  readonly largest_key?: Readonly<Partial<Record<Environment, Limit>>>;
  /** Limits that the operator has set; the others are those of the plan. */
  readonly storage?: Partial<StorageBounds>;
  /** Incremented by each change that costs an owner the role, so that two such changes conflict. */
  readonly owners_lost?: number;
  /** While the account is suspended. */
  readonly suspended_at?: Date;
  /** From when on it may be deleted, where it is to be. */
  readonly delete_after?: Date;
  /** Since when its records are removed. */
  readonly deletion_began_at?: Date;
  readonly created_at: Date;
}

/** One secret of a key: its HMAC-SHA-256 under a pepper. The text itself is not stored. */
export const SECRET = codecOf<KeptSecret>()({
  digest: 'digest',
  pepper_id: 'pepperId',
  prefix: 'prefix',
  last4: 'last4',
  created_at: 'createdAt',
  ends_at: 'endsAt',
});
export type SecretDocument = DocumentOf<typeof SECRET>;

/** The limits of a key that the operator set. */
export const OPERATOR_LIMITS = codecOf<Validity>()({
  expires_at: converted(
    'expiresAt',
    (at: Date | undefined): Date | null => at ?? null,
    (stored) => stored ?? undefined,
  ),
  ip_allowlist: 'ipAllowlist',
});

export interface KeyDocument {
  readonly _id: string;
  readonly account_id: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name?: string | undefined;
  /** The newest first. */
  readonly secrets: readonly SecretDocument[];
  readonly ip_allowlist: readonly string[];
  /** Keys of earlier releases have none. */
  readonly operator_limits?: DocumentOf<typeof OPERATOR_LIMITS> | undefined;
  readonly burst: number;
  readonly rate: number;
  /** Incremented by every change that gateways must see. */
  readonly rev: number;
  readonly created_at: Date;
  readonly expires_at?: Date | undefined;
  readonly revoked_at?: Date | undefined;
  readonly last_used_at?: Date | undefined;
  /** The address of the client; keys that were not used since earlier releases have none. */
  readonly last_used_from?: string | undefined;
}

/** One change of an account, or of a key, member or session of it. */
export interface AuditDocument {
  readonly _id: string;
  readonly account_id: string;
  readonly environment: Environment | null;
  readonly action: AuditEntry['action'];
  readonly target: AuditEntry['target'];
  readonly actor: string;
  readonly address: string | null;
  readonly request_id: string;
  /** JSON of the changed fields, without secrets. */
  readonly details: string;
  readonly created_at: Date;
}

export const ACCOUNTS = 'accounts';
export const KEYS = 'keys';
export const AUDIT_LOG = 'audit_log';

export const accountsOf = (db: Db): Collection<AccountDocument> => db.collection<AccountDocument>(ACCOUNTS);
export const keysOf = (db: Db): Collection<KeyDocument> => db.collection<KeyDocument>(KEYS);

export const auditLogOf = (db: Db): Collection<AuditDocument> => db.collection<AuditDocument>(AUDIT_LOG);

/** The index that keys are listed by. */
export const KEYS_BY_TENANT = 'by_tenant';
/** The indexes that the log is read by. */
export const BY_ACCOUNT = 'by_account';
export const BY_TARGET = 'by_target';

export const INDEXES: readonly IndexDeclaration[] = [
  // A request has the key alone, so this index cannot begin with the tenant.
  { collection: KEYS, name: 'by_digest', key: { 'secrets.digest': 1 }, options: { unique: true } },
  { collection: KEYS, name: 'by_pepper', key: { 'secrets.pepper_id': 1 } },
  { collection: KEYS, name: KEYS_BY_TENANT, key: { account_id: 1, environment: 1, _id: -1 } },
  { collection: AUDIT_LOG, name: BY_ACCOUNT, key: { account_id: 1, _id: -1 } },
  { collection: AUDIT_LOG, name: BY_TARGET, key: { account_id: 1, 'target.id': 1, _id: -1 } },
];

/** The changes by one actor. Of schema version 3. */
export const AUDIT_BY_ACTOR: IndexDeclaration = {
  collection: AUDIT_LOG,
  name: 'by_actor',
  key: { account_id: 1, actor: 1, _id: -1 },
};
