import type { Plan, Role, SetStorageBody, StorageBounds } from '@fulfilment/contracts';
import type { Environment, Page, PageQuery, Tenant } from '@fulfilment/kernel';
import type { KeyEnds, KeySecret, KeySecrets, Validity } from './domain/api-key.ts';
import type { Limit } from './domain/limits.ts';

/** A customer. Its plan decides access to production. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly plan: Plan;
  /** Bounds that the operator has set in place of those of the plan. */
  readonly storage?: Partial<StorageBounds> | undefined;
  /** Undefined while it is active. */
  readonly suspendedAt: Date | undefined;
  /** From when on it may be deleted; undefined where it is not to be. */
  readonly deleteAfter?: Date | undefined;
  /** From when on its records are removed: it is never resumed again. */
  readonly deletionBeganAt?: Date | undefined;
  readonly createdAt: Date;
}

/** The digest that finds a key, and the pepper it was made under. */
export interface KeyDigest {
  readonly digest: string;
  readonly pepperId: string;
}

export interface KeptSecret extends KeySecret, KeyDigest {}

/** A key as it is stored, without its text. */
export interface ApiKey extends KeyEnds, Validity {
  readonly id: string;
  readonly accountId: string;
  readonly environment: Environment;
  readonly role: Role;
  readonly name: string | undefined;
  readonly secrets: KeySecrets<KeptSecret>;
  /** The limits that the operator set; its owner can narrow them, and only the operator can widen them. */
  readonly operatorLimits: Validity | undefined;
  readonly limit: Limit;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | undefined;
  /** IP address of the client. */
  readonly lastUsedFrom: string | undefined;
  readonly rev: number;
}

/** The actor of a change and its request. */
export interface Author {
  /** `key_…`, `mem_…`, `operator`, or `operator:‹name›`. */
  readonly actor: string;
  readonly address: string | undefined;
  readonly requestId: string;
}

export const AUDIT_ACTIONS = [
  'account.created',
  'account.plan_changed',
  'account.storage_changed',
  'account.suspended',
  'account.resumed',
  'account.deletion_scheduled',
  'account.exported',
  'account.deleted',
  'key.created',
  'key.updated',
  'key.rotated',
  'key.revoked',
  'member.invited',
  'member.invitation_renewed',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.reset_issued',
  'member.sign_in_link_issued',
  'member.sign_in_link_used',
  'member.password_changed',
  'member.password_refused',
  'member.identity_linked',
  'session.created',
  'session.confirmed',
  'session.refused',
  'session.revoked',
  'orders.exported',
  'orders.read',
  'retention.changed',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One entry of the audit log: written in the transaction of its change, never changed, and deleted with its account alone. */
export interface AuditEntry {
  readonly id: string;
  readonly accountId: string;
  /** Null for a change that belongs to both. */
  readonly environment: Environment | null;
  readonly action: AuditAction;
  readonly target: { readonly type: 'account' | 'key' | 'member' | 'session'; readonly id: string };
  readonly by: Author;
  readonly at: Date;
  /** The changed fields in the wire's format; never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditFilter {
  readonly accountId: string;
  /** Also returns entries of both environments; undefined for all. */
  readonly environment: Environment | undefined;
  readonly targetId?: string | undefined;
  readonly actor?: string | undefined;
  /** Entries of changes made at or after it. */
  readonly from?: Date | undefined;
  readonly before?: Date | undefined;
}

export interface AuditLog {
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(filter: AuditFilter, page: PageQuery): Promise<Page<AuditEntry>>;
}

/** A page of entries of all accounts that take something from someone, oldest first; empty behind the last. @param after an id of the page before. */
export type Revocations = (since: Date, after: string | undefined) => Promise<readonly AuditEntry[]>;

export interface AccountStore {
  add(account: Account, entry: AuditEntry): Promise<void>;
  find(id: string): Promise<Account | undefined>;
  /** Every account, oldest first. */
  all(): Promise<readonly Account[]>;
  /** @returns the account with its new plan; undefined if there is none. */
  setPlan(id: string, plan: Plan, entry: AuditEntry): Promise<Account | undefined>;
  /** @returns the account with its new bounds; undefined if there is none. */
  setStorage(id: string, wish: SetStorageBody, entry: AuditEntry): Promise<Account | undefined>;
  /** Has a suspended account be deleted from a time on. @returns undefined if there is none that is suspended and not to be deleted yet. */
  scheduleDeletion(id: string, deleteAfter: Date, entry: AuditEntry): Promise<Account | undefined>;
  /** Notes that the records of a suspended account are removed from now on. @returns undefined if there is none that may be deleted at that time. */
  beginDeletion(id: string, at: Date): Promise<Account | undefined>;
  /** A resumed account is not to be deleted any more. @param suspendedAt undefined to resume. @returns undefined if there is no such account, it is suspended, or active, already, or its deletion has begun. */
  setSuspended(id: string, suspendedAt: Date | undefined, entry: AuditEntry): Promise<Account | undefined>;
}

/**
 * Removes a suspended account whose time has come, with all that belongs to it; what stays is `entry`.
 *
 * @returns the number of removed records; undefined if there is no such account.
 */
export type RemoveAccount = (id: string, at: Date, entry: AuditEntry) => Promise<number | undefined>;

export interface KeyFilter {
  readonly accountId?: string | undefined;
  readonly environment?: Environment | undefined;
}

/** The address of one key: of any account for the operator, of one tenant for its owner. */
export interface KeyName extends KeyFilter {
  readonly keyId: string;
}

export interface OwnKeysQuery extends PageQuery {
  readonly tenant: Tenant;
  /** True for keys that are valid `at` that moment, false for the others; undefined for all. */
  readonly active: boolean | undefined;
  readonly at: Date;
}

export interface KeyStore {
  /** Stores a key and raises the limit of its tenant to it, in one transaction. */
  add(key: ApiKey, entry: AuditEntry): Promise<void>;
  find(name: KeyName): Promise<ApiKey | undefined>;
  /** Those of a tenant that have these ids, also ended ones. */
  named(tenant: Tenant, ids: readonly string[]): Promise<readonly ApiKey[]>;
  /** Newest first. */
  list(filter: KeyFilter): Promise<readonly ApiKey[]>;
  /** Newest first. @throws AppError `invalid_cursor`. */
  page(query: OwnKeysQuery): Promise<Page<ApiKey>>;
  /** Stores a changed key by compare-and-set on `rev`. @returns false where another writer was first. */
  save(key: ApiKey, entry: AuditEntry): Promise<boolean>;
}

/** Makes the text of a new key, which is never stored. */
export type MintKey = (environment: Environment) => KeyDigest & { readonly text: string };
